import { dayMs, shanghaiMs } from '@huanwei/contract/time'

/** The moment shown and the time now, epoch ms. */
type Around = { shown: number; now: number }

/** Days before today by their word; longer words first. */
const daysAgo: [word: RegExp, days: number][] = [
  [/^大前[天日]/, 3],
  [/^前[天日]/, 2],
  [/^昨[天日]?|^yesterday/, 1],
  [/^今[天日]?|^today/, 0],
]
const date = /^(?:(\d{4}) ?[-/.年] ?)?(\d{1,2}) ?[-/.月] ?(\d{1,2})(?: ?[日号號]| |$)/
const clock =
  /^(凌晨|早上|上午|中午|下午|傍晚|晚上|晚)? ?(\d{1,2})(?: ?[:点點时時] ?(?:(\d{1,2}|半)(?: ?[:分] ?(?:(\d{1,2}) ?秒?)?)?)?)? ?(am|pm)?$/
/** 930, 1500, 150030. */
const digits = /^(\d{1,2})(\d\d)(\d\d)?$/
const isLate = /下午|傍晚|晚|pm/

/**
 * A moment as people type it, epoch ms: "15:00", "1500", "3点半", "昨天 15:00", "11-23 15:00". Without a day it is on the day shown, without a time at the
 * time shown. Undefined where it says no moment.
 */
export function parseMoment(text: string, { shown, now }: Around): number | undefined {
  let rest = text.normalize('NFKC').trim().toLowerCase()
  if (/^(现在|現在|now)$/.test(rest)) return now
  if (!rest) return undefined
  let day = Math.floor((shown + shanghaiMs) / dayMs) * dayMs
  const today = Math.floor((now + shanghaiMs) / dayMs) * dayMs
  const named = daysAgo.find(([word]) => word.test(rest))
  const dated = named ? null : date.exec(rest)
  if (named) {
    day = today - named[1] * dayMs
    rest = rest.replace(named[0], '')
  } else if (dated) {
    const found = dayOf(dated, today)
    if (found === undefined) return undefined
    day = found
    rest = rest.slice(dated[0].length)
  }
  const time = timeOf(rest.replace(/^[ ,，]+/, '').trim(), (shown + shanghaiMs) % dayMs)
  return time === undefined ? undefined : day + time - shanghaiMs
}

/** Beginning of a written day; without a year the last one of its name. In ms as if Asia/Shanghai were UTC. */
function dayOf([, year, month, day]: RegExpExecArray, today: number) {
  const at = (of: number) => Date.UTC(of, Number(month) - 1, Number(day))
  const thisYear = new Date(today).getUTCFullYear()
  const found = year ? at(Number(year)) : at(thisYear) > today ? at(thisYear - 1) : at(thisYear)
  const read = new Date(found)
  return read.getUTCMonth() === Number(month) - 1 && read.getUTCDate() === Number(day) ? found : undefined
}

/** Time of the day in ms; `shown` where nothing is said. */
function timeOf(text: string, shown: number) {
  if (!text) return shown
  const [, hour, minute = '0', second = '0'] = digits.exec(text) ?? []
  if (hour !== undefined) return msOf(Number(hour), Number(minute), Number(second))
  const found = clock.exec(text)
  if (!found) return undefined
  const [, part = '', hours, minutes = '0', seconds = '0', half = ''] = found
  const isAfternoon = isLate.test(part + half) || (/中午/.test(part) && Number(hours) < 3)
  const isMidnight = Number(hours) === 12 && (half === 'am' || /凌晨/.test(part))
  const base = isMidnight ? 0 : Number(hours) + (isAfternoon && Number(hours) < 12 ? 12 : 0)
  return msOf(base, /半/.test(minutes) ? 30 : Number(minutes), Number(seconds))
}

const msOf = (hours: number, minutes: number, seconds: number) =>
  hours < 24 && minutes < 60 && seconds < 60 ? ((hours * 60 + minutes) * 60 + seconds) * 1000 : undefined
