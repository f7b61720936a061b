import { Grouping } from '@huanwei/contract/reports/codes'
import type { ReportDetail } from '@huanwei/contract/reports/endpoints'

type Drawn = Pick<ReportDetail, 'grouping' | 'drawn'>

/** px of one lying bar, and of what stands around the bars. */
const [bar, around] = [24, 48] as const
const dayHeight = 260

/** Bars of one figure: standing ones for days, lying ones with their names for objects and departments, the largest on top. */
export function barsOf({ grouping, drawn }: Drawn, index: number, noObject: string) {
  const isByDay = grouping === Grouping.day
  const rows = isByDay ? drawn : drawn.toSorted((a, b) => (b.figures[index] ?? 0) - (a.figures[index] ?? 0))
  const names = { type: 'category', data: rows.map(({ label }) => (isByDay ? label.slice(5) : label || noObject)) }
  const values = { type: 'value' }
  const data = rows.map(({ figures }) => figures[index] ?? null)
  const common = { grid: { left: 8, right: 24, top: 16, bottom: 8 }, tooltip: { trigger: 'axis' } }
  return isByDay
    ? { height: dayHeight, option: { ...common, xAxis: names, yAxis: values, series: [{ type: 'bar', data }] } }
    : {
        height: rows.length * bar + around,
        option: {
          ...common,
          xAxis: values,
          yAxis: { ...names, inverse: true },
          series: [{ type: 'bar', data, barMaxWidth: 16 }],
        },
      }
}
