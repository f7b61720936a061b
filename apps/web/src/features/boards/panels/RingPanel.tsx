import type { Figure } from '@huanwei/contract/boards/endpoints'
import { useMemo } from 'react'
import type { BoardColours } from '../engine/board-colours.ts'
import { BoardChart } from './BoardChart.tsx'
import { Amount } from './FiguresPanel.tsx'

/** Shares of a whole: a ring with the sum in it, and each part with its number. */
export function RingPanel({ figures, colours }: { figures: readonly Figure[]; colours: BoardColours }) {
  const option = useMemo(
    () => ({
      animationDuration: 400,
      series: [
        {
          type: 'pie',
          radius: ['68%', '92%'],
          silent: true,
          label: { show: false },
          itemStyle: { borderWidth: 2, borderColor: colours.ground },
          emptyCircleStyle: { color: colours.line },
          data: figures
            .filter(({ value }) => value > 0)
            .map(({ label, value, tone }) => ({ name: label, value, itemStyle: { color: colours[tone] } })),
        },
      ],
    }),
    [figures, colours],
  )
  const sum = figures.reduce((all, { value }) => all + value, 0)
  return (
    <div className="board-ring">
      <div className="board-ring-drawing">
        <BoardChart option={option} label={figures.map(({ label, value }) => `${label} ${value}`).join(', ')} />
        <strong>{sum}</strong>
      </div>
      <ul>
        {figures.map((one) => (
          <li key={one.key} data-tone={one.tone}>
            <i className="board-dot" aria-hidden="true" />
            <span className="board-ring-name">{one.label}</span>
            <Amount figure={one} />
          </li>
        ))}
      </ul>
    </div>
  )
}
