import { mostDaysBack } from '@huanwei/contract/boards/codes'
import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'

/** Number of a day, `yyyy-MM-dd`, since 1970. */
const numberOf = (day: string) => Date.parse(day) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

type Props = {
  /** Day whose figures are shown. */
  shown: string
  /** Day that was chosen: its figures may be on their way. */
  asked: string | undefined
  onDay(day: string): void
}

/** Chooses the past day that a board shows. */
export function DaySlider({ shown, asked = shown, onDay }: Props) {
  const { t, i18n } = useTranslation('boards')
  const today = Math.floor((useTick() + shanghaiMs) / dayMs)
  const first = today - mostDaysBack
  // An address may name a day that no calendar has.
  const value = Math.min(today, Math.max(first, numberOf(asked) || today))
  const style = { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' } as const
  const textOf = (day: string) => new Date(day).toLocaleDateString(i18n.language, style)
  return (
    <label className="board-day">
      <span className="board-date">{textOf(shown)}</span>
      <input
        type="range"
        min={first}
        max={today}
        value={value}
        aria-label={t('dayShown')}
        aria-valuetext={textOf(dayOf(value))}
        onChange={({ target }) => onDay(dayOf(Number(target.value)))}
      />
    </label>
  )
}
