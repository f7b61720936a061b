import type { Colour } from './colour.ts'
import { isDark, type Look, lookOf, type ThemeName } from './themes.ts'

/** `brandStrong` → `--brand-strong`. */
const variableOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const written = (value: Look[keyof Look]) => (typeof value === 'number' ? `${value}px` : String(value))

/** CSS properties of the root element in `theme` with the chosen `colour`: the colour scheme and a variable for each part of the look. */
export const variablesOf = (theme: ThemeName, colour: Colour): Record<string, string> => ({
  'color-scheme': isDark(theme) ? 'dark' : 'light',
  ...Object.fromEntries(Object.entries(lookOf(theme, colour)).map(([name, value]) => [variableOf(name), written(value)])),
})
