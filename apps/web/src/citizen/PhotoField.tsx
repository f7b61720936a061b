import { reportLimits } from '@huanwei/contract/complaints/codes'
import { useEffect } from 'react'
import { useTexts } from './texts.ts'
import { type Upload, usePhotos } from './use-photos.ts'

type Props = {
  facilityCode: string
  /** Uploaded ones. */
  names: readonly string[]
  onAdd: (name: string) => void
  onRemove: (name: string) => void
  /** Hears whether some are still on their way. */
  onBusy: (isBusy: boolean) => void
}

/** Photos: the stored ones, those on their way with progress and another try, and a way to add more. */
export function PhotoField({ facilityCode, names, onAdd, onRemove, onBusy }: Props) {
  const { t } = useTexts()
  const { uploads, previews, add, retry, drop } = usePhotos(facilityCode, onAdd)
  const isBusy = uploads.some(({ reason }) => reason === undefined)
  useEffect(() => onBusy(isBusy), [onBusy, isBusy])
  const room = reportLimits.photos - names.length - uploads.length

  return (
    <fieldset className="photos">
      <legend>{t('photo.title', { most: reportLimits.photos })}</legend>
      <ul>
        {names.map((name, i) => (
          <StoredPhoto key={name} n={i + 1} preview={previews.get(name)} onRemove={() => onRemove(name)} />
        ))}
        {uploads.map((one) => (
          <UploadItem key={one.key} upload={one} onRetry={() => retry(one)} onDrop={() => drop(one.key)} />
        ))}
        {room > 0 && <AddPhotos room={room} onAdd={add} />}
      </ul>
      <p className="hint">{t('photo.hint')}</p>
    </fieldset>
  )
}

/** A photo that arrived; without a picture where the page was opened anew since. */
function StoredPhoto({ n, preview, onRemove }: { n: number; preview: string | undefined; onRemove: () => void }) {
  const { t } = useTexts()
  return (
    <li>
      {preview ? <img src={preview} alt={t('photo.n', { n })} /> : <span>{t('photo.n', { n })}</span>}
      <button type="button" className="remove" aria-label={t('photo.remove', { n })} onClick={onRemove}>
        ×
      </button>
    </li>
  )
}

type UploadProps = { upload: Upload; onRetry: () => void; onDrop: () => void }

function UploadItem({ upload: { share, reason, isLost }, onRetry, onDrop }: UploadProps) {
  const { t } = useTexts()
  return (
    <li data-failed={reason === undefined ? undefined : ''}>
      {reason === undefined ? (
        <progress max={1} value={share} aria-label={t('photo.sending')} />
      ) : (
        <span role="alert">
          {reason}
          {isLost && (
            <button type="button" onClick={onRetry}>
              {t('again')}
            </button>
          )}
        </span>
      )}
      <button type="button" className="remove" aria-label={t('photo.drop')} onClick={onDrop}>
        ×
      </button>
    </li>
  )
}

/** Input of photos, as many as there is room for. */
function AddPhotos({ room, onAdd }: { room: number; onAdd: (files: File[]) => void }) {
  const { t } = useTexts()
  return (
    <li className="add">
      <label>
        <span aria-hidden="true">+</span>
        {t('photo.add')}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          multiple={room > 1}
          onChange={({ target }) => {
            onAdd([...(target.files ?? [])].slice(0, room))
            target.value = ''
          }}
        />
      </label>
    </li>
  )
}
