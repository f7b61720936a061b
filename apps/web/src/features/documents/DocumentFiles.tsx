import { CloseOutlined, PaperClipOutlined } from '@ant-design/icons'
import { mostFiles } from '@huanwei/contract/fields'
import { type FileType, fileTypes, maxPhotoBytes } from '@huanwei/contract/files/codes'
import { uploadFile } from '@huanwei/contract/files/endpoints'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFileUrls } from '../../lib/use-file-urls.ts'
import { FileButton } from '../../ui/form/FileButton.tsx'
import { useUploads } from '../files/use-uploads.ts'
import './documents.css'

const types = ['pdf', 'jpg', 'png', 'webp', 'docx', 'xlsx'] as const satisfies FileType[]
const accepted = types.map((type) => fileTypes[type]).join(',')

type Props = {
  /** Files that are stored already, with the names that people gave them. */
  known: readonly { fileName: string; original: string; type: string }[]
  isOff: boolean
  /** In a form, `Form.Item` gives the rest. */
  value?: string[]
  onChange?: (names: string[]) => void
}

/** Photos and files of a document, stored as soon as they are chosen. */
export function DocumentFiles({ known, isOff, value = [], onChange }: Props) {
  const { t } = useTranslation('documents')
  const change = (names: string[]) => onChange?.(names)
  const uploads = useUploads({ endpoint: uploadFile, mostBytes: maxPhotoBytes, value, onChange: change, max: mostFiles, types })
  const urlOf = useFileUrls(value)
  const nameOf = (name: string) => known.find(({ fileName }) => fileName === name)?.original ?? name
  return (
    <div className="document-files">
      {value.length > 0 && (
        <ul aria-label={t('files')}>
          {value.map((name) => (
            <li key={name}>
              <PaperClipOutlined aria-hidden />{' '}
              <a className="list-link" href={urlOf(name)} target="_blank" rel="noreferrer">
                {nameOf(name)}
              </a>
              {!isOff && (
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined aria-hidden />}
                  aria-label={t('take', { name: nameOf(name) })}
                  onClick={() => change(value.filter((one) => one !== name))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {uploads.sending.map(({ key, file, reason, share }) => (
        <p key={key} role="status">
          {reason ?? `${t('sending', { name: file.name })} ${Math.round(share * 100)}%`}
          {reason !== undefined && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('take', { name: file.name })}
              onClick={() => uploads.drop(key)}
            />
          )}
        </p>
      ))}
      {!isOff && value.length + uploads.sending.length < mostFiles && (
        <FileButton label={t('chooseFiles')} accept={accepted} onFile={(file) => file && uploads.add([file])} />
      )}
    </div>
  )
}
