import { createContext } from 'react'

/** Address of the board that is shown, and the token that it is shown with; none for who is logged in. */
export const BoardAccess = createContext<{ path: string; token: string | undefined }>({ path: '', token: undefined })
