import { use, useState } from 'react'
import { PagePlaceContext } from '../../../lib/page.tsx'
import { changeSettings, useSettings } from '../../../lib/settings.ts'
import { officeScreen, useMedia, wideScreen } from '../../../ui/list/use-media.ts'

/**
 * Whether the list is a desk, where there is room for it: as the person chose; who has not chosen has it on a wide screen from the first row that they
 * open until they close it.
 */
export function useDeskChoice(open: number | undefined) {
  const hasRoom = useMedia(officeScreen)
  const isWide = useMedia(wideScreen)
  const isDialog = use(PagePlaceContext).isDialog ?? false
  const chosen = useSettings((s) => s.desk)
  const [isBegun, setBegun] = useState(false)
  if (open !== undefined && !isBegun) setBegun(true)
  const isOffered = hasRoom && !isDialog
  return {
    isOffered,
    isOn: isOffered && (chosen ?? (isWide && (isBegun || open !== undefined))),
    turn: (isOn: boolean) => changeSettings({ desk: isOn }),
    /** The person has closed the row. */
    onClosed: () => setBegun(false),
  }
}
