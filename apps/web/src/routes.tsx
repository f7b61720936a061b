import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { LoginPage } from './features/session/LoginPage.tsx'
import { i18n } from './i18n/i18n.ts'
import { eager } from './lib/eager.tsx'
import { placeAfterLogin } from './lib/guard.ts'
import { lazyPage, type PageHandle } from './lib/page.tsx'
import type { Ahead } from './shell/ahead.ts'
import { Crash } from './shell/Crash.tsx'
import { Gate } from './shell/Gate.tsx'

/** The frame around every page; the login fetches it while the person types. */
const shell = eager(async () => {
  const [{ Shell, prepareShell }] = await Promise.all([import('./shell/Shell.tsx'), i18n.loadNamespaces('shell')])
  await prepareShell(ahead)
  return Shell
})
const home = lazyPage(['home'], async () => {
  const { HomePage, HomeSearch, askHome } = await import('./features/home/HomePage.tsx')
  return { Page: HomePage, Search: HomeSearch, ahead: askHome }
})
const notFound = lazyPage(['shell'], async () => {
  const { NotFoundPage, NotFoundSearch } = await import('./shell/NotFoundPage.tsx')
  return { Page: NotFoundPage, Search: NotFoundSearch }
})
const live = lazyPage(['live', 'list', 'map'], async () => {
  const [{ LivePage }, { LiveSearch }] = await Promise.all([
    import('./features/live/LivePage.tsx'),
    import('./features/live/live-search.ts'),
  ])
  return { Page: LivePage, Search: LiveSearch }
})
const violations = lazyPage(['violations', 'list'], async () => {
  const [{ ViolationsPage }, { ViolationsSearch }, { askViolations }] = await Promise.all([
    import('./features/violations/ViolationsPage.tsx'),
    import('./features/violations/violation-search.ts'),
    import('./features/violations/violation-list.ts'),
  ])
  return { Page: ViolationsPage, Search: ViolationsSearch, ahead: askViolations }
})

/** Every page of the frame: address, message key of its label, what draws it, whether it gets a tab. Source: spec 3, section 7. */
const pages = [
  { path: '/wel/index', label: 'item.home', page: home, isTab: true },
  { path: '/monitor/live/index', label: 'item.live', page: live, isTab: true },
  { path: '/event/illegal/index', label: 'item.illegal', page: violations, isTab: true },
  { path: '/404', label: 'page.notFound', page: notFound, isTab: false },
]

const pageAt = (path: string) => pages.find((one) => one.path === path)?.page ?? home

/** Fetches the frame and the page at `path`, without showing them. */
export function preload(path: string) {
  // A failed fetch shows itself when the page is opened.
  return Promise.allSettled([pageAt(path).load(), shell.load()])
}
const ahead: Ahead = {
  load: (path) => void preload(path),
  ask(queries, address) {
    const { pathname, search } = new URL(address, window.location.origin)
    pageAt(pathname).ask(queries, search)
  },
}

const login = <LoginPage onTyping={() => void preload(placeAfterLogin(window.location.search).replace(/\?.*/, ''))} />
const framed: RouteObject[] = pages.map(({ path, label, page, isTab }) => ({
  path,
  element: page.draw({}),
  handle: { label, isTab } satisfies PageHandle,
}))

/** Every address of the product. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Gate />,
      errorElement: <Crash />,
      children: [
        { path: '/', element: <Navigate to="/wel/index" replace /> },
        { path: '/wel', element: <Navigate to="/wel/index" replace /> },
        { path: '/login', element: login },
        { path: '/login-new', element: login },
        { element: shell.draw({ ahead }), children: framed },
        { path: '*', element: <Navigate to="/404" replace /> },
      ],
    },
  ])
