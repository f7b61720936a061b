import { addressWithin } from '@huanwei/contract/boards/rules'
import { createContext, useContext, useMemo } from 'react'
import { useSession } from '../../../lib/session.ts'

type Access = {
  /** Address of the board. */
  path: string
  /** The token that it is shown with; none for who is logged in. */
  token: string | undefined
  /** Of a board of one facility. */
  facilityId: number | undefined
  /** The department that its lists are narrowed to. */
  deptId: number | undefined
}

/** How the board that is shown is read. */
export const BoardAccess = createContext<Access>({ path: '', token: undefined, facilityId: undefined, deptId: undefined })

/** True where panels lead to the lists behind them: for who is logged in, but not on a screen with a token. */
export function useHasLinks() {
  const isIn = useSession((s) => s.session !== null)
  return useContext(BoardAccess).token === undefined && isIn
}

/** Opens the list behind a place of a drawing in another window; undefined where nothing leads to lists. */
export function useOpenList() {
  const { deptId } = useContext(BoardAccess)
  const hasLinks = useHasLinks()
  return useMemo(() => {
    const open = (href: string | undefined) => href && window.open(addressWithin(href, deptId), '_blank', 'noreferrer')
    return hasLinks ? open : undefined
  }, [hasLinks, deptId])
}
