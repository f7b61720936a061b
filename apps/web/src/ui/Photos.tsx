import './photo-upload.css'
import { LoadingOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFileUrls } from './use-file-urls.ts'

const PhotoPreview = lazy(async () => ({ default: (await import('./PhotoPreview.tsx')).PhotoPreview }))

/** Stored pictures to look at: small, and large after a click. `of` says what they belong to. */
export function Photos({ of, names }: { of: string; names: readonly string[] }) {
  const { t } = useTranslation('files')
  const [openAt, setOpenAt] = useState<number>()
  const urlOf = useFileUrls(names)
  const smallOf = useFileUrls(names, 'small')
  return (
    <div className="photos">
      <ul aria-label={t('photosOf', { what: of })}>
        {names.map((name, i) => (
          <li key={name} className="photo">
            <button type="button" className="photo-picture" onClick={() => setOpenAt(i)}>
              <span className="visually-hidden">{t('preview', { name: t('picture', { n: i + 1 }) })}</span>
              {smallOf(name) ? <img src={smallOf(name)} alt="" /> : <LoadingOutlined aria-hidden />}
            </button>
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
