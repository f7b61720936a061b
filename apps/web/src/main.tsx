import './no-eval.ts'
import './ui/theme/theme.css'
import './ui/theme/themes.css'
import './ui/theme/first.css'
import { StrictMode, Suspense, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startI18n } from './i18n/i18n.ts'
import { chosenLanguage } from './i18n/languages.ts'
import { watchFailures } from './lib/failure.ts'
import { currentSession } from './lib/session.ts'
import { useSettings } from './lib/settings.ts'
import { watchSite } from './lib/site.ts'
import { createRouter, preload, preloadAlone } from './router.tsx'
import { keepError, watchErrors } from './shell/logs/error-log.ts'
import { setLeave } from './shell/next-build.ts'
import { applyLook } from './ui/theme/look.ts'
import { themeOf, useSystemDark } from './ui/theme/system-theme.ts'

watchErrors()
watchFailures()
const look = () => {
  const { themeName, theme } = useSettings.getState()
  applyLook({ themeName: themeOf(themeName), theme })
}
look()
useSettings.subscribe(look)
useSystemDark.subscribe(look)

const texts = startI18n(chosenLanguage(), [currentSession() ? 'shell' : 'login'])
watchSite()
if (currentSession()) void preload(window.location.pathname)
// A screen on a wall has no log-in, and no frame around its page.
else if (new URLSearchParams(window.location.search).has('token')) void preloadAlone(window.location.pathname)
await texts

/** Takes the outline in index.html away when the screen itself is there. */
function OutlineEnd() {
  useLayoutEffect(() => document.querySelector('.first')?.remove(), [])
  return null
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const drawn = createRoot(root, {
  // An error shown by a boundary is logged as well.
  onCaughtError: (error) => {
    console.error(error)
    keepError(error, 'render')
  },
})
setLeave(() => drawn.unmount())
drawn.render(
  <StrictMode>
    <Suspense fallback={<div className="boot" />}>
      <RouterProvider router={createRouter()} />
      <OutlineEnd />
    </Suspense>
  </StrictMode>,
)
