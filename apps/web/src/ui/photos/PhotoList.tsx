import './photos.css'
import { LoadingOutlined } from '@ant-design/icons'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

const PhotoPreview = lazy(async () => ({ default: (await import('./PhotoPreview.tsx')).PhotoPreview }))

/** A picture by its name, and the addresses of its two sizes; undefined until they are known, and for a picture that is gone. */
export type Photo = { name: string; small: string | undefined; large: string | undefined }

type Props = {
  /** Accessible name of the list. */
  label: string
  photos: readonly Photo[]
  /** Says below a picture what it shows. */
  captionOf?: ((name: string) => ReactNode) | undefined
}

/** Pictures to look at: small, and large after a click. */
export function PhotoList({ label, photos, captionOf }: Props) {
  const [openAt, setOpenAt] = useState<number>()
  return (
    <div className="photos">
      <ul aria-label={label}>
        {photos.map((photo, i) => (
          <li key={photo.name} className="photo" data-captioned={captionOf ? '' : undefined}>
            <PhotoButton photo={photo} number={i + 1} onClick={() => setOpenAt(i)} />
            {captionOf && <div className="photo-caption">{captionOf(photo.name)}</div>}
          </li>
        ))}
      </ul>
      <LargePhotos photos={photos} openAt={openAt} onClose={() => setOpenAt(undefined)} />
    </div>
  )
}

/** A small picture that opens the large one. */
export function PhotoButton({ photo, number, onClick }: { photo: Photo; number: number; onClick: () => void }) {
  const { t } = useTranslation('files')
  return (
    <button type="button" className="photo-picture" onClick={onClick}>
      <span className="visually-hidden">{t('preview', { name: t('picture', { n: number }) })}</span>
      {photo.small ? <img src={photo.small} alt="" /> : <LoadingOutlined aria-hidden />}
    </button>
  )
}

type LargeProps = { photos: readonly Photo[]; openAt: number | undefined; onClose: () => void }

/** The large pictures, from the one at `openAt` on; nothing while that is undefined. */
export const LargePhotos = ({ photos, openAt, onClose }: LargeProps) =>
  openAt !== undefined && (
    <Suspense fallback={null}>
      <PhotoPreview urls={photos.flatMap(({ large }) => large ?? [])} at={openAt} onClose={onClose} />
    </Suspense>
  )
