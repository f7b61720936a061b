import { hourMs, minuteMs } from '@huanwei/contract/time'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../lib/time.ts'
import { playableFrom, type Stretch } from './stretches.ts'

const dayLength = 24 * hourMs
const everyHours = 3
const hours = Array.from({ length: 24 / everyHours + 1 }, (_, i) => i * everyHours)

type Props = {
  /** Epoch ms of its beginning. */
  start: number
  stretches: readonly Stretch[]
  /** The moment shown, epoch ms. */
  at: number | undefined
  onGo: (at: number) => void
  /** Stands between the bar and its hours. */
  lane?: ReactNode
}

/** A day with what was recorded of it. A press or Enter plays from there; the arrows move by a minute, with Shift by ten, Page keys by an hour. */
export function DayBar({ start, stretches, at, onGo, lane }: Props) {
  const { t } = useTranslation('playback')
  /** Where the keys are, until something is played from there. */
  const [cursor, setCursor] = useState<number>()
  const shown = cursor ?? at ?? stretches[0]?.from ?? start
  const placeOf = (time: number) => `${(Math.min(dayLength, Math.max(0, time - start)) / dayLength) * 100}%`

  function go(to: number) {
    setCursor(undefined)
    const from = playableFrom(stretches, to)
    if (from !== undefined) onGo(from)
  }
  function press({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    go(start + Math.round((((clientX - left) / width) * dayLength) / 1000) * 1000)
  }
  function type(event: KeyboardEvent) {
    const next = timeOfKey(event, shown, stretches)
    if (event.key !== 'Enter' && next === undefined) return
    event.preventDefault()
    if (next === undefined) go(shown)
    else setCursor(Math.min(start + dayLength - 1000, Math.max(start, next)))
  }
  const isThere = stretches.some(({ from, to }) => shown >= from && shown < to)
  return (
    <div className="playback-bar">
      <div
        className="playback-day"
        role="slider"
        tabIndex={0}
        aria-label={t('bar.label')}
        aria-valuemin={0}
        aria-valuemax={dayLength / 1000}
        aria-valuenow={Math.round((shown - start) / 1000)}
        aria-valuetext={t(isThere ? 'bar.recorded' : 'bar.nothing', { time: formatTime(shown).slice(11) })}
        onPointerDown={press}
        onKeyDown={type}
        onBlur={() => setCursor(undefined)}
      >
        {stretches.map(({ from, to, isAlarm }) => (
          <i
            key={from}
            data-alarm={isAlarm || undefined}
            style={{
              insetInlineStart: placeOf(from),
              width: `${(Math.min(to, start + dayLength) - Math.max(from, start)) / (dayLength / 100)}%`,
            }}
          />
        ))}
        <b style={{ insetInlineStart: placeOf(shown) }} data-cursor={cursor !== undefined || undefined} />
      </div>
      {lane}
      <div className="playback-hours" aria-hidden>
        {hours.map((hour) => (
          <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
            {hour}
          </span>
        ))}
      </div>
    </div>
  )
}

/** The moment that a key leads to; undefined for any other key. */
function timeOfKey({ key, shiftKey }: KeyboardEvent, at: number, stretches: readonly Stretch[]) {
  const step = shiftKey ? 10 * minuteMs : minuteMs
  const moves: Record<string, number | undefined> = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - hourMs,
    PageUp: at + hourMs,
    Home: stretches[0]?.from,
    End: stretches.at(-1)?.from,
  }
  return moves[key]
}
