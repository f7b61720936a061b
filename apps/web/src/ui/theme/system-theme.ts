import type { ThemeChoice, ThemeName } from '@huanwei/contract/preferences/codes'
import { create } from 'zustand'

/** Absent where nothing can be drawn: in tests without a browser. */
const query = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined

/** True while the device is set to dark. */
export const useSystemDark = create<{ isDark: boolean }>(() => ({ isDark: query?.matches ?? false }))
query?.addEventListener('change', ({ matches }) => useSystemDark.setState({ isDark: matches }))

/** The theme in force for a choice. */
export const themeOf = (choice: ThemeChoice, { isDark } = useSystemDark.getState()): ThemeName =>
  choice === 'system' ? (isDark ? 'theme-star' : 'default') : choice
