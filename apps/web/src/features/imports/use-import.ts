import { mostImportRows, type SheetColumn, type SheetName, titleOf } from '@huanwei/contract/imports/codes'
import type { ImportOutcome } from '@huanwei/contract/imports/endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { importKinds } from './import-kinds.ts'
import { cellsOf, decodeText, kindOf, type SheetTable, tableOf } from './sheet.ts'

/** A sheet of the most rows that are taken is far smaller. */
const maxBytes = 5_000_000

/** How rows are taken that are known already, and those beside wrong ones. */
export type Choices = { known: 'refuse' | 'update'; onlyRight: boolean }
/** Outcome of a table: the expected one, or once `isDone` what was written. */
export type Checked = ImportOutcome & { table: SheetTable; isDone: boolean }
/** What is going on, with the number of rows. */
export type Work = { step: 'reading' | 'checking' | 'writing'; n: number }

/** Titles of the columns of a sheet. */
export function useTitles(sheet: SheetName) {
  const { t } = useTranslation('imports')
  return (column: SheetColumn) => t(titleOf(sheet, column))
}

/** A sheet, pasted or read from a file, what the server says of its rows, and their import. */
export function useImport(sheet: SheetName) {
  const { t } = useTranslation('imports')
  const cache = useQueryClient()
  const title = useTitles(sheet)
  const [text, setText] = useState('')
  const [file, setFile] = useState<{ name: string; table: SheetTable }>()
  const [choices, setChoices] = useState<Choices>({ known: 'refuse', onlyRight: true })
  const [checked, setChecked] = useState<Checked>()
  const [work, setWork] = useState<Work>()
  const [problem, setProblem] = useState<string>()

  const read = (cells: string[][]) =>
    tableOf(cells, sheet, (column) => [title(column), column, ...t(`also.${column}`).split('|')])

  function begin(next: string) {
    setText(next)
    setFile(undefined)
    setChecked(undefined)
    setProblem(undefined)
  }
  async function readFile(chosen: File | undefined) {
    if (!chosen) return
    begin('')
    if (chosen.size > maxBytes) return setProblem(t('tooLarge', { most: maxBytes / 1_000_000 }))
    setWork({ step: 'reading', n: 0 })
    const cells = await cellsIn(chosen).finally(() => setWork(undefined))
    if (typeof cells === 'string') return setProblem(t(cells))
    setFile({ name: chosen.name, table: read(cells) })
  }
  async function send(table: SheetTable, isDone: boolean) {
    setProblem(undefined)
    setWork({ step: isDone ? 'writing' : 'checking', n: table.rows.length })
    const { call: endpoint, shown } = importKinds[sheet]
    const seen = isDone ? { seen: checked?.seen } : {}
    await call(endpoint, { ...table, ...choices, ...seen, preview: !isDone })
      .then(
        (outcome) => setChecked({ ...outcome, table, isDone }),
        (error: Error) => setProblem(error.message),
      )
      .finally(() => setWork(undefined))
    if (isDone) for (const { path } of shown) void cache.invalidateQueries({ queryKey: [path] })
  }
  async function check() {
    const table = file?.table ?? read(cellsOf(text))
    const [n, most] = [table.rows.length, mostImportRows[sheet]]
    if (n === 0) return setProblem(t('empty'))
    if (n > most) return setProblem(t('tooMany', { n, most }))
    await send(table, false)
  }
  const add = async () => {
    if (checked) await send(checked.table, true)
  }
  function choose(change: Partial<Choices>) {
    setChoices({ ...choices, ...change })
    // What would happen to known rows is another thing now.
    if (change.known) setChecked(undefined)
  }
  return { text, file, choices, choose, begin, readFile, checked, check, add, work, problem }
}

/** Cells of a file, or the word that says why it cannot be read. */
async function cellsIn(file: File): Promise<string[][] | 'oldExcel' | 'unreadable'> {
  const bytes = await file.arrayBuffer()
  const kind = kindOf(bytes)
  if (kind === 'text') return cellsOf(decodeText(bytes))
  if (kind === 'xls') return 'oldExcel'
  const { cellsOfXlsx } = await import('./xlsx.ts')
  return cellsOfXlsx(file).catch(() => 'unreadable' as const)
}
