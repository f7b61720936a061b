import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import { useOpenList } from '../engine/board-access.ts'
import type { BoardColours } from '../engine/board-colours.ts'
import { axisAt } from './axis-at.ts'
import { BarsPanel } from './BarsPanel.tsx'
import { BoardChart } from './BoardChart.tsx'
import { DrawingLinks } from './DrawingLinks.tsx'

/** Fewer axes make no surface; of more no name could be read. */
const [fewest, most] = [3, 10]

/** Values on axes around a middle, each of its whole where it has one, else of the largest. */
export function RadarPanel({ figures, colours }: { figures: readonly Figure[]; colours: BoardColours }) {
  const openList = useOpenList()
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
  const openAxis = openList && ((place: number) => openList(figures[place]?.href ?? undefined))
  return (
    <>
      <BoardChart
        option={option}
        label={figures.map(({ label, value }) => `${label} ${value}`).join(', ')}
        onPlace={openAxis}
        placeOf={(at, size) => linkedAxis(figures, axisAt(at, size, figures.length))}
      />
      <DrawingLinks places={figures.map(({ label, value, href }) => ({ text: label, name: `${label} ${value}`, href }))} />
    </>
  )
}

/** An axis whose figure leads to a list. */
const linkedAxis = (figures: readonly Figure[], axis: number | undefined) =>
  axis !== undefined && figures[axis]?.href ? axis : undefined
