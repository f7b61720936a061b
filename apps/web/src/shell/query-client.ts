import { QueryClient } from '@tanstack/react-query'
import { NetworkError } from '../lib/api.ts'

/** A refusal is final, a network failure is tried twice more. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5000,
        retry: (failures, error) => error instanceof NetworkError && failures < 2,
      },
    },
  })
