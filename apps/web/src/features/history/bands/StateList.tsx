import { useTranslation } from 'react-i18next'
import type { MoverKey } from '../history-search.ts'
import type { Playback } from '../playback/playback.ts'
import { useSecond } from '../playback/use-playback.ts'
import type { Track } from '../tracks/track.ts'
import { BandMark, type BandsByKey } from './BandRows.tsx'
import { stateAt } from './timed-bands.ts'

type Props = {
  tracks: readonly Track[]
  bands: BandsByKey
  playback: Playback
  focus: MoverKey
  onFocus: (key: MoverKey) => void
}

/** What each of several did at the moment shown; a click shows the details of one. */
export function StateList({ tracks, bands, playback, focus, onFocus }: Props) {
  const { t } = useTranslation('history')
  const at = useSecond(playback)
  return (
    <ul className="history-states" aria-label={t('now.all')}>
      {tracks.map(({ key, name, colour, points }) => {
        const { kind, speed } = stateAt(points, bands.get(key) ?? [], at)
        return (
          <li key={key}>
            <button type="button" aria-pressed={key === focus} onClick={() => onFocus(key)}>
              <i className="history-swatch" style={{ background: colour }} />
              <strong>{name}</strong>{' '}
              <span>
                {kind === 'silent' || kind === 'unheard' ? (
                  t(`state.${kind}`)
                ) : kind ? (
                  <>
                    <BandMark kind={kind} /> {t(`band.${kind}`)}
                  </>
                ) : null}
              </span>{' '}
              <span>{speed === undefined ? '—' : `${speed} km/h`}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
