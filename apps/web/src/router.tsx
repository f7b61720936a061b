import { homePath } from '@huanwei/contract/home/codes'
import { createBrowserRouter } from 'react-router'
import { LoginPage } from './features/session/LoginPage.tsx'
import { i18n } from './i18n/i18n.ts'
import { eager } from './lib/eager.tsx'
import type { Ahead } from './shell/ahead.ts'
import { antdLocale } from './shell/antd-locale.ts'
import { Crash } from './shell/Crash.tsx'
import { Gate } from './shell/Gate.tsx'
import { registerRoutes, routeAt } from './shell/registry.ts'
import type { ShellProps } from './shell/Shell.tsx'
import { placeAfterLogin } from './shell/session/guard.ts'

/** The frame around every page; the login fetches it while the person types. */
const shell = eager(async () => {
  const [{ Shell, prepareShell }, { ExportsButton }, { IntercomSwitch }] = await Promise.all([
    import('./shell/Shell.tsx'),
    import('./features/exports/ExportsButton.tsx'),
    import('./features/intercom/IntercomSwitch.tsx'),
    // Home is the first page of nearly everybody.
    i18n.loadNamespaces(['shell', 'pages', 'home']),
    antdLocale(i18n.language),
  ])
  await prepareShell(ahead)
  return (props: ShellProps) => <Shell {...props} tools={[<IntercomSwitch key="intercom" />, <ExportsButton key="exports" />]} />
})
let areRegistered = false
/** Gives the shell every page of the product. */
async function register() {
  const { routes } = await import('./routes.tsx')
  if (!areRegistered) registerRoutes(routes)
  areRegistered = true
}
/** Search of pages: not needed to log in. */
const destination = eager(async () => {
  const [{ Destination }] = await Promise.all([import('./shell/Destination.tsx'), register()])
  return Destination
})
const pageAt = (path: string) => routeAt(path === '/' ? homePath : path)?.page

/** The strip above every page. */
const emergencies = eager(async () => {
  const [{ EmergencyStrip }] = await Promise.all([
    import('./features/emergencies/EmergencyStrip.tsx'),
    i18n.loadNamespaces(['emergencies']),
  ])
  return EmergencyStrip
})

/** Fetches the frame and the page at `path`, without showing them. */
export async function preload(path: string) {
  // A failed fetch shows itself when the page is opened.
  const page = register().then(() => pageAt(path)?.load())
  await Promise.allSettled([destination.load(), shell.load(), page])
}
/** The same for a page without a frame. */
export const preloadAlone = (path: string) =>
  Promise.allSettled([destination.load(), register().then(() => pageAt(path)?.load())])

const ahead: Ahead = {
  load: preload,
  ask(queries, address) {
    const { pathname, search } = new URL(address, window.location.origin)
    // At once where it can be: the answer comes while React draws.
    if (areRegistered) return pageAt(pathname)?.ask(queries, search)
    register().then(
      () => pageAt(pathname)?.ask(queries, search),
      // A failed prefetch is harmless: the page loads by itself.
      () => undefined,
    )
  },
}

const login = <LoginPage onTyping={() => preload(placeAfterLogin(window.location.search).replace(/\?.*/, ''))} />

/** Every address of the product: the login, and what `routes.tsx` holds. */
export const createRouter = () => {
  const gate = <Gate login={login} destination={destination.draw({ shell, ahead })} emergencies={emergencies.draw({})} />
  return createBrowserRouter([{ path: '*', element: gate, errorElement: <Crash /> }])
}
