import type { createLines } from './lines.ts'
import type { TreeModel } from './model.ts'

type Situation = { model: TreeModel; rows: Int32Array; open: Uint8Array }
/** `to` is the place in `rows` to make active; `toggle` the index of a group to fold or unfold. */
export type KeyMove = { to: number } | { toggle: number } | undefined

/** Target of a horizontal key from row `at`. Source: WAI-ARIA Authoring Practices, tree view. */
function keyMove(key: string, at: number, { model, rows, open }: Situation): KeyMove {
  const index = rows[at]
  if (index === undefined) return undefined
  const isGroup = model.items[index]!.isParent
  if (key === 'ArrowRight') {
    if (!isGroup) return undefined
    if (!open[index]) return { toggle: index }
    return model.parent[rows[at + 1] ?? 0] === index ? { to: at + 1 } : undefined
  }
  if (key === 'ArrowLeft') {
    if (isGroup && open[index]) return { toggle: index }
    const above = model.parent[index]!
    return above < 0 ? undefined : { to: rows.lastIndexOf(above) }
  }
  return undefined
}

/** The same from a line: in or out, to another line, or by folding a group. */
export function sideMove(key: string, at: number, lines: ReturnType<typeof createLines>, situation: Situation): KeyMove {
  const row = lines.rowAt(at)
  if (lines.belowAt(at)) return key === 'ArrowLeft' ? { to: lines.lineOf(row) } : undefined
  if (key === 'ArrowRight' && lines.hasBelow(row)) return { to: at + 1 }
  const move = keyMove(key, row, situation)
  return move && 'to' in move ? { to: lines.lineOf(move.to) } : move
}
