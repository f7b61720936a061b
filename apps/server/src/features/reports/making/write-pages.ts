import { randomBytes } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Every } from '@huanwei/contract/reports/codes'
import type { Language } from '@huanwei/words/languages'
import type { FileStore } from '../../files/file-store.ts'

/** Pages of the work report as PDF. `namedDept`: the department in its head; null for the organisation. */
export type DrawPages = (wanted: {
  tenantId: number
  departments: number[] | null
  namedDept: number | null
  language: Language
  span: { period: Every; firstDay: string; lastDay: string }
}) => Promise<Readable>

/** Stores the pages of a report; returns the name of the file. */
export async function writePages(store: FileStore, pages: Readable, lost: AbortSignal) {
  const received = await store.receive(addAbortSignal(lost, pages))
  try {
    const fileName = `${randomBytes(16).toString('hex')}.pdf`
    await received.keep(fileName)
    return fileName
  } finally {
    await received.drop()
  }
}
