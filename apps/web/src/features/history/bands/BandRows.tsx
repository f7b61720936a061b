import { useTranslation } from 'react-i18next'
import type { MoverKey } from '../history-search.ts'
import type { Track } from '../tracks/track.ts'
import { bandKinds, type TimedBand } from './timed-bands.ts'
import './bands.css'

export type BandsByKey = ReadonlyMap<MoverKey, readonly TimedBand[]>

type Props = { tracks: readonly Track[]; bands: BandsByKey; from: number; to: number }

/** Units of a row; it is stretched to the width there is. */
const width = 2000
const least = 1
/** Part of a row's height by kind: they differ without their colours too. */
const heights = { work: 10, drive: 7, idle: 5, stop: 3 } as const

/** A row for each object with what it did over the span. */
export function BandRows({ tracks, bands, from, to }: Props) {
  const x = (at: number) => Math.max(0, Math.min(width, ((at - from) / (to - from)) * width))
  return tracks.map(({ key }) => (
    <svg key={key} className="history-bands" viewBox={`0 0 ${width} 10`} preserveAspectRatio="none" aria-hidden="true">
      {bands.get(key)?.map((band) => (
        <rect
          key={band.from}
          className={`history-band is-${band.kind}`}
          x={x(band.from)}
          y={10 - heights[band.kind]}
          width={Math.max(least, x(band.to) - x(band.from))}
          height={heights[band.kind]}
        />
      ))}
    </svg>
  ))
}

/** The names of several rows, beside them. */
export const BandNames = ({ tracks }: Pick<Props, 'tracks'>) => (
  <div className="history-band-names" aria-hidden="true">
    {tracks.map(({ key, name, colour }) => (
      <span key={key} title={name}>
        <i className="history-swatch" style={{ background: colour }} /> {name}
      </span>
    ))}
  </div>
)

/** What the colours and heights of the rows mean. */
export function BandLegend() {
  const { t } = useTranslation('history')
  return (
    <ul className="history-legend" aria-label={t('legend')}>
      {bandKinds.map((kind) => (
        <li key={kind}>
          <BandMark kind={kind} /> {t(`band.${kind}`)}
        </li>
      ))}
    </ul>
  )
}

export const BandMark = ({ kind }: { kind: keyof typeof heights }) => (
  <svg className="history-band-mark" viewBox="0 0 10 10" aria-hidden="true">
    <rect className={`history-band is-${kind}`} y={10 - heights[kind]} width={10} height={heights[kind]} />
  </svg>
)
