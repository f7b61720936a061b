import { useEffect, useState } from 'react'

/** When what lies over a page goes, the keyboard is where it was before: on what opened it. */
export function useReturnedFocus(isReturned = true) {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (isReturned && before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before, isReturned],
  )
}
