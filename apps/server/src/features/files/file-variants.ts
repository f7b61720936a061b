import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileTypes, pictureTypes, type Variant, variants } from '@huanwei/contract/files/codes'
import { notFound } from '../../http/refuse.ts'
import type { FileStore } from './file-store.ts'
import type { Draw } from './picture-drawer.ts'

const drawn = {
  small: { how: 'shrink', type: 'webp' },
  outside: { how: 'redraw', type: 'jpg' },
} as const satisfies Record<Variant, object>

/** Largest picture that is converted, bytes. */
const mostBytes = 30 * 1024 * 1024

/** `<hex>.png` → `<hex>-small.webp`. */
const nameOf = (fileName: string, variant: Variant) => `${fileName.replace(/\..*/, '')}-${variant}.${drawn[variant].type}`

/** Stem shared by a file and its variants: `<hex>-small.webp` → `<hex>`. */
export const stemOf = (stored: string) => stored.slice(0, 32)

type StoredPicture = { fileName: string; type: string; fileSize: number }
/** Name in the store and media type of a picture's variant, drawn when it is first asked for and kept. Throws 404 for what cannot be drawn. */
export type VariantOf = (picture: StoredPicture, variant: Variant) => Promise<{ stored: string; type: string }>

/** Variants of the pictures in `store`, drawn by `draw`: once, however many ask at the same time. */
export function createVariants(store: FileStore, draw: Draw): VariantOf {
  const underWay = new Map<string, Promise<void>>()

  async function add({ fileName, type, fileSize }: StoredPicture, variant: Variant) {
    if (fileSize > mostBytes || !pictureTypes.some((one) => one === type) || (await store.sizeOf(fileName)) === undefined)
      throw notFound()
    const picture = await draw(drawn[variant].how, await buffer(await store.read(fileName)))
    if (typeof picture === 'string') throw notFound()
    const received = await store.receive(Readable.from([picture]))
    await received.keep(nameOf(fileName, variant)).finally(() => received.drop())
  }

  return async (picture, variant) => {
    const stored = nameOf(picture.fileName, variant)
    if ((await store.sizeOf(stored)) === undefined) {
      const adding = underWay.get(stored) ?? add(picture, variant).finally(() => underWay.delete(stored))
      underWay.set(stored, adding)
      await adding
    }
    return { stored, type: fileTypes[drawn[variant].type] }
  }
}

/** Removes a file with all its variants. */
export async function removeStored(store: FileStore, fileName: string) {
  await store.remove(fileName)
  for (const variant of variants) await store.remove(nameOf(fileName, variant))
}
