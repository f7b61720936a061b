import { useEffect, useEffectEvent } from 'react'

/** Acts by the key that `KeyboardEvent.key` names, in lower case; `isRange`: with Shift. */
export type DeskKeys = Partial<Record<'j' | 'k' | '1' | '2' | '3' | 's' | 'u' | '?', (isRange: boolean) => void>>

const typesInto = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]'
/** What lies over the page has the keyboard to itself. */
const overlays = '.ant-modal-wrap, .ant-drawer-open'
const isSeen = (element: Element) => element.getClientRects().length > 0

/** Single keys while the desk is in sight: wherever the focus is, but where it types. A held key acts once. */
export function useDeskKeys(keys: DeskKeys) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented } = event
    if (ctrlKey || metaKey || altKey || repeat || defaultPrevented) return
    if (target instanceof Element && target.closest(typesInto)) return
    if ([...document.querySelectorAll(overlays)].some(isSeen)) return
    const act = keys[key.toLowerCase() as keyof DeskKeys]
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
