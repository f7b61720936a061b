import type { TreeModel } from './model.ts'

type Situation = { model: TreeModel; rows: Int32Array; open: Uint8Array }
/** `to` is the place in `rows` to make active; `toggle` the index of a group to fold or unfold. */
export type KeyMove = { to: number } | { toggle: number } | undefined

/** Target of a key that moves, from row `at`; undefined for other keys. Source: WAI-ARIA Authoring Practices, tree view. */
export function keyMove(key: string, at: number, pageRows: number, situation: Situation): KeyMove {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: Number.POSITIVE_INFINITY,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
  }[key]
  const { length } = situation.rows
  if (to === undefined) return sideMove(key, at, situation)
  return length === 0 ? undefined : { to: Math.max(0, Math.min(length - 1, to)) }
}

/** A step into a group or out of it, or its folding. */
function sideMove(key: string, at: number, { model, rows, open }: Situation): KeyMove {
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
