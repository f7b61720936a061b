import { Pace } from '@huanwei/contract/boards/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { CubicleState } from '@huanwei/contract/facilities/codes'
import { Status } from '@huanwei/contract/live/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import { say } from '@huanwei/words/say'
import { dayText } from '../../../lib/time.ts'
import { cubiclesOf } from '../../facilities/live-facts.ts'
import { asFigure, asRanking, type BoardAsked, type Source, seldomMs } from '../source.ts'
import { cardOf, listAt } from './lists.ts'
import { facilitiesOf } from './live-state.ts'
import { countVisitors } from './queries.ts'

const toiletsOf = (asked: BoardAsked) => facilitiesOf(asked, FacilityType.publicToilet)
type Toilet = ReturnType<typeof toiletsOf>[number]

/** Values of a metric on all channels of a toilet. */
export const valuesOf = ({ live }: Toilet, metric: Metric) =>
  Object.entries(live.readings ?? {}).flatMap(([key, { value }]) => (key.split('.')[0] === metric ? [value] : []))

/** Free cubicles of all, and toilets with such sensors of all. */
export const cubicles: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const all = toiletsOf(asked)
    const counted = all.map(cubiclesOf).filter((one) => one.all > 0)
    const sum = (name: 'all' | 'free') => counted.reduce((total, one) => total + one[name], 0)
    const listOf = (cubicles: CubicleState) => listAt.facilities({ facilityType: FacilityType.publicToilet, cubicles })
    const figures = [
      asFigure('cubiclesFree', say(asked.language, 'boards:figure.cubiclesFree'), sum('free'), {
        of: sum('all'),
        tone: 'good',
        href: listOf(CubicleState.free),
      }),
      asFigure('toiletsSensed', say(asked.language, 'boards:figure.toiletsSensed'), counted.length, {
        of: all.length,
        href: listOf(CubicleState.sensed),
      }),
    ]
    return { shape: 'figures', figures }
  },
}

/** Free cubicles of each toilet that counts them, the fullest first. */
export const cubiclesByToilet: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const counted = toiletsOf(asked).map((toilet) => ({ toilet, ...cubiclesOf(toilet) }))
    const figures = counted
      .filter(({ all }) => all > 0)
      .sort((a, b) => a.free / a.all - b.free / b.all || a.toilet.id - b.toilet.id)
      .map(({ toilet: { id, name }, free, all }) =>
        asFigure(id, name, free, { of: all, tone: free > 0 ? 'good' : 'bad', href: cardOf(ObjectType.facility, id) }),
      )
    return { shape: 'figures', figures: asRanking(asked.language, figures) }
  },
}

/** Toilets by their highest ammonia, ppm. */
export const odour: Source<'figures'> = {
  pace: Pace.live,
  async read(asked) {
    const figures = toiletsOf(asked)
      .flatMap((toilet) => {
        const values = valuesOf(toilet, Metric.ammonia)
        return values.length ? [{ ...toilet, value: Math.round(Math.max(...values) * 10) / 10 }] : []
      })
      .sort((a, b) => b.value - a.value || a.id - b.id)
      .map(({ id, name, value, live: { status } }) =>
        asFigure(id, name, value, {
          unit: 'ppm',
          tone: status === Status.alert ? 'bad' : status === Status.warning ? 'warn' : 'plain',
          href: cardOf(ObjectType.facility, id),
        }),
      )
    return { shape: 'figures', figures: asRanking(asked.language, figures) }
  },
}

/** People who went into the toilets today, by hour. */
export const visitorHours: Source<'series'> = {
  pace: Pace.slow,
  lifeMs: seldomMs,
  async read(asked) {
    const ids = toiletsOf(asked).map(({ id }) => id)
    const found = new Map((await countVisitors(asked.tx, asked.viewer.tenantId, ids)).map(({ hour, total }) => [hour, total]))
    const begun = Math.floor((asked.now - Date.parse(`${dayText(asked.now)}T00:00:00+08:00`)) / 3_600_000) + 1
    const labels = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const values = labels.slice(0, begun).map((_, hour) => Math.round(found.get(hour) ?? 0))
    return { shape: 'series', labels, lines: [{ name: say(asked.language, 'boards:line.visitors'), values }] }
  },
}
