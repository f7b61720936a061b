import { createContext, type ReactNode, use } from 'react'

/** The place beside a list where the open row stands, for what is shown there. */
export type DeskPane = {
  /** What was done last, with the way back. */
  last: ReactNode
  /** Ids of the picked rows. */
  picked: readonly number[]
  /** Gives the keyboard to the first words of the form. */
  toForm: () => void
}
export const DeskPaneContext = createContext<DeskPane | undefined>(undefined)

/** Undefined in a drawer. */
export const useDeskPane = () => use(DeskPaneContext)
