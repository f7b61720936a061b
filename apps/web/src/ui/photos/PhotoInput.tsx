import './photos.css'
import { CloseOutlined, LeftOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LargePhotos, type Photo, PhotoButton } from './PhotoList.tsx'

/** A picture that is being sent: the share that has gone, 0 to 1, or the reason why it did not arrive. */
export type SentPhoto = { key: string; file: { name: string }; share: number; reason?: string; canRetry: boolean }

type Props = {
  /** Accessible name of the group. */
  label: string
  hint: ReactNode
  photos: readonly Photo[]
  onRemove: (name: string) => void
  /** Puts a picture before the one that stands before it; without it their order means nothing. */
  onEarlier?: ((name: string) => void) | undefined
  sending: readonly SentPhoto[]
  onRetry: (key: string) => void
  onDrop: (key: string) => void
  /** Number of pictures that may still be added. */
  room: number
  isMultiple: boolean
  /** Media types, comma-separated. */
  accept: string
  onAdd: (files: File[]) => void
  isOff: boolean
}

/** Lets the keyboard go on at the next picture, or at the way to add one, when that of a button goes; without either at `group`. */
function passFocus(button: Element, group: HTMLElement | null) {
  const item = button.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  const control = next?.querySelector<HTMLElement>('.photo-remove, input') ?? group
  control?.focus()
}

/** Pictures to add, look at and take away, with progress and another try for what failed. Source: design, shared screen parts. */
export function PhotoInput({
  label,
  hint,
  photos,
  onRemove,
  onEarlier,
  sending,
  onRetry,
  onDrop,
  room,
  onAdd,
  isOff,
  ...adding
}: Props) {
  const { t } = useTranslation('files')
  const hintId = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const [openAt, setOpenAt] = useState<number>()
  /** What became of the last act. */
  const [said, setSaid] = useState('')
  const moveEarlier = (name: string, place: number, button: Element) => {
    onEarlier?.(name)
    setSaid(t('placed', { n: place, all: photos.length }))
    // The first one has no such button.
    if (place === 1) button.closest('li')?.querySelector<HTMLElement>('.photo-picture')?.focus()
  }
  const remove = (name: string, button: Element) => {
    passFocus(button, group.current)
    setSaid('')
    onRemove(name)
  }
  const add = (files: File[]) => {
    setSaid(files.length > room ? t('noRoom', { n: files.length - room }) : '')
    onAdd(files.slice(0, room))
  }
  return (
    <fieldset className="photos" ref={group} tabIndex={-1} aria-label={label} aria-describedby={hintId}>
      <ul>
        {photos.map((photo, i) => (
          <li key={photo.name} className="photo">
            <PhotoButton photo={photo} number={i + 1} onClick={() => setOpenAt(i)} />
            {!isOff && onEarlier && i > 0 && (
              <EarlierButton name={t('picture', { n: i + 1 })} onClick={(button) => moveEarlier(photo.name, i, button)} />
            )}
            {!isOff && <RemoveButton name={t('picture', { n: i + 1 })} onClick={(button) => remove(photo.name, button)} />}
          </li>
        ))}
        {sending.map((one) => (
          <SendingPhoto
            key={one.key}
            sending={one}
            onRetry={() => onRetry(one.key)}
            onDrop={(button) => {
              passFocus(button, group.current)
              onDrop(one.key)
            }}
          />
        ))}
        {!isOff && room > 0 && <AddPhoto label={label} {...adding} onAdd={add} />}
      </ul>
      <p id={hintId} className="photos-hint">
        {hint}
      </p>
      <p role="status" className="photos-hint">
        {said}
      </p>
      <LargePhotos photos={photos} openAt={openAt} onClose={() => setOpenAt(undefined)} />
    </fieldset>
  )
}

function AddPhoto({ label, isMultiple, accept, onAdd }: Pick<Props, 'label' | 'isMultiple' | 'accept' | 'onAdd'>) {
  const { t } = useTranslation('files')
  return (
    <li className="photo photo-add">
      <label>
        <PlusOutlined aria-hidden />
        <span>{t('add')}</span>
        <input
          type="file"
          accept={accept}
          multiple={isMultiple}
          aria-label={`${label}: ${t('add')}`}
          onChange={({ target }) => {
            onAdd([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
    </li>
  )
}

type ButtonOf = { name: string; onClick: (button: Element) => void }

const RemoveButton = ({ name, onClick }: ButtonOf) => {
  const { t } = useTranslation('files')
  return (
    <button
      type="button"
      className="photo-remove"
      title={t('remove', { name })}
      aria-label={t('remove', { name })}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      <CloseOutlined aria-hidden />
    </button>
  )
}

const EarlierButton = ({ name, onClick }: ButtonOf) => {
  const { t } = useTranslation('files')
  const text = t('earlier', { name })
  return (
    <button
      type="button"
      className="photo-earlier"
      title={text}
      aria-label={text}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      <LeftOutlined aria-hidden />
    </button>
  )
}

type SendingProps = { sending: SentPhoto; onRetry: () => void; onDrop: ButtonOf['onClick'] }

/** One on its way, or one that did not arrive. */
function SendingPhoto({ sending, onRetry, onDrop }: SendingProps) {
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
