import { DownloadOutlined } from '@ant-design/icons'
import { getDepartmentTree, listDepartments } from '@huanwei/contract/departments/endpoints'
import { type ImportProblem, type ImportRow, importUsers } from '@huanwei/contract/imports/endpoints'
import { maxImportRows } from '@huanwei/contract/imports/rules'
import { listUsers } from '@huanwei/contract/users/endpoints'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { useSend } from '../../lib/send.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DrawerFrame } from '../../ui/DrawerFrame.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { ImportResult } from './ImportResult.tsx'
import { cellsOf, csvOf, kindOf, rowsOf, type SheetField, sheetFields, textOf, textOfCells } from './sheet.ts'

/** A sheet of the most rows that are taken is far smaller. */
const maxBytes = 5_000_000

type Checked = { rows: ImportRow[]; problems: ImportProblem[][]; isDone: boolean }

/** Many users at once: paste or a file, a look at what would happen to each row, then all that are right. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'list'])
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<Checked>()
  const [problem, setProblem] = useState<string>()
  const send = useSend(importUsers, [listUsers, listDepartments, getDepartmentTree])
  const right = checked ? checked.problems.filter((one) => one.length === 0).length : 0

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
    if (kind === 'text') return change(textOf(bytes))
    if (kind === 'xls') return setProblem(t('importOldExcel'))
    await import('./xlsx.ts')
      .then(({ cellsOfXlsx }) => cellsOfXlsx(chosen))
      .then(
        (cells) => change(textOfCells(cells)),
        () => setProblem(t('importUnreadable')),
      )
  }
  async function check() {
    const titles = (field: SheetField) => [t(`sheet.${field}`), field, ...t(`sheetAlso.${field}`).split('|')]
    const names = Object.fromEntries(sheetFields.map((field) => [field, titles(field)] as const))
    const rows = rowsOf(cellsOf(text), { ...noTitles, ...names })
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
  const template = () =>
    download(t('templateName'), [sheetFields.map((field) => t(`sheet.${field}`)), t('templateRow').split('|')])
  const refused = () =>
    download(t('refusedName'), [
      [...sheetFields.map((field) => t(`sheet.${field}`)), t('reason')],
      ...(checked?.rows ?? []).flatMap((row, i) => {
        const reasons = checked?.problems[i] ?? []
        return reasons.length
          ? [[...sheetFields.map((field) => row[field] ?? ''), reasons.map((one) => one.text).join('; ')]]
          : []
      }),
    ])

  return (
    <DrawerFrame
      title={t('importTitle')}
      onClose={onClose}
      isUnsent={text.trim() !== '' && !checked?.isDone}
      form={problem && <Alert type="error" role="alert" title={problem} />}
      buttons={(close) => (
        <>
          {checked && right < checked.rows.length && (
            <span className="form-actions">
              <Button icon={<DownloadOutlined aria-hidden />} onClick={refused}>
                {t('refusedDownload', { n: checked.rows.length - right })}
              </Button>
            </span>
          )}
          <Button autoInsertSpace={false} onClick={close}>
            {t(checked?.isDone ? 'list:action.close' : 'list:action.cancel')}
          </Button>
          {!checked?.isDone &&
            (checked ? (
              <ActionButton key="add" type="primary" confirms disabled={right === 0} onAct={add}>
                {t('importAdd', { n: right })}
              </ActionButton>
            ) : (
              <ActionButton key="check" type="primary" confirms disabled={text.trim() === ''} onAct={check}>
                {t('importCheck')}
              </ActionButton>
            ))}
        </>
      )}
    >
      <div className="import-steps">
        <p>{t('importHint', { most: maxImportRows })}</p>
        <div className="import-buttons">
          <Button icon={<DownloadOutlined aria-hidden />} onClick={template}>
            {t('template')}
          </Button>
          <FileButton
            label={t('chooseFile')}
            accept=".xlsx,.csv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onFile={read}
          />
        </div>
        <Input.TextArea
          aria-label={t('paste')}
          placeholder={t('paste')}
          rows={checked ? 4 : 12}
          value={text}
          disabled={checked?.isDone ?? false}
          onChange={({ target }) => change(target.value)}
        />
        {checked && <ImportResult {...checked} />}
      </div>
    </DrawerFrame>
  )
}

const noTitles: Record<SheetField, string[]> = {
  ...{ username: [], name: [], gender: [], phone: [] },
  ...{ deptName: [], roleNames: [], password: [] },
}

function download(name: string, rows: readonly (readonly string[])[]) {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
