import { useCallback, useSyncExternalStore } from 'react'

/** The office screen: from its width on something has room beside a list. */
export const officeScreen = '(min-width: 1366px)'

/** True while the window fits a media query. */
export function useMedia(query: string) {
  const watch = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => matchMedia(query).matches)
}
