import { boardGrid } from '@huanwei/contract/boards/codes'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import type { Size } from '../../engine/stage-size.ts'

/** Px of the canvas on the screen. */
export type CanvasSize = Size

/** Px of the design; those of `boards.css` around the grid. */
const [wide, upright] = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
] as const
const [headHeight, side, gap] = [96, 24, 14]

type Form = Pick<BoardDefinition, 'isUpright'>
const designOf = ({ isUpright }: Form): Size => (isUpright ? upright : wide)

/** The canvas of a board in a room, px: all of its width, and of a board that stands no more than the height. */
export function canvasSize(board: Form, room: Size): CanvasSize {
  const design = designOf(board)
  const scale = Math.min(room.width / design.width, board.isUpright ? room.height / design.height : Number.POSITIVE_INFINITY)
  return { width: Math.floor(design.width * scale), height: Math.floor(design.height * scale) }
}

/** Parts of the canvas, px on the screen: where a board has them, at the scale of the canvas. */
export function canvasParts(board: Form, size: CanvasSize) {
  const design = designOf(board)
  const scale = size.width / design.width
  const height = design.height - headHeight - gap - side
  return {
    scale,
    gap: gap * scale,
    rowHeight: ((height - (boardGrid.rows - 1) * gap) / boardGrid.rows) * scale,
    head: { height: headHeight * scale, fontSize: 42 * scale },
    grid: {
      left: side * scale,
      top: (headHeight + gap) * scale,
      width: (design.width - 2 * side) * scale,
      height: height * scale,
    },
  }
}
