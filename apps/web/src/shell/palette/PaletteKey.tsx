import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { i18n } from '../../i18n/i18n.ts'
import { closePalette, togglePalette, usePalette } from './palette.ts'
import { objectInAddress, rememberObject } from './recent.ts'

const CommandPalette = lazy(async () => {
  const [{ CommandPalette }] = await Promise.all([import('./CommandPalette.tsx'), i18n.loadNamespaces('palette')])
  return { default: CommandPalette }
})

/** Ctrl+K (⌘K) opens the command palette over whatever is shown, and closes it. Remembers the objects shown, which it offers first. */
export function PaletteKey() {
  const isOpen = usePalette((s) => s.isOpen)
  const { pathname, search } = useLocation()
  useEffect(() => {
    const shown = objectInAddress(pathname, search)
    if (shown) rememberObject(shown)
  }, [pathname, search])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      togglePalette()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    isOpen && (
      <Suspense>
        <CommandPalette onClose={closePalette} />
      </Suspense>
    )
  )
}
