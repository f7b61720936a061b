import { createContext, useContext } from 'react'
import { useSession } from '../../../lib/session.ts'

type Access = {
  /** Address of the board. */
  path: string
  /** The token that it is shown with; none for who is logged in. */
  token: string | undefined
  /** Of a board of one facility. */
  facilityId: number | undefined
  /** The department that it is narrowed to. */
  deptId: number | undefined
}

/** How the board that is shown is read. */
export const BoardAccess = createContext<Access>({ path: '', token: undefined, facilityId: undefined, deptId: undefined })

/** True where panels lead to the lists behind them: for who is logged in, but not on a screen with a token. */
export function useHasLinks() {
  const isIn = useSession((s) => s.session !== null)
  return useContext(BoardAccess).token === undefined && isIn
}
