import { pictureTypes } from '@huanwei/contract/files/codes'
import type { Tx } from '../../db/connect.ts'
import { Refused } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { holdFiles } from './queries.ts'

/** Confirms pictures, so that they are kept. Returns false unless all of them are pictures of the tenant. */
export async function holdPictures(tx: Tx, viewer: Viewer, names: string[]) {
  const held = names.length ? await holdFiles(tx, viewer, names) : []
  const pictures = held.filter(({ type }) => pictureTypes.some((one) => one === type))
  return names.every((name) => pictures.some(({ fileName }) => fileName === name))
}

/** The same for the photos in `field` of a request; throws 409 when one is missing. */
export async function holdPhotos(tx: Tx, viewer: Viewer, names: string[], field: string) {
  if (!(await holdPictures(tx, viewer, names))) throw new Refused(409, 'files:photoGone', {}, { field })
}
