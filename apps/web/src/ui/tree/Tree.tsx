import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useId, useImperativeHandle, useRef, useState } from 'react'
import { type Below, createLines, lineMove, rowHeight } from './lines.ts'
import { nodeKeyOf, type TreeItem } from './model.ts'
import { placeInRows } from './row-place.ts'
import { TreeLines } from './TreeLines.tsx'
import { sideMove } from './tree-keys.ts'
import type { TreeState } from './use-tree.ts'
import { useReveal, useTreeWindow } from './use-tree-window.ts'
import './tree.css'

const noRows: Below['rows'] = []

type Props<T extends TreeItem> = {
  tree: TreeState<T>
  /** Accessible name. */
  label: string
  /** `nodeKeyOf` the selected node. */
  selected: string | undefined
  onSelect: (item: T) => void
  /** Stands before a leaf's label; stable, subscribes to live state itself. */
  leafSign: (item: T) => ReactNode
  /** Without it there are no checkboxes. */
  checks?: { of: (index: number) => boolean | 'mixed'; toggle: (index: number) => void } | undefined
  below?: Below | undefined
  /** A printable key was pressed: the search box wants it. */
  onType: (character: string) => void
  ref?: Ref<{ focus(): void }>
}

/** A tree of any size: only the rows on the screen exist. One tab stop; the active row is told by `aria-activedescendant`. */
export function Tree<T extends TreeItem>({ tree, label, selected, onSelect, leafSign, checks, below, onType, ref }: Props<T>) {
  const { model, rows, toggle } = tree
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [activeKey, setActiveKey] = useState(selected)
  const lines = createLines(rows.length, below ? placeInRows(tree, `v${below.leafId}`) : -1, below?.rows ?? noRows)
  const at = lines.lineBelow(activeKey) ?? lines.lineOf(Math.max(0, placeInRows(tree, activeKey)))
  const virtual = useTreeWindow(scroller, lines.count, at)
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }))
  useReveal(tree, selected, virtual, setActiveKey)

  const keyAt = (line: number) => {
    const index = rows[lines.rowAt(line)]
    return index === undefined ? undefined : (lines.belowAt(line)?.key ?? nodeKeyOf(model.items[index]!))
  }
  function activate(line: number) {
    const key = keyAt(line)
    if (key !== undefined) setActiveKey(key)
    virtual.scrollToIndex(line, { align: 'auto' })
  }

  const choose = useCallback(
    (index: number) => {
      const item = model.items[index]!
      setActiveKey(nodeKeyOf(item))
      if (item.isParent) toggle(index)
      else onSelect(item)
    },
    [model, toggle, onSelect],
  )
  const sign = useCallback((index: number) => leafSign(model.items[index]!), [model, leafSign])
  const check = useCallback((index: number) => checks?.toggle(index), [checks])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const index = lines.belowAt(at) ? undefined : rows[lines.rowAt(at)]
      if (index === undefined) return
      if (event.key === ' ' && checks) checks.toggle(index)
      else choose(index)
      return
    }
    if (event.key.length === 1) {
      event.preventDefault()
      onType(event.key)
      return
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const line = lineMove(event.key, at, lines.count, pageRows)
    const move = line === undefined ? sideMove(event.key, at, lines, tree) : { to: line }
    if (!move) return
    event.preventDefault()
    if ('to' in move) activate(move.to)
    else toggle(move.toggle)
  }

  const active = keyAt(at)
  return (
    <div
      ref={scroller}
      className="tree"
      role="tree"
      aria-label={label}
      aria-multiselectable={checks ? true : undefined}
      aria-activedescendant={active === undefined ? undefined : id + active}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="tree-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
        <TreeLines
          id={id}
          tree={tree}
          lines={lines}
          below={below}
          shown={virtual.getVirtualItems()}
          at={at}
          selected={selected}
          leafSign={sign}
          checkedOf={checks?.of}
          onActivate={setActiveKey}
          onChoose={choose}
          onCheck={check}
        />
      </div>
    </div>
  )
}
