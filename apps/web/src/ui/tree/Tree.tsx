import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { BelowRow } from './BelowRow.tsx'
import { type Below, createLines, lineMove } from './lines.ts'
import { keyOf, type TreeItem } from './model.ts'
import { TreeRow } from './TreeRow.tsx'
import { keyMove } from './tree-keys.ts'
import type { TreeState } from './use-tree.ts'
import './tree.css'

const rowHeight = 32
const noRows: Below['rows'] = []

type Props<T extends TreeItem> = {
  tree: TreeState<T>
  /** Accessible name. */
  label: string
  /** `keyOf` the selected node. */
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
  const { model, rows, open, counts, needle, toggle } = tree
  const scroller = useRef<HTMLDivElement>(null)
  const id = useId()
  const [activeKey, setActiveKey] = useState(selected)
  const lines = createLines(rows.length, below ? placeOf(tree, `v${below.leafId}`) : -1, below?.rows ?? noRows)
  const at = lines.lineBelow(activeKey) ?? lines.lineOf(Math.max(0, placeOf(tree, activeKey)))
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    useFlushSync: false,
    // The active row is named by the tree, so it exists even when it is scrolled away.
    rangeExtractor({ startIndex, endIndex, overscan, count }) {
      const from = Math.max(0, startIndex - overscan)
      const to = Math.min(count - 1, endIndex + overscan)
      const shown = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)
      return at >= from && at <= to ? shown : at < from ? [at, ...shown] : at < count ? [...shown, at] : shown
    },
  })
  useImperativeHandle(ref, () => ({ focus: () => scroller.current?.focus() }))

  // Selected from outside (map, address bar): unfold and show it, once. Later nothing jumps under the pointer.
  const toShow = useRef<string>(undefined)
  const { reveal } = tree
  useEffect(() => {
    toShow.current = selected
    if (selected) setActiveKey(selected)
  }, [selected])
  useEffect(() => {
    const index = indexOf(tree, toShow.current)
    if (index === undefined) return
    const place = placeOf(tree, toShow.current)
    if (place < 0) return reveal(index)
    toShow.current = undefined
    virtual.scrollToIndex(place, { align: 'auto' })
  }, [tree, reveal, virtual])

  function activate(line: number) {
    const index = rows[lines.rowAt(line)]
    if (index !== undefined) setActiveKey(lines.belowAt(line)?.key ?? keyOf(model.items[index]!))
    virtual.scrollToIndex(line, { align: 'auto' })
  }

  const choose = useCallback(
    (index: number) => {
      const item = model.items[index]!
      setActiveKey(keyOf(item))
      if (item.isParent) toggle(index)
      else onSelect(item)
    },
    [model, toggle, onSelect],
  )
  const sign = useCallback((index: number) => leafSign(model.items[index]!), [model, leafSign])
  const check = useCallback((index: number) => checks?.toggle(index), [checks])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const row = lines.rowAt(at)
    const index = lines.belowAt(at) ? undefined : rows[row]
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
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
    const line = lineMove(event.key, at, lines.count, pageRows) ?? stepAside(event.key, row)
    if (line === undefined) return
    event.preventDefault()
    if (line !== 'turned') activate(line)
  }

  /** In or out: to another line, or by folding a group. */
  function stepAside(key: string, row: number) {
    if (lines.belowAt(at)) return key === 'ArrowLeft' ? lines.lineOf(row) : undefined
    if (key === 'ArrowRight' && lines.hasBelow(row)) return at + 1
    const move = keyMove(key, row, { model, rows, open })
    if (!move) return undefined
    if ('to' in move) return lines.lineOf(move.to)
    toggle(move.toggle)
    return 'turned' as const
  }

  const belowId = (key: string) => `${id}${key}`
  const rowId = (index: number) => `${id}${keyOf(model.items[index]!)}`
  const activeBelow = lines.belowAt(at)
  const active = rows[lines.rowAt(at)]
  return (
    <div
      ref={scroller}
      className="tree"
      role="tree"
      aria-label={label}
      aria-multiselectable={checks ? true : undefined}
      aria-activedescendant={activeBelow ? belowId(activeBelow.key) : active === undefined ? undefined : rowId(active)}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div className="tree-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const place = lines.rowAt(row.index)
          const index = rows[place]
          const item = index === undefined ? undefined : model.items[index]
          if (index === undefined || !item) return null
          const line = lines.belowAt(row.index)
          if (line && below)
            return (
              <BelowRow
                key={line.key}
                id={belowId(line.key)}
                label={line.label}
                top={row.start}
                height={rowHeight}
                level={model.depth[index]! + 2}
                place={row.index - lines.lineOf(place)}
                siblings={below.rows.length}
                isActive={row.index === at}
                onClick={() => setActiveKey(line.key)}
              />
            )
          return (
            <TreeRow
              key={keyOf(item)}
              id={rowId(index)}
              item={item}
              index={index}
              top={row.start}
              height={rowHeight}
              level={model.depth[index]! + 1}
              place={model.place[index]!}
              siblings={model.siblings[index]!}
              isOpen={item.isParent ? open[index] === 1 : lines.hasBelow(place) || undefined}
              isActive={row.index === at}
              isSelected={keyOf(item) === selected}
              checked={checks?.of(index)}
              needle={needle}
              counts={counts}
              leafSign={sign}
              onClick={choose}
              onToggle={toggle}
              onCheck={check}
            />
          )
        })}
      </div>
    </div>
  )
}

function indexOf<T extends TreeItem>({ model }: TreeState<T>, key: string | undefined) {
  if (!key) return undefined
  const id = Number(key.slice(1))
  return key.startsWith('d') ? model.groupIndex(id) : model.leafIndex(id)
}

/** The row of a node, -1 when it is folded away or filtered out. Rows are in the order of the model. */
function placeOf<T extends TreeItem>(tree: TreeState<T>, key: string | undefined) {
  const index = indexOf(tree, key)
  if (index === undefined) return -1
  const { rows } = tree
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const there = rows[middle]!
    if (there === index) return middle
    if (there < index) low = middle + 1
    else high = middle - 1
  }
  return -1
}
