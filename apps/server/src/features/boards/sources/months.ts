import { Pace } from '@huanwei/contract/boards/codes'
import { shanghaiMs } from '@huanwei/contract/time'
import { say } from '@huanwei/words/say'
import { timeText } from '../../../lib/time.ts'
import { headsOf, type Source } from '../source.ts'
import { listAt } from './lists.ts'
import { orderLists } from './orders.ts'

/** This month until now, and the last one until the same day and time, as the lists ask for a period. */
export function monthsOf(now: number) {
  const local = new Date(now + shanghaiMs)
  const first = (back: number) => Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - back, 1) - shanghaiMs
  const since = now - first(0)
  const lastEnd = Math.min(first(1) + since, first(0) - 1000)
  return {
    current: { startTime: timeText(first(0)), endTime: timeText(now) },
    last: { startTime: timeText(first(1)), endTime: timeText(lastEnd) },
  }
}

/** This month against the last one until the same day: a row for each list. */
export const months: Source<'rows'> = {
  pace: Pace.slow,
  async read(asked) {
    const { current, last } = monthsOf(asked.now)
    const span = { from: current.startTime.slice(0, 10), to: current.endTime.slice(0, 10) }
    const behind = {
      events: listAt.allEvents(span),
      cleaning: listAt.cleaning(span),
      inspections: listAt.inspections({ tab: 'all', ...span }),
      complaints: listAt.complaints({ status: 'all', ...span }),
    }
    const rows = []
    for (const name of ['events', 'cleaning', 'inspections', 'complaints'] as const) {
      const { came } = orderLists[name]
      const [now, before] = [await came(asked, current), await came(asked, last)]
      const change = before > 0 ? Math.round((100 * (now - before)) / before) : null
      rows.push({
        key: name,
        cells: [
          say(asked.language, `boards:order.${name}`),
          now.toLocaleString('en-US'),
          before.toLocaleString('en-US'),
          change === null ? '–' : `${change > 0 ? '+' : ''}${change}%`,
        ],
        href: behind[name],
        tone: change === null ? ('plain' as const) : change > 0 ? ('warn' as const) : ('good' as const),
      })
    }
    return { shape: 'rows', heads: headsOf(asked.language, ['list', 'thisMonth', 'lastMonth', 'change']), rows }
  },
}
