import type { Metric } from '@huanwei/contract/readings/codes'
import { metrics } from '@huanwei/contract/readings/codes'
import type { ReadingPoint } from '@huanwei/contract/readings/endpoints'
import { parseTime, wallTime } from '../../lib/time.ts'
import { timeAxis } from '../../ui/chart/time-axis.ts'

/** Value of a span of a history: the sum of counts, the mean of everything else. */
export const figureOf = (metric: Metric, { avg, count }: ReadingPoint) =>
  Number((metrics[metric].kind === 'count' ? avg * count : avg).toFixed(3))

type Limit = { name: string; value: number }

/** Bars for counts; a line with its extremes behind it for everything else, and the limit over all of it as a dashed line. */
export function chartOf(metric: Metric, points: ReadingPoint[], from: number, to: number, limit?: Limit) {
  const { kind, unit } = metrics[metric]
  const at = ({ time }: ReadingPoint) => wallTime(parseTime(time))
  const values = points.map((point) => [at(point), figureOf(metric, point)])
  const band = { type: 'line', stack: 'band', symbol: 'none', silent: true, lineStyle: { opacity: 0 }, tooltip: { show: false } }
  return {
    grid: { left: 8, right: 16, top: 16, bottom: 8 },
    tooltip: { trigger: 'axis' },
    xAxis: timeAxis(wallTime(from), wallTime(to)),
    yAxis: { type: 'value', scale: kind !== 'count' && !limit, name: unit, ...(unit === '%' && { min: 0, max: 100 }) },
    series: [
      ...(kind === 'count'
        ? [{ type: 'bar', data: values }]
        : [
            { ...band, data: points.map((point) => [at(point), point.min]) },
            { ...band, areaStyle: { opacity: 0.18 }, data: points.map((point) => [at(point), point.max - point.min]) },
            // One reading alone has no line.
            { type: 'line', symbol: points.length > 1 ? 'none' : 'circle', data: values },
          ]),
      ...(limit ? [limitLine(limit, wallTime(from), wallTime(to))] : []),
    ],
  }
}

const limitLine = ({ name, value }: Limit, from: number, to: number) => ({
  type: 'line',
  name,
  symbol: 'none',
  lineStyle: { type: 'dashed' },
  color: 'var(--alert)',
  data: [
    [from, value],
    [to, value],
  ],
})
