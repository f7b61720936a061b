import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import type { BoardColours } from '../engine/board-colours.ts'
import { BarsPanel } from './BarsPanel.tsx'
import { BoardChart } from './BoardChart.tsx'

/** Fewer axes make no surface; of more no name could be read. */
const [fewest, most] = [3, 10]

/** Values on axes around a middle, each of its whole where it has one, else of the largest. */
export function RadarPanel({ figures, colours }: { figures: readonly Figure[]; colours: BoardColours }) {
  const option = useMemo(() => {
    const largest = Math.max(1, ...figures.map(({ value }) => value))
    return {
      animationDuration: 400,
      color: [colours.plain],
      radar: {
        indicator: figures.map(({ label, of }) => ({ name: label, max: of ?? largest })),
        radius: '68%',
        axisName: { color: colours.soft, fontSize: 16 },
        axisLine: { lineStyle: { color: colours.line } },
        splitLine: { lineStyle: { color: colours.line } },
        splitArea: { show: false },
        splitNumber: 4,
      },
      series: [
        {
          type: 'radar',
          silent: true,
          symbolSize: 6,
          areaStyle: { opacity: 0.25 },
          data: [{ value: figures.map(({ value }) => value) }],
        },
      ],
    }
  }, [figures, colours])
  if (figures.length < fewest || figures.length > most) return <BarsPanel figures={figures} />
  return <BoardChart option={option} label={figures.map(({ label, value }) => `${label} ${value}`).join(', ')} />
}
