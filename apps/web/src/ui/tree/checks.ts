import { createCounts } from './counts.ts'
import type { TreeModel } from './model.ts'

/** Check state of every node from the ids of the checked leaves: a group is checked when all its leaves are, mixed when some are. */
export function createChecks(model: TreeModel, checked: ReadonlySet<number>, onChecked: (ids: ReadonlySet<number>) => void) {
  const { items, size } = model
  const counts = createCounts(model, ({ id }) => checked.has(id))
  const of = (index: number): boolean | 'mixed' => {
    const some = counts.online(index)
    return some > 0 && (some === counts.total(index) ? true : 'mixed')
  }
  return {
    of,
    /** Checks all leaves below `index` unless all are, then unchecks them. */
    toggle(index: number) {
      const next = new Set(checked)
      const add = of(index) !== true
      for (let i = index; i < index + size[index]!; i++) {
        const { id, isParent } = items[i]!
        if (isParent) continue
        if (add) next.add(id)
        else next.delete(id)
      }
      onChecked(next)
    },
  }
}
