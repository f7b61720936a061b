import type { TrackPoint } from '@huanwei/contract/history/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { parseTime, wallTime } from '../../../lib/time.ts'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { timeAxis } from '../../../ui/chart/time-axis.ts'

type Props = {
  points: readonly TrackPoint[]
  /** The speed that the rule allowed, km/h. */
  limit: number
}

/** Speeds over time, with the limit as a line. */
export function SpeedAround({ points, limit }: Props) {
  const { t } = useTranslation(['violations', 'rules'])
  const option = useMemo(() => {
    const speeds = points.map(({ time, speed }) => [wallTime(parseTime(time)), speed] as const)
    const [from = 0, to = 0] = [speeds[0]?.[0], speeds.at(-1)?.[0]]
    return {
      grid: { left: 8, right: 16, top: 12, bottom: 8 },
      tooltip: { trigger: 'axis' },
      xAxis: timeAxis(from, to),
      yAxis: { type: 'value' },
      series: [
        { type: 'line', name: t('speed.actual'), symbol: 'none', areaStyle: { opacity: 0.15 }, data: speeds },
        {
          type: 'line',
          name: t('rules:field.limit'),
          symbol: 'none',
          lineStyle: { type: 'dashed' },
          color: 'var(--alert)',
          data: [
            [from, limit],
            [to, limit],
          ],
        },
      ],
    }
  }, [points, limit, t])
  const highest = Math.round(Math.max(...points.map(({ speed }) => speed)))
  return <Chart option={option} height={200} label={t('speed.label', { limit, highest })} />
}
