import './ui/theme.css'
import './ui/themes.css'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { z } from 'zod'
import { startI18n } from './i18n/i18n.ts'
import { chosenLanguage } from './i18n/languages.ts'
import { keepError, watchErrors } from './lib/error-log.ts'
import { currentSession } from './lib/session.ts'
import { watchSite } from './lib/site.ts'
import { createRouter, preload } from './router.tsx'
import { useSettings } from './shell/settings/settings.ts'
import { applyLook } from './ui/look.ts'

// The content security policy forbids code made from text, which zod would otherwise try.
z.config({ jitless: true })

watchErrors()
applyLook(useSettings.getState())
useSettings.subscribe(applyLook)

const texts = startI18n(chosenLanguage(), [currentSession() ? 'shell' : 'login'])
watchSite()
if (currentSession()) void preload(window.location.pathname)
await texts

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root, {
  // What a boundary shows is an error all the same.
  onCaughtError: (error) => {
    console.error(error)
    keepError(error, 'render')
  },
}).render(
  <StrictMode>
    <Suspense fallback={<div className="boot" />}>
      <RouterProvider router={createRouter()} />
    </Suspense>
  </StrictMode>,
)
