import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileTypes, pictureTypes, type Variant, variants } from '@huanwei/contract/files/codes'
import type { FileStore } from './file-store.ts'
import { redraw, shrink } from './picture.ts'
import { notFound } from './refuse.ts'

const drawn = {
  small: { draw: shrink, type: 'webp' },
  outside: { draw: redraw, type: 'jpg' },
} as const satisfies Record<Variant, object>

/** Bytes of a picture that is still drawn anew. */
const mostBytes = 30 * 1024 * 1024

/** `<hex>.png` → `<hex>-small.webp`. */
const nameOf = (fileName: string, variant: Variant) => `${fileName.replace(/\..*/, '')}-${variant}.${drawn[variant].type}`

/** The file that a name of the store belongs to: `<hex>-small.webp` → `<hex>`, of whatever type. */
export const stemOf = (stored: string) => stored.slice(0, 32)

/** What a stored picture looks like in a variant: drawn when it is first asked for, and kept. Throws 404 for what is no picture that can be drawn. */
export async function variantOf(
  store: FileStore,
  { fileName, type, fileSize }: { fileName: string; type: string; fileSize: number },
  variant: Variant,
) {
  const stored = nameOf(fileName, variant)
  const found = { stored, type: fileTypes[drawn[variant].type] }
  if ((await store.sizeOf(stored)) !== undefined) return found
  if (fileSize > mostBytes || !pictureTypes.some((one) => one === type) || (await store.sizeOf(fileName)) === undefined)
    throw notFound()
  const picture = await drawn[variant].draw(await buffer(await store.read(fileName))).catch(() => {
    throw notFound()
  })
  const received = await store.receive(Readable.from([picture]))
  await received.keep(stored).finally(() => received.drop())
  return found
}

/** Removes a file with all it was drawn anew as. */
export async function removeStored(store: FileStore, fileName: string) {
  await store.remove(fileName)
  for (const variant of variants) await store.remove(nameOf(fileName, variant))
}
