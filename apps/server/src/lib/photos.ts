import { pictureTypes } from '@huanwei/contract/files/codes'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '../db/connect.ts'
import { holdFiles } from '../features/files/queries.ts'
import { Refused } from './refuse.ts'
import type { Viewer } from './serve.ts'

/** Names of stored photos as they are on the wire. */
export const joined = (names: PgColumn) => sql<string>`array_to_string(${names}, ',')`

/** Puts pictures to use: they stay from now on. False unless all of them are the tenant's own and pictures. */
export async function holdPictures(tx: Tx, tenantId: number, names: string[]) {
  const held = names.length ? await holdFiles(tx, tenantId, names) : []
  const pictures = held.filter(({ type }) => pictureTypes.some((one) => one === type))
  return names.every((name) => pictures.some(({ fileName }) => fileName === name))
}

/** The same for the photos that `field` of a call names: 409 when one is not there. */
export async function holdPhotos(tx: Tx, { tenantId }: Viewer, names: string[], field: string) {
  if (!(await holdPictures(tx, tenantId, names))) throw new Refused(409, 'photoGone', {}, { field })
}
