import type { Board, Panel } from '@huanwei/contract/boards/endpoints'
import { type CSSProperties, type ReactNode, useSyncExternalStore } from 'react'
import { boardColours, colourVariables } from './board-colours.ts'
import { gridColumns } from './grid-columns.ts'
import { stageFor } from './stage-size.ts'

const follow = (changed: () => void) => {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
const screenNow = () => `${window.innerWidth} ${window.innerHeight}`

/** The board's surface: its design scaled to the screen and put into the middle of it, never scrolled. */
export function Stage({ board, children }: { board: Board; children: ReactNode }) {
  const [width = 0, height = 0] = useSyncExternalStore(follow, screenNow).split(' ').map(Number)
  const stage = stageFor(board, { width, height })
  const columns = gridColumns(board, stage)
  const style = {
    '--columns': columns.map((px) => `${px.toFixed(2)}px`).join(' '),
    width: stage.width,
    height: stage.height,
    transform: `translate(-50%, -50%) scale(${stage.scale})`,
  } as CSSProperties
  return (
    <div
      className="board"
      data-theme={board.theme}
      data-upright={board.height > board.width || undefined}
      style={colourVariables(boardColours[board.theme])}
    >
      <div className="board-stage" style={style}>
        {children}
      </div>
    </div>
  )
}

/** Place of a panel on the grid. */
export const gridPlace = ({ x, y, w, h }: Panel): CSSProperties => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
})
