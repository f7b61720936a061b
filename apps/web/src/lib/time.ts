import { dayMs } from '@huanwei/contract/time'
import { i18n } from '../i18n/i18n.ts'

/** Every time on the wire is Asia/Shanghai, which has no daylight saving. Source: spec 3, section 5. */
const wireOffset = '+08:00'
const wireOffsetMs = 8 * 3_600_000

/** `yyyy-MM-dd HH:mm:ss` of the wire → epoch ms. */
export const parseTime = (text: string) => Date.parse(text.replace(' ', 'T') + wireOffset)

/** Epoch ms → what UTC would say when it is that moment in Asia/Shanghai: for what shows times as those of UTC. */
export const wallTime = (epochMs: number) => epochMs + wireOffsetMs

/** Epoch ms → `yyyy-MM-dd HH:mm:ss` of the wire. */
export const formatTime = (epochMs: number) => new Date(wallTime(epochMs)).toISOString().slice(0, 19).replace('T', ' ')

/** 31 → "31秒", 125 → "2分5秒", 4759 → "1小时19分". */
export function lastingText(lasting: number) {
  const [hours, minutes, seconds] = [Math.floor(lasting / 3600), Math.floor((lasting % 3600) / 60), Math.floor(lasting % 60)]
  if (hours > 0) return i18n.t('time.hoursMinutes', { hours, minutes })
  return minutes > 0 ? i18n.t('time.minutesSeconds', { minutes, seconds }) : i18n.t('time.seconds', { seconds })
}

/** Age as text: "3 秒前", "5 分钟前", "2 小时前", "4 天前". Never below 0: clocks differ. */
export function age(ageMs: number) {
  const seconds = Math.max(0, Math.floor(ageMs / 1000))
  if (seconds < 60) return i18n.t('time.secondsAgo', { n: seconds })
  if (seconds < 3600) return i18n.t('time.minutesAgo', { n: Math.floor(seconds / 60) })
  if (seconds < 86_400) return i18n.t('time.hoursAgo', { n: Math.floor(seconds / 3600) })
  return i18n.t('time.daysAgo', { n: Math.floor(seconds / 86_400) })
}

/** Today "HH:mm", yesterday the word for it, else `yyyy-MM-dd`. Source: spec 1, section 4. */
export function messageTime(text: string, nowMs: number) {
  const day = text.slice(0, 10)
  if (day === formatTime(nowMs).slice(0, 10)) return text.slice(11, 16)
  if (day === formatTime(nowMs - dayMs).slice(0, 10)) return i18n.t('time.yesterday')
  return day
}

/** A range of days as the wire wants it: 00:00:00 of the first through 23:59:59 of the last. Source: spec 2, section 9. */
export const dayRange = (firstDay: string, lastDay: string) => ({
  startTime: `${firstDay} 00:00:00`,
  endTime: `${lastDay} 23:59:59`,
})
