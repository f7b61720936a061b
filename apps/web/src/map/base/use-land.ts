import { useSettings } from '../../lib/settings.ts'
import { isDark } from '../../ui/theme/themes.ts'
import { day, night } from './palette.ts'

/** Colours of the base map in the current theme. A map is created anew when it changes: use the land's name as its key. */
export const useLand = () => useSettings((s) => (isDark(s.themeName) ? night : day))
