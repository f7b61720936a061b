import { type CSSProperties, type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

type Props = {
  label: string
  face: ReactNode
  isActive: boolean
  /** Link of a group; absent for a page, whose link is `children`. */
  items: ReactNode[]
  children: ReactNode
}

/** An item of the collapsed menu: its words, and a group's pages, fly out beside it on hover, click, Enter or arrow right. */
export function SideFlyout({ label, face, isActive, items, children }: Props) {
  const item = useRef<HTMLLIElement>(null)
  /** Position of the flyout; undefined while it is closed. */
  const [place, setPlace] = useState<CSSProperties>()
  const isHovered = useRef(false)
  const isGroup = items.length > 0
  const close = () => setPlace(undefined)
  const open = () => item.current && setPlace(placeBeside(item.current))

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !place) return
    event.stopPropagation()
    item.current?.querySelector<HTMLElement>('.side-face')?.focus()
    close()
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) =>
    !isHovered.current && !currentTarget.contains(relatedTarget) && close()
  return (
    <li
      ref={item}
      className={isGroup ? 'side-item side-group' : 'side-item'}
      onPointerEnter={({ pointerType }) => {
        isHovered.current = pointerType === 'mouse'
        if (isHovered.current) open()
      }}
      onPointerLeave={() => {
        isHovered.current = false
        close()
      }}
      onFocus={() => !isGroup && open()}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {isGroup ? (
        <button
          type="button"
          className={isActive ? 'side-face side-within' : 'side-face'}
          aria-expanded={place !== undefined}
          onClick={() => (place && !isHovered.current ? close() : open())}
        >
          {face}
        </button>
      ) : (
        children
      )}
      {place && isGroup && (
        <ul className="side-children side-flyout" style={place}>
          <li className="side-caption" aria-hidden="true">
            {label}
          </li>
          {items}
        </ul>
      )}
      {place && !isGroup && <Hint place={place} label={label} />}
    </li>
  )
}

const Hint = ({ place, label }: { place: CSSProperties; label: string }) => (
  <span className="side-flyout side-hint" style={place} aria-hidden="true">
    {label}
  </span>
)

/** Beside the menu, level with its item: with its top in the upper half of the window, with its bottom in the lower. */
function placeBeside(item: Element): CSSProperties {
  const { top, bottom } = item.getBoundingClientRect()
  const { right } = item.closest('.side')?.getBoundingClientRect() ?? new DOMRect()
  const isLow = top > window.innerHeight / 2
  return { left: right, ...(isLow ? { bottom: window.innerHeight - bottom } : { top }) }
}
