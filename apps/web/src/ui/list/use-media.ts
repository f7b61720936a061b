import { useCallback, useSyncExternalStore } from 'react'

/** The office screen: from its width on something has room beside a list. */
export const officeScreen = '(min-width: 1366px)'
/** From its width on a drawer need not lie over the list. */
export const wideScreen = '(min-width: 1600px)'

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

/** Below this width the styles of lists draw their rows as cards. */
const narrow = '(max-width: 767px)'
/** True on the screens whose lists are cards. */
export const useNarrow = () => useMedia(narrow)
