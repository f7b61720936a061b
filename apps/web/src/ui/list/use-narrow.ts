import { useSyncExternalStore } from 'react'

/** Below this width the styles of lists draw their rows as cards. */
const narrow = '(max-width: 767px)'

function watch(onChange: () => void) {
  const query = matchMedia(narrow)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** True on the screens whose lists are cards. */
export const useNarrow = () => useSyncExternalStore(watch, () => matchMedia(narrow).matches)
