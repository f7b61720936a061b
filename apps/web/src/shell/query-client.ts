import { getFileUrls } from '@huanwei/contract/files/endpoints'
import { getMenu } from '@huanwei/contract/menus/endpoints'
import { getUserDetail } from '@huanwei/contract/profile/endpoints'
import { QueryClient, queryOptions } from '@tanstack/react-query'
import { onRefusal, query } from '../lib/api.ts'
import { isOffline, NetworkError } from '../lib/errors.ts'
import { useSession } from '../lib/session.ts'
import type { Ahead } from './ahead.ts'
import { isLogin, placeAfterLogin } from './session/guard.ts'
import { askRights } from './session/rights.ts'

/** Refresh interval of the menu, ms. */
const menuAgainMs = 60_000

/** The menu of the person logged in; a change of it is seen without a new login. */
export const menuQuery = queryOptions({
  ...query(getMenu, {}),
  staleTime: menuAgainMs / 2,
  refetchInterval: menuAgainMs,
  refetchOnWindowFocus: 'always',
})

/**
 * A refusal is final, a network failure is tried twice more. Without a network a question fails at once, so that the screen says so instead
 * of waiting; it is asked again when the network is back.
 */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        staleTime: 5000,
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => error instanceof NetworkError && !isOffline() && failures < 2,
      },
    },
  })

let queries = newQueryClient()

/** The server's data of this session: what one person loaded never meets the next one. */
export const sessionQueries = () => queries

/**
 * Call once. Gives every session its own store, and asks for the menu and the first page's data the moment it begins, so that
 * the answers come while React draws.
 */
export function watchQueries(ahead: Ahead) {
  /** Owner of the data. */
  let owner: number | undefined
  function begin(userId: number) {
    owner = userId
    queries = newQueryClient()
    const { pathname, search } = window.location
    void queries.prefetchQuery(menuQuery)
    ahead.ask(queries, isLogin(pathname) ? placeAfterLogin(search) : pathname + search)
  }
  onRefusal(({ status }, { endpoint }) => {
    // A refusal of these very questions asks no second time.
    if (status === 403 && endpoint !== getUserDetail && endpoint !== getMenu) askWhatChanged()
  })
  const { session } = useSession.getState()
  if (session) begin(session.user.id)
  useSession.subscribe(({ session, locked, waiting }, before) => {
    if (!session && !waiting) owner = undefined
    else if (session && session.user.id !== owner) begin(session.user.id)
    // The addresses of files expired with the log-in before.
    else if (session && !before.session) void queries.invalidateQueries({ queryKey: [getFileUrls.path] })
    // The frame comes back as it was left; what it shows may be old, or was refused meanwhile.
    else if (session && (!before.session || (before.locked && !locked))) void queries.invalidateQueries()
  })
}

/** Whoever is refused lost a permission: the menu may have changed too. */
function askWhatChanged() {
  // Without an answer it is asked again with the next refusal.
  askRights().catch((failure) => console.debug('huanwei: the rights could not be asked', failure))
  void queries.invalidateQueries({ queryKey: [getMenu.path], predicate: ({ state }) => state.status === 'success' })
}
