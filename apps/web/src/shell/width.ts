import { useSyncExternalStore } from 'react'

/** Level by window width: 3 from 1200, 2 from 992, 1 from 768, else 0. Source: spec 1, section 2.5. */
export const levelOf = (width: number) => [768, 992, 1200].filter((least) => width >= least).length

const subscribe = (changed: () => void) => {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

export const useWidthLevel = () => useSyncExternalStore(subscribe, () => levelOf(window.innerWidth))
