import { getDepartmentTree, listDepartments } from '@huanwei/contract/departments/endpoints'
import { type ImportProblem, type ImportRow, importUsers } from '@huanwei/contract/imports/endpoints'
import { maxImportRows } from '@huanwei/contract/imports/rules'
import { listUsers } from '@huanwei/contract/users/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { useSend } from '../../lib/send.ts'
import { cellsOf, decodeText, importRowsOf, kindOf, type SheetField, textOfCells } from './sheet.ts'

/** A sheet of the most rows that are taken is far smaller. */
const maxBytes = 5_000_000

/** Rows with the problems of each: expected ones, or once `isDone` those that kept it out. */
export type CheckedRows = { rows: ImportRow[]; problems: ImportProblem[][]; isDone: boolean }

/** Text of a sheet, typed or read from a file, what the server says of its rows, and their import. */
export function useImport() {
  const { t } = useTranslation('users')
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<CheckedRows>()
  const [problem, setProblem] = useState<string>()
  const send = useSend(importUsers, [listUsers, listDepartments, getDepartmentTree])

  function change(next: string) {
    setText(next)
    setChecked(undefined)
    setProblem(undefined)
  }
  async function read(chosen: File | undefined) {
    if (!chosen) return
    change('')
    if (chosen.size > maxBytes) return setProblem(t('importTooLarge', { most: maxBytes / 1_000_000 }))
    const bytes = await chosen.arrayBuffer()
    const kind = kindOf(bytes)
    if (kind === 'text') return change(decodeText(bytes))
    if (kind === 'xls') return setProblem(t('importOldExcel'))
    await import('./xlsx.ts')
      .then(({ cellsOfXlsx }) => cellsOfXlsx(chosen))
      .then(
        (cells) => change(textOfCells(cells)),
        () => setProblem(t('importUnreadable')),
      )
  }
  async function check() {
    const titlesOf = (field: SheetField) => [t(`sheet.${field}`), field, ...t(`sheetAlso.${field}`).split('|')]
    const rows = importRowsOf(cellsOf(text), titlesOf)
    if (rows.length === 0) return setProblem(t('importEmpty'))
    if (rows.length > maxImportRows) return setProblem(t('importTooMany', { n: rows.length, most: maxImportRows }))
    await call(importUsers, { rows, preview: true }).then(
      ({ problems }) => setChecked({ rows, problems, isDone: false }),
      (error: Error) => setProblem(error.message),
    )
  }
  async function add() {
    if (!checked) return
    await send({ rows: checked.rows }).then(
      ({ problems }) => setChecked({ rows: checked.rows, problems, isDone: true }),
      (error: Error) => setProblem(error.message),
    )
  }
  return { text, change, read, checked, check, add, problem }
}
