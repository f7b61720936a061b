import './photo-upload.css'
import { LoadingOutlined } from '@ant-design/icons'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileUrls } from './use-file-urls.ts'

const PhotoPreview = lazy(async () => ({ default: (await import('./PhotoPreview.tsx')).PhotoPreview }))

type Props = {
  /** What they belong to. */
  of: string
  names: readonly string[]
  /** Says below a picture what it shows. */
  captionOf?: (name: string) => ReactNode
}

/** Stored pictures to look at: small, and large after a click. */
export function Photos({ of, names, captionOf }: Props) {
  const { t } = useTranslation('files')
  const [openAt, setOpenAt] = useState<number>()
  const urlOf = useFileUrls(names)
  const smallOf = useFileUrls(names, 'small')
  return (
    <div className="photos">
      <ul aria-label={t('photosOf', { what: of })}>
        {names.map((name, i) => (
          <li key={name} className="photo" data-captioned={captionOf ? '' : undefined}>
            <button type="button" className="photo-picture" onClick={() => setOpenAt(i)}>
              <span className="visually-hidden">{t('preview', { name: t('picture', { n: i + 1 }) })}</span>
              {smallOf(name) ? <img src={smallOf(name)} alt="" /> : <LoadingOutlined aria-hidden />}
            </button>
            {captionOf && <div className="photo-caption">{captionOf(name)}</div>}
          </li>
        ))}
      </ul>
      {openAt !== undefined && (
        <Suspense fallback={null}>
          <PhotoPreview urls={names.flatMap((name) => urlOf(name) ?? [])} at={openAt} onClose={() => setOpenAt(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
