import { useSettings } from '../shell/settings/settings.ts'
import { isDark } from '../ui/themes.ts'
import { day, night } from './palette.ts'

/** What the ground is drawn with in the theme in force. A map is drawn anew when it changes: give it the land's name as its key. */
export const useLand = () => useSettings((s) => (isDark(s.themeName) ? night : day))
