import { writeEntry } from '../../lib/entries.ts'
import type { Colour } from './colour.ts'
import type { ThemeName } from './themes.ts'
import { variablesOf } from './variables.ts'

/** Gives the page the theme and the colour, and keeps them for `look.js`, which paints the ground before anything else is loaded. */
export function applyLook({ themeName, theme }: { themeName: ThemeName; theme: Colour }) {
  const variables = variablesOf(themeName, theme)
  const page = document.documentElement
  page.dataset.theme = themeName
  document.body.className = themeName
  for (const [name, value] of Object.entries(variables)) page.style.setProperty(name, value)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', variables['--ground'] ?? '')
  writeEntry('look', { themeName, variables }, 'local')
}
