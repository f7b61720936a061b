import { isMapKind, PanelKind } from '@huanwei/contract/boards/codes'
import type { Board } from '@huanwei/contract/boards/endpoints'
import type { Size } from './stage-size.ts'

const [columns, rows, gap] = [24, 12, 14]
/** Px of the stage beside the grid, and above and below it. */
const around = { x: 48, y: 134 }
/** Maps and pictures grow to so many times their height; a wider one would show a city between two empty sides. */
const widest = 2.2

const roomOf = (tracks: number, track: number) => tracks * track + (tracks - 1) * gap
const trackOf = (tracks: number, room: number) => (room - (tracks - 1) * gap) / tracks

/** Px of each column of the grid. On a stage wider than its design, columns with a map or pictures stop growing in time; the others share the rest. */
export function gridColumns({ panels, width, height }: Pick<Board, 'panels' | 'width' | 'height'>, stage: Size): number[] {
  const even = trackOf(columns, stage.width - around.x)
  const designed = trackOf(columns, width - around.x)
  const row = trackOf(rows, height - around.y)
  const limits = Array.from({ length: columns }, () => even)
  for (const { kind, x, w, h } of panels)
    if (isMapKind(kind) || kind === PanelKind.video)
      limits.fill(Math.min(even, Math.max(designed, trackOf(w, widest * roomOf(h, row)))), x, x + w)
  const free = limits.filter((one) => one === even).length
  if (!free) return Array.from({ length: columns }, () => even)
  const rest = columns * even - limits.reduce((sum, one) => sum + (one === even ? 0 : one), 0)
  return limits.map((one) => (one === even ? rest / free : one))
}
