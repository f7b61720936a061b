import { memo, type ReactNode, useSyncExternalStore } from 'react'
import { highlight } from './filter.ts'
import type { LiveCounts } from './live-counts.ts'
import type { TreeItem } from './model.ts'

type Props = {
  id: string
  item: TreeItem
  index: number
  top: number
  height: number
  level: number
  place: number
  siblings: number
  /** Undefined where there is nothing to unfold. */
  isOpen: boolean | undefined
  isActive: boolean
  isSelected: boolean
  /** Undefined without checkboxes. */
  checked: boolean | 'mixed' | undefined
  needle: string
  counts: LiveCounts
  /** Icon before a leaf's label. Subscribes to its live state itself. */
  leafSign: (index: number) => ReactNode
  onClick: (index: number) => void
  onToggle: (index: number) => void
  onCheck: (index: number) => void
}

function Row(props: Props) {
  const { item, index, level, isOpen, isActive, isSelected, checked, needle, counts } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the focus and takes the keys
    <div
      id={props.id}
      role="treeitem"
      tabIndex={-1}
      className={`tree-row${isActive ? ' tree-active' : ''}${isSelected ? ' tree-selected' : ''}`}
      style={{ transform: `translateY(${props.top}px)`, height: props.height, paddingInlineStart: 8 + (level - 1) * 16 }}
      aria-level={level}
      aria-posinset={props.place}
      aria-setsize={props.siblings}
      aria-expanded={isOpen}
      aria-selected={isSelected}
      aria-checked={checked}
      onClick={() => props.onClick(index)}
    >
      {item.isParent ? (
        <span
          className={isOpen ? 'tree-fold tree-open' : 'tree-fold'}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            props.onToggle(index)
          }}
        />
      ) : (
        <span className="tree-fold tree-leaf" aria-hidden="true" />
      )}
      {checked !== undefined && (
        <span
          className={`tree-check tree-check-${checked}`}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            props.onCheck(index)
          }}
        />
      )}
      {!item.isParent && props.leafSign(index)}
      <span className="tree-label" title={item.label}>
        <Marked text={item.label} needle={needle} />
      </span>
      {item.isParent &&
        (item.figures ? <span className="tree-figures">{item.figures}</span> : <Figures counts={counts} index={index} />)}
    </div>
  )
}

function Marked({ text, needle }: { text: string; needle: string }) {
  const range = highlight(text, needle)
  if (!range) return text
  return (
    <>
      {text.slice(0, range[0])}
      <mark>{text.slice(...range)}</mark>
      {text.slice(range[1])}
    </>
  )
}

/** `在线/总数`, woken only when this group's figures change. */
function Figures({ counts, index }: { counts: LiveCounts; index: number }) {
  const online = useSyncExternalStore(
    (listener) => counts.subscribe(index, listener),
    () => counts.online(index),
  )
  return (
    <span className="tree-figures">
      {online}/{counts.total(index)}
    </span>
  )
}

/** One row. Drawn again only when its own props change: scrolling and live figures leave the others alone. */
export const TreeRow = memo(Row)
