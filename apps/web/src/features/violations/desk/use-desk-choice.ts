import { useState } from 'react'
import { z } from 'zod'
import { readEntry, writeEntry } from '../../../lib/entries.ts'
import { useMay } from '../../../lib/session.ts'
import { officeScreen, useMedia } from '../../../ui/list/use-media.ts'

const entry = 'judging-desk'

/** Whether the list is a desk: where there is room for it and the person may judge, as they chose in this browser. */
export function useDeskChoice() {
  const hasRoom = useMedia(officeScreen)
  const mayHandle = useMay('violation_handle')
  const isOffered = hasRoom && mayHandle
  const [isChosen, setChosen] = useState(() => readEntry(entry, z.boolean()) ?? false)
  return {
    isOffered,
    isOn: isOffered && isChosen,
    turn(isChosenNow: boolean) {
      setChosen(isChosenNow)
      writeEntry(entry, isChosenNow, 'local')
    },
  }
}
