type Props = {
  id: string
  label: string
  top: number
  height: number
  level: number
  place: number
  siblings: number
  isActive: boolean
  onClick: () => void
}

/** One line below a leaf. */
export const BelowRow = ({ id, label, top, height, level, place, siblings, isActive, onClick }: Props) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the focus and takes the keys
  <div
    id={id}
    role="treeitem"
    tabIndex={-1}
    className={isActive ? 'tree-row tree-below tree-active' : 'tree-row tree-below'}
    style={{ transform: `translateY(${top}px)`, height, paddingInlineStart: 8 + (level - 1) * 16 }}
    aria-level={level}
    aria-posinset={place}
    aria-setsize={siblings}
    aria-selected={false}
    onClick={onClick}
  >
    <span className="tree-fold tree-leaf" aria-hidden="true" />
    <span className="tree-label">{label}</span>
  </div>
)
