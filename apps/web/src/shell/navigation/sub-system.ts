import { z } from 'zod'
import { create } from 'zustand'
import { readEntry, writeEntry } from '../../lib/entries.ts'

/** Id of the sub-system whose menu is shown, null for the whole menu; kept over a reload of this browser tab. */
export const useSubSystem = create<{ id: number | null }>(() => ({ id: readEntry('subSystem', z.number().nullable()) }))

export function chooseSubSystem(id: number | null) {
  writeEntry('subSystem', id, 'session')
  useSubSystem.setState({ id })
}
