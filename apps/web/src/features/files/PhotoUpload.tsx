import type { Endpoint } from '@huanwei/contract/endpoint'
import { fileTypes, maxPictureBytes, pictureTypes } from '@huanwei/contract/files/codes'
import { type StoredFile, uploadFile } from '@huanwei/contract/files/endpoints'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { PhotoInput } from '../../ui/photos/PhotoInput.tsx'
import { useStoredPhotos } from './use-stored-photos.ts'
import { useUploads } from './use-uploads.ts'

type Props = {
  /** Accessible name of the group: what the pictures show. */
  label: string
  /** Names of stored pictures. */
  value: readonly string[]
  onChange: (names: string[]) => void
  /** The number that there may be. */
  max?: number
  endpoint?: Endpoint<z.ZodType, typeof StoredFile>
  mostBytes?: number
  isOff?: boolean
  /** True where their order means something. */
  isOrdered?: boolean
}

const mediaTypes = pictureTypes.map((type) => fileTypes[type]).join(',')

/** The names with this one before the one that stands before it. */
function earlier(names: readonly string[], name: string) {
  const place = names.indexOf(name)
  return place < 1 ? [...names] : [...names.slice(0, place - 1), name, names[place - 1]!, ...names.slice(place + 1)]
}

/** Pictures that are stored as soon as they are chosen. */
export function PhotoUpload(props: Props) {
  const { label, value, onChange, max = 1, endpoint = uploadFile, mostBytes = maxPictureBytes } = props
  const { isOff = false, isOrdered = false } = props
  const { t } = useTranslation('files')
  const { sending, add, retry, drop } = useUploads({ endpoint, mostBytes, value, onChange, max })
  const size = t('hint', { types: pictureTypes.join(', '), size: mostBytes / 1024 / 1024 })
  return (
    <PhotoInput
      label={label}
      hint={max > 1 ? `${size} · ${t('full', { max })}` : size}
      photos={useStoredPhotos(value)}
      onRemove={(name) => onChange(value.filter((one) => one !== name))}
      onEarlier={isOrdered ? (name) => onChange(earlier(value, name)) : undefined}
      sending={sending}
      onRetry={retry}
      onDrop={drop}
      room={max - value.length - sending.length}
      isMultiple={max > 1}
      accept={mediaTypes}
      onAdd={add}
      isOff={isOff}
    />
  )
}
