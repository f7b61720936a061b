import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PhotoList } from '../../ui/photos/PhotoList.tsx'
import { useStoredPhotos } from './use-stored-photos.ts'

type Props = {
  /** The thing that they belong to. */
  of: string
  /** Names of stored pictures. */
  names: readonly string[]
  /** Says below a picture what it shows. */
  captionOf?: (name: string) => ReactNode
}

/** Stored pictures to look at; nothing where there are none. */
export function Photos({ of, names, captionOf }: Props) {
  const { t } = useTranslation('files')
  const photos = useStoredPhotos(names)
  return photos.length > 0 && <PhotoList label={t('photosOf', { what: of })} photos={photos} captionOf={captionOf} />
}
