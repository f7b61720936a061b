import { i18n } from '../../i18n/i18n.ts'
import { eager } from '../../lib/eager.tsx'
import { LatePart } from '../LatePart.tsx'
import { dropPanel, usePanel } from './panel.ts'

const drawer = eager(async () => {
  const [{ SettingsDrawer }] = await Promise.all([import('./SettingsDrawer.tsx'), i18n.loadNamespaces('settings')])
  return SettingsDrawer
})

/** The panel opened last, fetched when one first is. */
export function Panel() {
  const name = usePanel((s) => s.name)
  return name && <LatePart onLost={dropPanel}>{drawer.draw({ name })}</LatePart>
}
