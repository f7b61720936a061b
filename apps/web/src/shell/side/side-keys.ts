import type { KeyboardEvent } from 'react'

/** Faces are what can be chosen in the menu: pages and groups. */
const faceName = 'side-face'

/**
 * Arrows move through the menu, right and left open and close a group or go into it and out, Home and End reach the ends.
 * Returns whether the key was one of these.
 */
export function moveInMenu({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): boolean {
  const faces = [...currentTarget.querySelectorAll<HTMLElement>(`.${faceName}`)]
  const now = target instanceof HTMLElement ? faces.indexOf(target) : -1
  const face = faces[now]
  const next = faces[now + 1]
  const isOpen = face?.getAttribute('aria-expanded')
  const above = face?.closest('.side-children')?.closest('.side-group')?.querySelector<HTMLElement>(`.${faceName}`)
  const goals: Record<string, HTMLElement | null | undefined> = {
    ArrowDown: next ?? faces[0],
    ArrowUp: now === -1 ? undefined : faces.at(now - 1),
    Home: now === -1 ? undefined : faces[0],
    End: now === -1 ? undefined : faces.at(-1),
    ArrowRight: isOpen === 'true' ? next : undefined,
    ArrowLeft: isOpen === 'true' ? undefined : above,
  }
  const isToggle = (key === 'ArrowRight' && isOpen === 'false') || (key === 'ArrowLeft' && isOpen === 'true')
  if (isToggle) face?.click()
  else if (goals[key]) goals[key].focus()
  else return false
  return true
}
