import { getMenu } from '@huanwei/contract/menus/endpoints'
import { QueryClient } from '@tanstack/react-query'
import { NetworkError, query } from '../lib/api.ts'
import { redirectFor } from '../lib/guard.ts'
import { useSession } from '../lib/session.ts'
import type { Ahead } from './ahead.ts'

/** The menu of the person logged in. */
export const menuQuery = query(getMenu, {})

/** A refusal is final, a network failure is tried twice more. */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: (failures, error) => error instanceof NetworkError && failures < 2,
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
  function begin() {
    queries = newQueryClient()
    const { pathname, search } = window.location
    void queries.prefetchQuery(menuQuery)
    ahead.ask(queries, redirectFor(pathname, search, true) ?? pathname + search)
  }
  if (useSession.getState().session) begin()
  useSession.subscribe(({ session }, before) => {
    if (session && !before.session) begin()
  })
}
