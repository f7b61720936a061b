import type { KeyboardEvent } from 'react'

const typesInto = 'input, textarea, select, [contenteditable], [role=combobox], [role=dialog]'

type Acts = { onTurn: (days: 1 | -1) => void; onType: () => void }

/** Keys of the page where nothing is typed: Shift with an arrow turns the day, T goes to the box for a moment. */
export const momentKeys =
  ({ onTurn, onType }: Acts) =>
  (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
    if (ctrlKey || metaKey || altKey || defaultPrevented) return
    if (target instanceof Element && target.closest(typesInto)) return
    if (shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) onTurn(key === 'ArrowRight' ? 1 : -1)
    else if (key.toLowerCase() === 't') onType()
    else return
    event.preventDefault()
  }
