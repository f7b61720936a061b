import { DownloadOutlined } from '@ant-design/icons'
import { mostImportRows, type SheetName } from '@huanwei/contract/imports/codes'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callFile } from '../../lib/api.ts'
import { showFailure } from '../../lib/failure.ts'
import { saveBlob } from '../../lib/save.ts'
import { ActionButton } from '../../ui/form/ActionButton.tsx'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { importKinds } from './import-kinds.ts'
import type { useImport } from './use-import.ts'

const accepted = '.xlsx,.csv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Props = { sheet: SheetName } & Pick<ReturnType<typeof useImport>, 'text' | 'file' | 'begin' | 'readFile' | 'work'>

/** Where the rows come from: a file that is dropped or chosen, or pasted text; and the template. */
export function SheetSource({ sheet, text, file, begin, readFile, work }: Props) {
  const { t } = useTranslation('imports')
  const save = () =>
    callFile(importKinds[sheet].template, {}).then((content) => saveBlob(content, `${t(`template.${sheet}`)}.xlsx`), showFailure)
  return (
    <>
      <p>{t('hint', { most: mostImportRows[sheet] })}</p>
      <div className="import-buttons">
        <ActionButton icon={<DownloadOutlined aria-hidden />} onAct={save}>
          {t('template')}
        </ActionButton>
      </div>
      <DropZone onFile={readFile}>
        {file ? <strong>{t('file', { name: file.name, n: file.table.rows.length })}</strong> : <span>{t('drop')}</span>}
        <FileButton label={t('chooseFile')} accept={accepted} onFile={readFile} />
        {file && (
          <Button type="link" autoInsertSpace={false} onClick={() => begin('')}>
            {t('otherFile')}
          </Button>
        )}
      </DropZone>
      {!file && (
        <Input.TextArea
          aria-label={t('paste')}
          placeholder={t('paste')}
          rows={6}
          value={text}
          disabled={work !== undefined}
          onChange={({ target }) => begin(target.value)}
        />
      )}
    </>
  )
}

/** Takes a file that is dropped on it; the button inside is the way without a mouse. */
function DropZone({ onFile, children }: { onFile: (file: File | undefined) => unknown; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way among two, the button is the other
    <div
      className="import-drop"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void onFile(event.dataTransfer.files[0])
      }}
    >
      {children}
    </div>
  )
}
