import { useSyncExternalStore } from 'react'

/** The office screen: from its width on a map has room beside a list. */
const room = '(min-width: 1366px)'

function subscribe(changed: () => void) {
  const media = matchMedia(room)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export const useRoomForMap = () => useSyncExternalStore(subscribe, () => matchMedia(room).matches)
