import { boardGrid } from '@huanwei/contract/boards/codes'
import { expect, test } from 'vitest'
import { canvasParts, canvasSize } from './canvas-size.ts'

test('a canvas fills its room and keeps the form of its board', () => {
  expect(canvasSize({ isUpright: false }, { width: 960, height: 200 })).toEqual({ width: 960, height: 540 })
  expect(canvasSize({ isUpright: true }, { width: 960, height: 640 })).toEqual({ width: 360, height: 640 })
  expect(canvasSize({ isUpright: true }, { width: 270, height: 640 })).toEqual({ width: 270, height: 480 })
})

test.each([false, true])('rows and gaps fill the grid as on the board (upright: %s)', (isUpright) => {
  const size = canvasSize({ isUpright }, { width: 960, height: 960 })
  const { rowHeight, gap, grid, scale } = canvasParts({ isUpright }, size)
  expect(boardGrid.rows * rowHeight + (boardGrid.rows - 1) * gap).toBeCloseTo(grid.height, 6)
  expect(grid.top + grid.height + 24 * scale).toBeCloseTo(size.height, 0)
})
