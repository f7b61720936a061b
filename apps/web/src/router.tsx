import { createBrowserRouter } from 'react-router'
import { LoginPage } from './features/session/LoginPage.tsx'
import { i18n } from './i18n/i18n.ts'
import { eager } from './lib/eager.tsx'
import { homePath, placeAfterLogin } from './lib/guard.ts'
import type { Ahead } from './shell/ahead.ts'
import { Crash } from './shell/Crash.tsx'
import { Gate } from './shell/Gate.tsx'

/** The frame around every page; the login fetches it while the person types. */
const shell = eager(async () => {
  const [{ Shell, prepareShell }] = await Promise.all([import('./shell/Shell.tsx'), i18n.loadNamespaces(['shell', 'pages'])])
  await prepareShell(ahead)
  return Shell
})
/** The registry and what finds a page in it: not needed to log in. */
const destination = eager(async () => (await import('./shell/Destination.tsx')).Destination)
let registry: typeof import('./routes.tsx') | undefined
const pageIn = ({ routeAt }: NonNullable<typeof registry>, path: string) => routeAt(path === '/' ? homePath : path)?.page
async function pageAt(path: string) {
  registry = await import('./routes.tsx')
  return pageIn(registry, path)
}

/** Fetches the frame and the page at `path`, without showing them. */
export async function preload(path: string) {
  // A failed fetch shows itself when the page is opened.
  const page = pageAt(path).then((found) => found?.load())
  await Promise.allSettled([destination.load(), shell.load(), page])
}
const ahead: Ahead = {
  load: preload,
  ask(queries, address) {
    const { pathname, search } = new URL(address, window.location.origin)
    // At once where it can be: the answer comes while React draws.
    if (registry) return pageIn(registry, pathname)?.ask(queries, search)
    pageAt(pathname).then(
      (page) => page?.ask(queries, search),
      // What asks ahead is never missed: the page asks by itself.
      () => undefined,
    )
  },
}

const login = <LoginPage onTyping={() => void preload(placeAfterLogin(window.location.search).replace(/\?.*/, ''))} />

/** Every address of the product: the login, and what `routes.tsx` holds. */
export const createRouter = () => {
  const gate = <Gate login={login} destination={destination.draw({ shell, ahead })} />
  return createBrowserRouter([{ path: '*', element: gate, errorElement: <Crash /> }])
}
