import type { SheetColumn } from '@huanwei/contract/imports/codes'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import type { z } from 'zod'
import type { Found, Problem, SheetRow, Tell } from './sheet-rows.ts'
import { judgeRows, parseRow } from './sheet-rows.ts'

/** Reads the cell of a column into a field of the form. */
export type Reader = { field: string; read: (text: string) => Found<unknown> }

/** A text as it stands. */
export const asText = (field: string): Reader => ({ field, read: (value) => ({ value }) })

/** A number; Chinese input methods write full-width digits. */
export const asNumber = (field: string, tell: Tell): Reader => ({
  field,
  read: (text) => {
    const value = Number(text.normalize('NFKC').replaceAll(',', ''))
    return Number.isFinite(value) ? { value } : { problem: tell('imports:problem.number', { what: text }) }
  },
})

type Plan<F extends z.ZodType, K> = {
  language: Language
  tell: Tell
  form: F
  columns: ReadonlyMap<SheetColumn, Reader>
  /** Names by which a record of this row may be known already, the surest first. */
  keysOf: (cells: SheetRow['cells'], values: Readonly<Record<string, unknown>>) => string[]
  known: ReadonlyMap<string, K>
  /** The fields of a known record that a row without them leaves; undefined when it may not be changed by the viewer. */
  fieldsOf: (known: K) => Record<string, unknown> | undefined
  words: { known: TextKey; outOfSight: TextKey }
  isUpdate: boolean
  /** What else is wrong with a row that names no known record. */
  missing?: (cells: SheetRow['cells']) => Problem[]
}

export type RightRow<F extends z.ZodType, K> = { data: z.output<F>; before: K | undefined }

/** Splits rows of a sheet of assets into those that can be written, by the rules of a single record, and problems of the others. */
export async function checkAssetRows<F extends z.ZodType, K>(rows: readonly SheetRow[], plan: Plan<F, K>) {
  const { tell, form, columns, keysOf, known, fieldsOf, words, isUpdate, missing } = plan
  const right: RightRow<F, K>[] = []
  const first = new Map<string, number>()
  const columnOf = (field: PropertyKey | undefined) => [...columns].find(([, one]) => one.field === field)?.[0] ?? null

  const problems = await judgeRows(rows, ({ number, cells }) => {
    const { values, problems: unread } = readCells(cells, columns)
    const keys = keysOf(cells, values)
    const before = keys.map((key) => known.get(key)).find((one) => one !== undefined)
    const wrong = [...unread]
    if (before === undefined) wrong.push(...(missing?.(cells) ?? []))
    const left = before === undefined ? {} : fieldsOf(before)
    if (left === undefined) return [...wrong, { field: null, text: tell(words.outOfSight) }]
    if (before !== undefined && !isUpdate) return [...wrong, { field: null, text: tell(words.known) }]
    const { data, problems: refused } = parseRow(form, { ...left, ...values }, plan.language, columnOf)
    // A cell that could not be read is told once.
    wrong.push(...refused.filter(({ field }) => !unread.some((one) => one.field === field)))
    const twice = keys.map((key) => first.get(key)).find((one) => one !== undefined)
    if (twice !== undefined) wrong.push({ field: null, text: tell('imports:problem.twice', { row: twice }) })
    for (const key of keys) if (!first.has(key)) first.set(key, number)
    if (wrong.length || data === undefined) return wrong
    right.push({ data, before })
    return []
  })
  return { right, problems }
}

function readCells(cells: SheetRow['cells'], columns: ReadonlyMap<SheetColumn, Reader>) {
  const values: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const [column, { field, read }] of columns) {
    const text = cells[column]
    if (text === undefined) continue
    const { value, problem } = read(text)
    if (problem === undefined) values[field] = value
    else problems.push({ field: column, text: problem })
  }
  return { values, problems }
}
