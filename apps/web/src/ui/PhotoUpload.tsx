import './photo-upload.css'
import { CloseOutlined, LoadingOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { fileTypes, maxPictureBytes, pictureTypes } from '@huanwei/contract/files/codes'
import { type StoredFile, uploadFile } from '@huanwei/contract/files/endpoints'
import { lazy, Suspense, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { useFileUrls } from './use-file-urls.ts'
import { type Sending, useUploads } from './use-uploads.ts'

const PhotoPreview = lazy(async () => ({ default: (await import('./PhotoPreview.tsx')).PhotoPreview }))

type Props = {
  /** What the pictures are of: names the group. */
  label: string
  /** Names of stored pictures. */
  value: readonly string[]
  onChange: (names: string[]) => void
  /** How many there may be. */
  max?: number
  endpoint?: Endpoint<z.ZodType, typeof StoredFile>
  mostBytes?: number
  isOff?: boolean
}

const mediaTypes = pictureTypes.map((type) => fileTypes[type]).join(',')

/** Pictures to add, look at and take away, with progress and another try for what failed. Source: design, shared screen parts. */
export function PhotoUpload(props: Props) {
  const { label, value, onChange, max = 1, endpoint = uploadFile, mostBytes = maxPictureBytes, isOff = false } = props
  const { t } = useTranslation('files')
  const hintId = useId()
  const [openAt, setOpenAt] = useState<number>()
  const { sending, add, retry, drop } = useUploads({ endpoint, mostBytes, value, onChange, max })
  const urlOf = useFileUrls(value)
  const smallOf = useFileUrls(value, 'small')
  const room = max - value.length - sending.length

  return (
    <fieldset className="photos" aria-label={label} aria-describedby={hintId} disabled={isOff}>
      <ul>
        {value.map((name, i) => (
          <li key={name} className="photo">
            <button type="button" className="photo-picture" disabled={false} onClick={() => setOpenAt(i)}>
              <span className="visually-hidden">{t('preview', { name: t('picture', { n: i + 1 }) })}</span>
              {smallOf(name) ? <img src={smallOf(name)} alt="" /> : <LoadingOutlined aria-hidden />}
            </button>
            {!isOff && (
              <RemoveButton name={t('picture', { n: i + 1 })} onClick={() => onChange(value.filter((one) => one !== name))} />
            )}
          </li>
        ))}
        {sending.map((one) => (
          <SendingPhoto key={one.key} sending={one} onRetry={() => retry(one)} onDrop={() => drop(one)} />
        ))}
        {!isOff && room > 0 && (
          <li className="photo photo-add">
            <label>
              <PlusOutlined aria-hidden />
              <span>{t('add')}</span>
              <input
                type="file"
                accept={mediaTypes}
                multiple={max > 1}
                aria-label={`${label}: ${t('add')}`}
                onChange={({ target }) => {
                  add([...(target.files ?? [])].slice(0, room))
                  target.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <p id={hintId} className="photos-hint">
        {t('hint', { types: pictureTypes.join(', '), size: mostBytes / 1024 / 1024 })}
        {max > 1 && ` · ${t('full', { max })}`}
      </p>
      {openAt !== undefined && (
        <Suspense fallback={null}>
          <PhotoPreview urls={value.flatMap((name) => urlOf(name) ?? [])} at={openAt} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </fieldset>
  )
}

const RemoveButton = ({ name, onClick }: { name: string; onClick: () => void }) => {
  const { t } = useTranslation('files')
  return (
    <button
      type="button"
      className="photo-remove"
      title={t('remove', { name })}
      aria-label={t('remove', { name })}
      onClick={onClick}
    >
      <CloseOutlined aria-hidden />
    </button>
  )
}

/** One on its way, or one that did not arrive. */
function SendingPhoto({ sending, onRetry, onDrop }: { sending: Sending; onRetry: () => void; onDrop: () => void }) {
  const { t } = useTranslation('files')
  const { file, share, reason, canRetry } = sending
  const percent = Math.round(share * 100)
  return (
    <li className="photo" data-failed={reason === undefined ? undefined : ''}>
      {reason === undefined ? (
        <span className="photo-progress">
          <progress max={100} value={percent} aria-label={t('uploading', { name: file.name, percent })} />
          {percent}%
        </span>
      ) : (
        <span className="photo-failure" role="alert" title={reason}>
          <span>{t('failed', { name: file.name, reason })}</span>
          {canRetry && (
            <button type="button" onClick={onRetry}>
              <ReloadOutlined aria-hidden /> {t('retry')}
            </button>
          )}
        </span>
      )}
      <RemoveButton name={file.name} onClick={onDrop} />
    </li>
  )
}
