import { useEffect, useEffectEvent } from 'react'

/** Acts by the key that `KeyboardEvent.key` names, in lower case; `isRange`: with Shift. */
export type DeskKeys = Partial<Record<string, (isRange: boolean) => unknown>>

const typesInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'
/** What lies over the page has the keyboard to itself. */
const overlays = '.ant-modal-wrap, .ant-drawer-open'
const isSeen = (element: Element) => element.getClientRects().length > 0
/** These move through the rows only from a row: elsewhere they scroll. */
const arrows = ['arrowdown', 'arrowup']

/** Single keys while the desk is in sight: wherever the focus is, but where it types. A held key acts once, but one that only moves. */
export function useDeskKeys(keys: DeskKeys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented } = event
    const key = event.key.toLowerCase()
    const isArrow = arrows.includes(key)
    if (ctrlKey || metaKey || altKey || (repeat && !isArrow) || defaultPrevented) return
    if (target instanceof Element && (target.closest(typesInto) || (isArrow && !target.closest('.list-table tr')))) return
    if ([...document.querySelectorAll(overlays)].some(isSeen)) return
    const act = keys[key]
    if (!act) return
    event.preventDefault()
    act(shiftKey)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
