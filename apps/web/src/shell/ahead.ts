import type { QueryClient } from '@tanstack/react-query'

/** What can be done for a page before somebody opens it: fetch its code, ask for its first data. */
export type Ahead = {
  load: (path: string) => Promise<void>
  ask: (queries: QueryClient, address: string) => void
}
