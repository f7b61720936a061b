import { useMedia } from '../../lib/media.ts'

/** Below this width the styles of lists draw their rows as cards. */
const narrow = '(max-width: 767px)'

/** True on the screens whose lists are cards. */
export const useNarrow = () => useMedia(narrow)
