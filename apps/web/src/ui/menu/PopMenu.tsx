import { type CSSProperties, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import './pop-menu.css'

type PopItem = { key: string; label: string; icon?: ReactNode; isDisabled?: boolean; onClick: () => void }
type Props = { label: string; items: PopItem[]; onClose: () => void; style?: CSSProperties }

/** Commands over the page: arrows move, Esc, Tab and a click elsewhere close. Plain, since the frame draws before antd has warmed up. */
export function PopMenu({ label, items, onClose, style }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('button:enabled') ?? list.current
    first?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [before])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const commands = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
    const now = commands.findIndex((command) => command.matches(':focus'))
    const goal = {
      ArrowDown: commands[now + 1] ?? commands[0],
      ArrowUp: commands.at(now - 1),
      Home: commands[0],
      End: commands.at(-1),
    }
    const next = Object.entries(goal).find(([key]) => key === event.key)?.[1]
    if (next) next.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <div className="pop-veil" aria-hidden="true" onPointerDown={onClose} />
      <div className="pop-menu" role="menu" tabIndex={-1} aria-label={label} style={style} ref={list} onKeyDown={onKeyDown}>
        {items.map(({ key, label: text, icon, isDisabled, onClick }) => (
          <button
            key={key}
            type="button"
            role="menuitem"
            disabled={isDisabled}
            onClick={() => {
              onClose()
              onClick()
            }}
          >
            {icon}
            {text}
          </button>
        ))}
      </div>
    </>
  )
}
