import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { nodeKeyOf, type TreeItem } from './model.ts'
import { TreeRow } from './TreeRow.tsx'
import type { TreeState } from './use-tree.ts'
import { rowHeight } from './use-tree-window.ts'

type Props<T extends TreeItem> = {
  /** The id of a row is this and its key. */
  id: string
  tree: TreeState<T>
  /** The rows on the screen. */
  shown: readonly VirtualItem[]
  /** The active row. */
  at: number
  selected: string | undefined
  leafSign: (index: number) => ReactNode
  /** Without it there are no checkboxes. */
  checkedOf: ((index: number) => boolean | 'mixed') | undefined
  onChoose: (index: number) => void
  onCheck: (index: number) => void
}

/** The rows of a tree that are on the screen. */
export function TreeRows<T extends TreeItem>(props: Props<T>) {
  const { id, tree, shown, at, selected, leafSign, checkedOf, onChoose, onCheck } = props
  const { model, rows, open, counts, needle, toggle } = tree
  return shown.map((row) => {
    const index = rows[row.index]
    const item = index === undefined ? undefined : model.items[index]
    if (index === undefined || !item) return null
    const key = nodeKeyOf(item)
    return (
      <TreeRow
        key={key}
        id={id + key}
        item={item}
        index={index}
        top={row.start}
        height={rowHeight}
        level={model.depth[index]! + 1}
        place={model.place[index]!}
        siblings={model.siblings[index]!}
        isOpen={item.isParent ? open[index] === 1 : undefined}
        isActive={row.index === at}
        isSelected={key === selected}
        checked={checkedOf?.(index)}
        needle={needle}
        counts={counts}
        leafSign={leafSign}
        onClick={onChoose}
        onToggle={toggle}
        onCheck={onCheck}
      />
    )
  })
}
