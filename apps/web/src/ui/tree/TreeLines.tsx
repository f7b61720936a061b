import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { BelowRow } from './BelowRow.tsx'
import { type Below, type createLines, rowHeight } from './lines.ts'
import { nodeKeyOf, type TreeItem } from './model.ts'
import { TreeRow } from './TreeRow.tsx'
import type { TreeState } from './use-tree.ts'

type Props<T extends TreeItem> = {
  /** The id of a line is this and its key. */
  id: string
  tree: TreeState<T>
  lines: ReturnType<typeof createLines>
  below: Below | undefined
  /** The lines on the screen. */
  shown: readonly VirtualItem[]
  /** The active line. */
  at: number
  selected: string | undefined
  leafSign: (index: number) => ReactNode
  /** Without it there are no checkboxes. */
  checkedOf: ((index: number) => boolean | 'mixed') | undefined
  onActivate: (key: string) => void
  onChoose: (index: number) => void
  onCheck: (index: number) => void
}

/** The lines of a tree that are on the screen. */
export function TreeLines<T extends TreeItem>(props: Props<T>) {
  const { id, tree, lines, below, shown, at, selected, leafSign, checkedOf, onActivate, onChoose, onCheck } = props
  const { model, rows, open, counts, needle, toggle } = tree
  return shown.map((row) => {
    const place = lines.rowAt(row.index)
    const index = rows[place]
    const item = index === undefined ? undefined : model.items[index]
    if (index === undefined || !item) return null
    const line = lines.belowAt(row.index)
    if (line && below)
      return (
        <BelowRow
          key={line.key}
          id={id + line.key}
          label={line.label}
          top={row.start}
          height={rowHeight}
          level={model.depth[index]! + 2}
          place={row.index - lines.lineOf(place)}
          siblings={below.rows.length}
          isActive={row.index === at}
          onClick={() => onActivate(line.key)}
        />
      )
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
        isOpen={item.isParent ? open[index] === 1 : lines.hasBelow(place) || undefined}
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
