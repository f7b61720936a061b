import { type FileType, fileTypes } from '@huanwei/contract/files/codes'
import { z } from 'zod'
import { QueueSearch, toListInput } from '../queues/queue-search.ts'

export const isType = (type: string): type is FileType => type in fileTypes
const text = z.string().trim().min(1).max(64).optional().catch(undefined)

/** Everything the address bar says about this screen; a broken part falls back to its default. */
export const FilesSearch = QueueSearch.pick({ from: true, to: true, current: true, size: true }).extend({
  /** Part of the file's name, and of the user name of who sent it. */
  name: text,
  person: text,
  type: z.string().refine(isType).optional().catch(undefined),
})
export type FilesSearch = z.infer<typeof FilesSearch>

export const toFilesInput = ({ name, person, type, ...place }: FilesSearch) => ({
  ...toListInput(place),
  original: name,
  createUser: person,
  type,
})

/** Bytes as people read them: 12 B, 3.4 kB, 56 MB. */
export function bytesText(bytes: number) {
  if (bytes < 1000) return `${bytes} B`
  const [amount, unit] = bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}
