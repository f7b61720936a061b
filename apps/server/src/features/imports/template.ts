import { Readable } from 'node:stream'
import { requiredColumns, type SheetColumn, type SheetName, sheetColumns, titleOf } from '@huanwei/contract/imports/codes'
import type { Language } from '@huanwei/words/languages'
import { languages } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import { letters, rowsXml, sheetEnd, sheetStart } from '../exports/sheet.ts'
import { packWorkbook, type SheetXml } from '../exports/workbook.ts'
import type { Choice } from './finders.ts'

/** What columns can be chosen from. */
export type SheetChoices = Partial<Record<SheetColumn, readonly Choice[]>>

/** Rows in which a template offers choices. */
const mostRows = 5001

/** An empty workbook for an import: the columns, a hint about each, and what can be chosen. `departments` are names. */
export function packTemplate(name: SheetName, language: Language, choices: SheetChoices, departments: readonly string[]) {
  const tell = (key: 'rows' | 'hints' | 'values') => say(language, `imports:tab.${key}`)
  const columns = sheetColumns[name]
  const at = languages.findIndex(({ code }) => code === language)
  const lists = columns.flatMap((column) => {
    const names = column === 'deptName' ? departments : choices[column]?.map((choice) => choice.names[at] ?? choice.value)
    return names?.length ? [{ column, names }] : []
  })
  const sheets = [rowSheet(name, language, lists, tell('values')), hintSheet(name, language), valueSheet(name, language, lists)]
  return packWorkbook([tell('rows'), tell('hints'), tell('values')], (i) => sheets[i]!)
}

type List = { column: SheetColumn; names: readonly string[] }

/** Where people write: the titles, and lists to choose from. */
function rowSheet(name: SheetName, language: Language, lists: readonly List[], values: string): SheetXml {
  const columns: readonly SheetColumn[] = sheetColumns[name]
  const isRequired = new Set(requiredColumns[name])
  const titles = columns.map((column) => say(language, `imports:${titleOf(name, column)}`) + (isRequired.has(column) ? ' *' : ''))
  const rules = lists.map(({ column, names }, i) => {
    const letter = letters(columns.indexOf(column))
    const from = letters(i)
    return `<dataValidation type="list" allowBlank="1" sqref="${letter}2:${letter}${mostRows}"><formula1>'${values}'!$${from}$2:$${from}$${names.length + 1}</formula1></dataValidation>`
  })
  const offered = rules.length ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
  const widths = columns.map((column) => (['address', 'remark', 'deptName'].includes(column) ? 28 : 16))
  return { start: sheetStart(titles, widths), rows: undefined, end: sheetEnd(columns.length, 0, offered) }
}

function hintSheet(name: SheetName, language: Language): SheetXml {
  const titles = (['column', 'required', 'hint'] as const).map((key) => say(language, `imports:hints.${key}`))
  const isRequired = new Set<SheetColumn>(requiredColumns[name])
  const rows = sheetColumns[name].map((column) => [
    say(language, `imports:${titleOf(name, column)}`),
    isRequired.has(column) ? say(language, 'imports:hints.yes') : '',
    say(language, `imports:hint.${column}`),
  ])
  return tableXml(titles, [20, 10, 80], rows)
}

function valueSheet(name: SheetName, language: Language, lists: readonly List[]): SheetXml {
  const titles = lists.map(({ column }) => say(language, `imports:${titleOf(name, column)}`))
  const most = Math.max(0, ...lists.map(({ names }) => names.length))
  const rows = Array.from({ length: most }, (_, i) => lists.map(({ names }) => names[i] ?? ''))
  return tableXml(
    titles,
    titles.map(() => 24),
    rows,
  )
}

const tableXml = (titles: string[], widths: number[], rows: string[][]): SheetXml => ({
  start: sheetStart(titles, widths),
  rows: Readable.from([rowsXml(rows, [], 0)]),
  end: sheetEnd(titles.length, rows.length),
})
