import { Activity, memo, type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate, useRoutes } from 'react-router'
import { PagePlaceContext } from '../../lib/page.tsx'
import { withProgress } from '../../lib/progress.ts'
import { PageBoundary } from '../PageBoundary.tsx'
import { PageSkeleton } from '../PageSkeleton.tsx'
import type { Here } from './here.ts'
import { keptViews, type PageView } from './kept-views.ts'
import { setTabs, useTabs } from './tabs.ts'

/**
 * The page shown, and out of sight those of other tabs that are kept as they were left: React runs no effects there, so no timer, socket
 * or poll goes on. `here` is null while it is not known what to show. Source: spec 1, section 2.5.
 */
export function KeptPages({ here }: { here: Here | null }) {
  const location = useLocation()
  const tabs = useTabs((s) => s.tabs)
  const [views, setViews] = useState<readonly PageView[]>([])
  const now = keptViews(views, here, tabs)
  if (now !== views) setViews(now)
  const route = here?.route
  useEffect(() => {
    // A failure shows itself in the page.
    if (route) withProgress(() => route.page.load()).catch(() => undefined)
  }, [route])

  return (
    <>
      {now.map((view) => {
        const isHere = view.key === here?.key
        const address = isHere ? location : tabs.find(({ key }) => key === view.key)?.value
        return (
          <Activity key={view.key} mode={isHere ? 'visible' : 'hidden'}>
            {address !== undefined && <KeptPage view={view} address={address} />}
          </Activity>
        )
      })}
      {!here && (
        <div className="page">
          <PageSkeleton />
        </div>
      )}
    </>
  )
}

/** One page at its own address, which stands still while another page is shown. */
const KeptPage = memo(({ view: { key, route }, address }: { view: PageView; address: string | Location }) => {
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  useScrollMemory(box)
  const [path, search] = typeof address === 'string' ? partsOf(address) : [address.pathname, address.search]
  const place = useMemo(
    () => ({
      key,
      search,
      change(update: (now: URLSearchParams) => URLSearchParams) {
        // Read at the moment of the change: two changes in one event must not undo each other, nor one of a page that was left meanwhile.
        const { pathname, search: shown } = window.location
        if (useTabs.getState().active === key && pathname === path)
          void navigate({ pathname, search: update(new URLSearchParams(shown)).toString() }, { replace: true })
        else setTabs((tabs) => tabs.map((tab) => (tab.key === key ? { ...tab, value: changed(tab.value, update) } : tab)))
      },
    }),
    [key, path, search, navigate],
  )
  const [element] = useState(() => route.page.draw({}))
  const page = useRoutes([{ path: route.path.includes(':') ? route.path : '*', element }], address)
  return (
    <div className="page" ref={box}>
      <PageBoundary>
        <Suspense fallback={<PageSkeleton />}>
          <PagePlaceContext value={place}>{page}</PagePlaceContext>
        </Suspense>
      </PageBoundary>
    </div>
  )
})

function partsOf(address: string): [path: string, search: string] {
  const [path = ''] = address.split('?', 1)
  return [path, address.slice(path.length)]
}

function changed(address: string, update: (now: URLSearchParams) => URLSearchParams) {
  const [path, search] = partsOf(address)
  const next = update(new URLSearchParams(search)).toString()
  return path + (next && `?${next}`)
}

/** Puts everything inside back to where it was scrolled when the page went out of sight; not every browser does so by itself. */
function useScrollMemory(box: RefObject<HTMLElement | null>) {
  const left = useRef<{ element: Element; top: number; start: number }[]>([])
  useLayoutEffect(() => {
    const page = box.current
    for (const { element, top, start } of left.current) {
      if (element.scrollTop !== top) element.scrollTop = top
      if (element.scrollLeft !== start) element.scrollLeft = start
    }
    return () => {
      left.current = [page, ...(page?.querySelectorAll('*') ?? [])].flatMap((element) =>
        element && (element.scrollTop || element.scrollLeft)
          ? [{ element, top: element.scrollTop, start: element.scrollLeft }]
          : [],
      )
    }
  }, [box])
}
