import type { TreeModel } from './model.ts'

type Situation = { model: TreeModel; rows: Int32Array; open: Uint8Array; pageRows: number }
/** `to` is the place in `rows` to make active; `toggle` the index of a group to fold or unfold. */
export type KeyMove = { to: number } | { toggle: number } | undefined

/** Where a key leads from row `at`. Source: WAI-ARIA Authoring Practices, tree view. */
export function keyMove(key: string, at: number, { model, rows, open, pageRows }: Situation): KeyMove {
  const last = rows.length - 1
  if (last < 0) return undefined
  const index = rows[at]
  const to = (place: number) => ({ to: Math.max(0, Math.min(last, place)) })
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(last)
    case 'PageDown':
      return to(at + pageRows)
    case 'PageUp':
      return to(at - pageRows)
    case 'ArrowRight':
      if (index === undefined || !model.items[index]!.isParent) return undefined
      if (!open[index]) return { toggle: index }
      return model.parent[rows[at + 1] ?? 0] === index ? to(at + 1) : undefined
    case 'ArrowLeft': {
      if (index === undefined) return undefined
      if (model.items[index]!.isParent && open[index]) return { toggle: index }
      const above = model.parent[index]!
      return above < 0 ? undefined : to(rows.lastIndexOf(above))
    }
  }
  return undefined
}
