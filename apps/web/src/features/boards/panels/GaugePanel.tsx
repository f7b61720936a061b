import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColours } from '../engine/board-colours.ts'
import { BoardChart } from './BoardChart.tsx'
import { ListLink } from './ListLink.tsx'

/** Values on dials, each with its limit (`of`) where it has one. */
export function GaugePanel({ figures, colours }: { figures: readonly Figure[]; colours: BoardColours }) {
  const { t } = useTranslation('boards')
  if (!figures.length) return <p className="board-nothing">{t('nothing')}</p>
  return (
    <ul className="board-gauges">
      {figures.map((one) => (
        <li key={one.key} data-tone={one.tone}>
          <div className="board-dial">
            <Dial figure={one} colours={colours} />
            <strong aria-hidden={one.href === null}>
              <ListLink href={one.href} name={`${one.label} ${one.value}${one.unit}`}>
                {one.value}
                <small>{one.unit}</small>
              </ListLink>
            </strong>
          </div>
          <span>{one.label}</span>
          <em>{one.of === null ? '' : t('limit', { limit: one.of })}</em>
        </li>
      ))}
    </ul>
  )
}

/** The dial ends at this without a limit, or so many times the limit with one. */
const [fullScale, aboveLimit] = [100, 1.5]

function Dial({ figure: { label, value, of, unit, tone }, colours }: { figure: Figure; colours: BoardColours }) {
  const option = useMemo(() => {
    // None of none is an empty dial.
    const max = Math.max(of === null ? fullScale : of * aboveLimit, value) || 1
    const limitAt = of === null || of <= 0 ? 1 : of / max
    return {
      animationDuration: 400,
      series: [
        {
          type: 'gauge',
          startAngle: 210,
          endAngle: -30,
          min: Math.min(0, value),
          max,
          radius: '95%',
          center: ['50%', '58%'],
          silent: true,
          progress: { show: true, width: 14, itemStyle: { color: colours[tone] } },
          // Beyond the limit the scale is red.
          axisLine: {
            lineStyle: {
              width: 14,
              color: [
                [limitAt, colours.line],
                [1, colours.bad],
              ],
            },
          },
          axisTick: { show: false },
          splitLine: { show: false },
          axisLabel: { show: false },
          pointer: { show: false },
          detail: { show: false },
          data: [{ value }],
        },
      ],
    }
  }, [value, of, tone, colours])
  return <BoardChart option={option} label={`${label} ${value} ${unit}`} />
}
