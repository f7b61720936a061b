import { mostDaysBack } from '@huanwei/contract/boards/codes'
import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'

/** Number of a day, `yyyy-MM-dd`, since 1970. */
const numberOf = (day: string) => Date.parse(day) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

const long = { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' } as const
const short = { month: 'short', day: 'numeric' } as const

type Props = {
  /** Day whose figures are shown. */
  shown: string
  /** Day that was chosen: its figures may be on their way. */
  asked: string | undefined
  onDay(day: string): void
}

/** Days that the keys of a page go. */
const pageDays = 7

/** Chooses the past day that a board shows, by the pointer or the keys of a slider; its ends and the chosen day are written on its axis. */
export function DaySlider({ shown, asked = shown, onDay }: Props) {
  const { t, i18n } = useTranslation('boards')
  const today = Math.floor((useTick() + shanghaiMs) / dayMs)
  const first = today - mostDaysBack
  const within = (number: number) => Math.min(today, Math.max(first, number))
  // An address may name a day that no calendar has.
  const value = within(numberOf(asked) || today)
  const textOf = (number: number, style: Intl.DateTimeFormatOptions) =>
    new Date(number * dayMs).toLocaleDateString(i18n.language, { timeZone: 'UTC', ...style })
  const turnPage = (event: KeyboardEvent) => {
    const days = event.key === 'PageUp' ? pageDays : event.key === 'PageDown' ? -pageDays : 0
    if (!days) return
    event.preventDefault()
    onDay(dayOf(within(value + days)))
  }
  return (
    <label className="board-day" style={{ '--chosen': (value - first) / mostDaysBack } as CSSProperties}>
      <span className="board-date">{textOf(numberOf(shown), long)}</span>
      <span className="board-day-chosen" aria-hidden="true">
        {textOf(value, short)}
      </span>
      <input
        type="range"
        min={first}
        max={today}
        value={value}
        aria-label={t('dayShown')}
        aria-valuetext={textOf(value, long)}
        onChange={({ target }) => onDay(dayOf(Number(target.value)))}
        onKeyDown={turnPage}
      />
      <span className="board-day-ends" aria-hidden="true">
        <span>{textOf(first, short)}</span>
        <span>{textOf(today, short)}</span>
      </span>
    </label>
  )
}
