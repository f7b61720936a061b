import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useId, useImperativeHandle, useRef, useState } from 'react'
import { nodeKeyOf, type TreeItem } from './model.ts'
import { placeInRows } from './row-place.ts'
import { TreeRows } from './TreeRows.tsx'
import { keyMove } from './tree-keys.ts'
import type { TreeState } from './use-tree.ts'
import { rowHeight, useReveal, useTreeWindow } from './use-tree-window.ts'
import './tree.css'

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
  /** A printable key was pressed: the search box wants it. */
  onType: (character: string) => void
  ref?: Ref<{ focus(): void }>
}

/** A tree of any size: only the rows on the screen exist. One tab stop; the active row is told by `aria-activedescendant`. */
export function Tree<T extends TreeItem>({ tree, label, selected, onSelect, leafSign, checks, onType, ref }: Props<T>) {
  const { model, rows, toggle } = tree
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [activeKey, setActiveKey] = useState(selected)
  const at = Math.max(0, placeInRows(tree, activeKey))
  const virtual = useTreeWindow(scroller, rows.length, at)
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }))
  useReveal(tree, selected, virtual, setActiveKey)

  const keyAt = (place: number) => {
    const index = rows[place]
    return index === undefined ? undefined : nodeKeyOf(model.items[index]!)
  }
  function activate(place: number) {
    const key = keyAt(place)
    if (key !== undefined) setActiveKey(key)
    virtual.scrollToIndex(place, { align: 'auto' })
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
      const index = rows[at]
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
    const move = keyMove(event.key, at, pageRows, tree)
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
        <TreeRows
          id={id}
          tree={tree}
          shown={virtual.getVirtualItems()}
          at={at}
          selected={selected}
          leafSign={sign}
          checkedOf={checks?.of}
          onChoose={choose}
          onCheck={check}
        />
      </div>
    </div>
  )
}
