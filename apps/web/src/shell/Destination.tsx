import { homePath } from '@huanwei/contract/home/codes'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useNavigate, useRoutes } from 'react-router'
import type { Eager } from '../lib/eager.tsx'
import { PagePlaceContext, type PageRoute } from '../lib/page.tsx'
import { useSession } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import type { Ahead } from './ahead.ts'
import { useTitle } from './Gate.tsx'
import { routeAt } from './registry.ts'
import type { ShellProps } from './Shell.tsx'
import { isLogin, redirectFor } from './session/guard.ts'
import { KeptFrame } from './tabs/KeptFrame.tsx'

type Props = { shell: Eager<ShellProps>; ahead: Ahead }

/** Content of an address: a page in the frame, a page of its own, or a redirect. Source: spec 1, sections 2.1 to 2.4. */
export function Destination({ shell, ahead }: Props) {
  const { pathname, search } = useLocation()
  const hasToken = useSession((s) => s.session !== null)
  const isLocked = useSession((s) => s.locked)
  const route = routeAt(pathname)
  const isOpen = route?.isAuth === false
  const better = route ? undefined : betterPath(pathname)
  const elsewhere = better ? better + search : redirectFor(pathname, search, { hasToken, isLocked, isOpen })
  const to = pathname === '/' ? (elsewhere ?? homePath) : elsewhere
  const isHere = to === null && !isLogin(pathname) && route?.around !== 'nothing'
  const alone = useMemo(() => route?.around && <Alone key={route.path} route={route} />, [route])
  const frame = useMemo(() => shell.draw(alone ? { ahead, alone } : { ahead }), [shell, ahead, alone])
  return (
    <>
      <KeptFrame isHere={isHere} isShown={isHere || (to !== null && hasToken && !isLocked)}>
        {frame}
      </KeptFrame>
      {to === null ? !isHere && alone : <Navigate to={to} replace />}
    </>
  )
}

/** `/wel` is `/wel/index`, as is `/wel/`. Source: spec 1, section 2.4 (leaf items get an index child). */
function betterPath(pathname: string) {
  const path = pathname.replace(/\/+$/, '')
  return [path, `${path}/index`].find((one) => one !== pathname && routeAt(one))
}

/** A page without the frame, alone on the screen. */
function Alone({ route }: { route: PageRoute }) {
  const { t } = useTranslation(['pages', 'common'])
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const site = useSite((s) => s.site)
  // Menus open boards with their title in the address.
  const title = new URLSearchParams(search).get('title')?.slice(0, 60)
  useTitle(title || t(route.label, { defaultValue: route.label }), site?.title ?? t('common:product'))
  const change = (update: (now: URLSearchParams) => URLSearchParams) =>
    void navigate({ pathname, search: update(new URLSearchParams(window.location.search)).toString() }, { replace: true })
  const page = useRoutes([{ path: route.path, element: route.page.draw({}) }])
  return (
    <PagePlaceContext value={{ search, change, isAlone: true }}>
      <Suspense fallback={<div className="boot" />}>{page}</Suspense>
    </PagePlaceContext>
  )
}
