import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhotoUrls } from '../engine/use-photo-urls.ts'
import { useTurn } from '../engine/use-turn.ts'
import './carousel.css'

type Photos = Extract<PanelData, { shape: 'photos' }>['photos']

/** A photo stands for this, seconds. */
const photoSeconds = 8

/** Time for which a photo that did not load is passed over, ms: the network may have been away. */
const brokenMs = 60_000

/** Photos that take turns. */
export function CarouselPanel({ photos }: { photos: Photos }) {
  const { t } = useTranslation('boards')
  /** When those that did not load were tried, epoch ms, by address. */
  const [broken, setBroken] = useState<ReadonlyMap<string, number>>(new Map())
  const turn = useTurn(photoSeconds)
  const { urlOf, isLoading } = usePhotoUrls(photos)
  const isBroken = (url: string) => Date.now() - (broken.get(url) ?? 0) < brokenMs
  const drawn = photos.flatMap((photo) => {
    const url = urlOf(photo.fileName)
    return url === undefined || isBroken(url) ? [] : [{ ...photo, url }]
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
          onError={() => setBroken((some) => new Map([...some].filter(([one]) => isBroken(one))).set(url, Date.now()))}
        />
      ))}
      <figcaption>{now.text}</figcaption>
    </figure>
  )
}
