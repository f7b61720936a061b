import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhotoUrls } from '../engine/use-photo-urls.ts'
import { useTurn } from '../engine/use-turn.ts'
import './carousel.css'

type Photos = Extract<PanelData, { shape: 'photos' }>['photos']

/** A photo stands for this, seconds. */
const photoSeconds = 8

/** Photos that did not load of which we know. */
const mostBroken = 50

/** Photos that take turns. One that does not load is passed over. */
export function CarouselPanel({ photos }: { photos: Photos }) {
  const { t } = useTranslation('boards')
  const [broken, setBroken] = useState<readonly string[]>([])
  const turn = useTurn(photoSeconds)
  const { urlOf, isLoading } = usePhotoUrls(photos)
  const drawn = photos.flatMap((photo) => {
    const url = urlOf(photo.fileName)
    return url === undefined || broken.includes(url) ? [] : [{ ...photo, url }]
  })
  const now = drawn[turn % Math.max(1, drawn.length)]
  const next = drawn[(turn + 1) % Math.max(1, drawn.length)]
  if (!now) return isLoading ? null : <p className="board-nothing">{t('nothing')}</p>
  // The next one is loaded before its turn.
  const both = next && next.key !== now.key ? [now, next] : [now]
  return (
    <figure className="board-carousel">
      {both.map(({ key, url, text }) => (
        <img
          key={key}
          src={url}
          alt={key === now.key ? text : ''}
          className={key === now.key ? 'board-photo-now' : undefined}
          onError={() => setBroken((some) => [...some, url].slice(-mostBroken))}
        />
      ))}
      <figcaption>{now.text}</figcaption>
    </figure>
  )
}
