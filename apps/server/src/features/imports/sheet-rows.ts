import { createHash } from 'node:crypto'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { isWord } from '@huanwei/contract/fields'
import type { SheetColumn } from '@huanwei/contract/imports/codes'
import type { ImportProblem } from '@huanwei/contract/imports/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { z } from 'zod'
import { parseIn } from '../../http/explain.ts'

/** Cells of one row by their columns, blank ones left out, and the number that the row has for people. */
export type SheetRow = { number: number; cells: Partial<Record<SheetColumn, string>> }

type Sheet = { columns: readonly SheetColumn[]; rows: readonly string[][]; firstRow: number }

/** Rows by name of column, without the blank ones. */
export const rowsOf = ({ columns, rows, firstRow }: Sheet): SheetRow[] =>
  rows.flatMap((texts, at) => {
    const cells: SheetRow['cells'] = {}
    for (const [i, column] of columns.entries()) {
      const text = texts[i]?.trim()
      if (text) cells[column] = text
    }
    return Object.keys(cells).length ? [{ number: firstRow + at, cells }] : []
  })

export type Tell = (word: TextKey, values?: Record<string, string | number>) => string
export const tellIn =
  (language: Language): Tell =>
  (word, values) =>
    say(language, word, values)

export type Problem = Omit<ImportProblem, 'row'>
/** What a cell stands for, or why it stands for nothing. */
export type Found<V> = { value?: V; problem?: string }

/** Rows between which other work of the event loop runs. */
const atOnce = 200

/** Judges rows in their order, now and then letting other work go first. */
export async function judgeRows(rows: readonly SheetRow[], judge: (row: SheetRow) => Problem[]): Promise<ImportProblem[]> {
  const problems: ImportProblem[] = []
  for (const [i, row] of rows.entries()) {
    if (i % atOnce === atOnce - 1) await othersTurn()
    for (const problem of judge(row)) problems.push({ row: row.number, ...problem })
  }
  return problems
}

/** Values as the form of a single record takes them, or what is wrong with them by its rules. `columnOf` names the column of a field. */
export function parseRow<F extends z.ZodType>(
  form: F,
  values: unknown,
  language: Language,
  columnOf: (field: PropertyKey | undefined) => string | null,
): { data?: z.output<F>; problems: Problem[] } {
  const { data, error } = parseIn(form, values, language)
  if (!error) return { data, problems: [] }
  const problems = error.issues.map(({ path, message }) => ({
    field: columnOf(path[0]),
    text: isWord(message) ? say(language, message) : message,
  }))
  return { problems }
}

type Known = { id: number; updateTime: string; updateBy: string }

/** Stands for the state of records: another text once one of them was changed, added or removed. */
export const stateOf = (known: Iterable<Known>) => {
  const states = [...known].map(({ id, updateTime, updateBy }) => `${id} ${updateTime} ${updateBy}`)
  return createHash('sha256').update(states.sort().join('\n')).digest('base64url')
}
