import type { QueryClient } from '@tanstack/react-query'

/** Preparation of a page before it is opened: its code, its first data. */
export type Ahead = {
  load: (path: string) => Promise<void>
  ask: (queries: QueryClient, address: string) => void
}
