import { createContext } from 'react'

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
