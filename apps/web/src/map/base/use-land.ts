import { useSettings } from '../../lib/settings.ts'
import { themeOf, useSystemDark } from '../../ui/theme/system-theme.ts'
import { isDark } from '../../ui/theme/themes.ts'
import { day, night } from './palette.ts'

/** Colours of the base map in the current theme. A map is created anew when it changes: use the land's name as its key. */
export function useLand() {
  const choice = useSettings((s) => s.themeName)
  return isDark(themeOf(choice, useSystemDark())) ? night : day
}
