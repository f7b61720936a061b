import { createContext } from 'react'

/** Address of the board that is shown, and the token that it is shown with; none for who is logged in. `facilityId`: of a board of one facility. */
export const BoardAccess = createContext<{ path: string; token: string | undefined; facilityId: number | undefined }>({
  path: '',
  token: undefined,
  facilityId: undefined,
})
