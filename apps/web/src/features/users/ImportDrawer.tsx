import { DownloadOutlined } from '@ant-design/icons'
import { maxImportRows } from '@huanwei/contract/imports/rules'
import { Alert, Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { DrawerFrame } from '../../ui/drawer/DrawerFrame.tsx'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { ImportResult } from './ImportResult.tsx'
import { csvOf, sheetFields } from './sheet.ts'
import { type CheckedRows, useImport } from './use-import.ts'

/** Many users at once: paste or a file, a look at what would happen to each row, then all that are right. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['users', 'common'])
  const { text, change, read, checked, check, add, problem } = useImport()
  const right = checked ? checked.problems.filter((one) => one.length === 0).length : 0
  const titles = useTitles()

  return (
    <DrawerFrame
      title={t('importTitle')}
      onClose={onClose}
      isUnsent={text.trim() !== '' && !checked?.isDone}
      form={problem && <Alert type="error" role="alert" title={problem} />}
      buttons={(close) => (
        <>
          {checked && <RefusedButton {...checked} />}
          <Button autoInsertSpace={false} onClick={close}>
            {t(checked?.isDone ? 'common:action.close' : 'common:action.cancel')}
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
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => download(t('templateName'), [titles(), t('templateRow').split('|')])}
          >
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

/** Titles of the sheet's columns, read once they are needed. */
function useTitles() {
  const { t } = useTranslation('users')
  return () => sheetFields.map((field) => t(`sheet.${field}`))
}

/** Saves the rows that have problems. */
function RefusedButton(checked: CheckedRows) {
  const { t } = useTranslation('users')
  const titles = useTitles()
  const refused = refusedCells(checked)
  if (refused.length === 0) return null
  return (
    <span className="form-actions">
      <Button
        icon={<DownloadOutlined aria-hidden />}
        onClick={() => download(t('refusedName'), [[...titles(), t('reason')], ...refused])}
      >
        {t('refusedDownload', { n: refused.length })}
      </Button>
    </span>
  )
}

/** Cells of the rows that have problems; the last one gives the reasons. */
const refusedCells = ({ rows, problems }: CheckedRows) =>
  rows.flatMap((row, i) => {
    const reasons = problems[i] ?? []
    return reasons.length ? [[...sheetFields.map((field) => row[field] ?? ''), reasons.map(({ text }) => text).join('; ')]] : []
  })

function download(name: string, rows: readonly (readonly string[])[]) {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name}.csv`
  link.click()
  URL.revokeObjectURL(url)
}
