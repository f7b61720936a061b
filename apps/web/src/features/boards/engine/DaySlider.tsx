import { mostDaysBack } from '@huanwei/contract/boards/codes'
import { dayMs, shanghaiMs } from '@huanwei/contract/time'
import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'

/** Number of a day, `yyyy-MM-dd`, since 1970. */
const numberOf = (day: string) => Date.parse(day) / dayMs
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)

/** Chooses the past day that a board shows. */
export function DaySlider({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const { t, i18n } = useTranslation('boards')
  const today = Math.floor((useTick() + shanghaiMs) / dayMs)
  const style = { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' } as const
  const text = new Date(day).toLocaleDateString(i18n.language, style)
  return (
    <label className="board-day">
      <span className="board-date">{text}</span>
      <input
        type="range"
        min={today - mostDaysBack}
        max={today}
        value={numberOf(day)}
        aria-label={t('dayShown')}
        aria-valuetext={text}
        onChange={({ target }) => onDay(dayOf(Number(target.value)))}
      />
    </label>
  )
}
