import { useTranslation } from 'react-i18next'
import { useTick } from '../../../lib/tick.ts'

const zone = 'Asia/Shanghai'
/** Midnight is 00:00. */
const clock = { timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** The time of now, to the second. */
export function BoardClock() {
  const { i18n } = useTranslation()
  const time = new Date(useTick()).toLocaleTimeString(i18n.language, clock)
  return <time className="board-clock">{time}</time>
}

/** The day of now with its weekday. */
export function BoardDate() {
  const { i18n } = useTranslation()
  const style = { timeZone: zone, year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' } as const
  return <span className="board-date">{new Date(useTick()).toLocaleDateString(i18n.language, style)}</span>
}
