import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** How many places each key goes. */
type Steps = Readonly<Record<'ArrowRight' | 'ArrowLeft' | 'ArrowDown' | 'ArrowUp', number>>

/** Places beside one another. */
export const inRow: Steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }
/** Columns beside one another with so many places below one another. */
export const inColumns = (height: number): Steps => ({ ArrowRight: height, ArrowLeft: -height, ArrowDown: 1, ArrowUp: -1 })

const isArrow = (key: string): key is keyof Steps => key in inRow

/** The place that a key leads to: the next one that way with a link; undefined for none. `linked` are these places, upwards. Pure. */
export function linkAfter(key: string, place: number, linked: readonly number[], steps: Steps) {
  if (key === 'Home') return linked[0]
  if (key === 'End') return linked.at(-1)
  if (!isArrow(key)) return undefined
  const step = steps[key]
  return (step > 0 ? linked : linked.toReversed()).find((one) => (one - place) / step > 0 && (one - place) % step === 0)
}

/**
 * Makes the links in an element one stop of the Tab key, the last of them first; the arrows go from one to the next. `linked`: places of the
 * links, upwards, in their order in the element.
 */
export function useLinkKeys(linked: readonly number[], steps: Steps) {
  const [chosen, setChosen] = useState<number>()
  const current = linked.find((place) => place === chosen) ?? linked.at(-1)
  const linksIn = (element: Element) => [...element.querySelectorAll<HTMLElement>('a')]
  return {
    tabIndexOf: (place: number) => (place === current ? 0 : -1),
    keys: {
      onFocus: ({ currentTarget, target }: FocusEvent<HTMLElement>) => setChosen(linked[linksIn(currentTarget).indexOf(target)]),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        // With others these are keys of the browser.
        if (current === undefined || event.altKey || event.ctrlKey || event.metaKey) return
        const place = linkAfter(event.key, current, linked, steps)
        if (place === undefined) return
        event.preventDefault()
        linksIn(event.currentTarget)[linked.indexOf(place)]?.focus()
      },
    },
  }
}
