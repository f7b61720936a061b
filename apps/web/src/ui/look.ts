import type { Settings } from '@huanwei/contract/preferences/endpoints'
import { writeEntry } from '../lib/entries.ts'
import { isDark, type Look, lookOf } from './themes.ts'

/** `brandStrong` → `--brand-strong`. */
const variableOf = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const written = (value: Look[keyof Look]) => (typeof value === 'number' ? `${value}px` : String(value))

const variablesOf = (look: Look): Record<string, string> =>
  Object.fromEntries(Object.entries(look).map(([name, value]) => [variableOf(name), written(value)]))

/** Gives the page the theme and the colour, and keeps them for `look.js`, which paints the ground before anything else is loaded. */
export function applyLook({ themeName, theme }: Pick<Settings, 'themeName' | 'theme'>) {
  const scheme = { 'color-scheme': isDark(themeName) ? 'dark' : 'light' }
  const variables: Record<string, string> = { ...scheme, ...variablesOf(lookOf(themeName, theme)) }
  const page = document.documentElement
  page.dataset.theme = themeName
  document.body.className = themeName
  for (const [name, value] of Object.entries(variables)) page.style.setProperty(name, value)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', variables['--ground'] ?? '')
  writeEntry('look', { themeName, variables }, 'local')
}
