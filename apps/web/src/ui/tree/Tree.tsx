import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
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
  const { rows, toggle } = tree
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const { at, active, activate, setActiveKey, virtual } = useActiveRow(tree, scroller, selected)
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }))

  const { choose, sign, check } = useRowActs({ tree, leafSign, onSelect, checks }, setActiveKey)

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      const index = rows[at]
      if (index === undefined) return
      return event.key === ' ' && checks ? checks.toggle(index) : choose(index)
    }
    if (event.key.length === 1) {
      event.preventDefault()
      return onType(event.key)
    }
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1)
    const move = keyMove(event.key, at, pageRows, tree)
    if (!move) return
    event.preventDefault()
    if ('to' in move) activate(move.to)
    else toggle(move.toggle)
  }

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

type Acts<T extends TreeItem> = Pick<Props<T>, 'tree' | 'leafSign' | 'onSelect' | 'checks'>

/** The same functions as long as what they act on is the same: rows are drawn again only for what changes in them. */
function useRowActs<T extends TreeItem>({ tree, leafSign, onSelect, checks }: Acts<T>, setActiveKey: (key: string) => void) {
  const { model, toggle } = tree
  const choose = useCallback(
    (index: number) => {
      const item = model.items[index]!
      setActiveKey(nodeKeyOf(item))
      if (item.isParent) toggle(index)
      else onSelect(item)
    },
    [model, toggle, onSelect, setActiveKey],
  )
  const sign = useCallback((index: number) => leafSign(model.items[index]!), [model, leafSign])
  const check = useCallback((index: number) => checks?.toggle(index), [checks])
  return { choose, sign, check }
}

/** The row that the keyboard is on, by its place in the rows and its key. */
function useActiveRow<T extends TreeItem>(
  tree: TreeState<T>,
  scroller: RefObject<HTMLDivElement | null>,
  selected: string | undefined,
) {
  const { model, rows } = tree
  const [activeKey, setActiveKey] = useState(selected)
  const at = Math.max(0, placeInRows(tree, activeKey))
  const virtual = useTreeWindow(scroller, rows.length, at)
  useReveal(tree, selected, virtual, setActiveKey)

  function keyAt(place: number) {
    const index = rows[place]
    return index === undefined ? undefined : nodeKeyOf(model.items[index]!)
  }
  function activate(place: number) {
    const key = keyAt(place)
    if (key !== undefined) setActiveKey(key)
    virtual.scrollToIndex(place, { align: 'auto' })
  }
  return { at, active: keyAt(at), activate, setActiveKey, virtual }
}
