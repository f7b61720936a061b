import { Activity, type ReactElement, use, useState } from 'react'
import { UNSAFE_LocationContext as LocationContext } from 'react-router'
import { useSession } from '../../lib/session.ts'

type Props = {
  /** The address shows the frame; otherwise it stands still at the address it showed last. */
  isHere: boolean
  isShown: boolean
  children: ReactElement
}

/**
 * The frame with all that is unfinished in it. While the person logs in again, or the screen is locked, it is out of sight and React runs no effects
 * in it; when somebody else comes it is gone. Record: docs/decisions/0010.
 */
export function KeptFrame({ isHere, isShown, children }: Props) {
  const person = useSession((s) => s.session?.user.id ?? s.waiting?.id ?? null)
  const location = use(LocationContext)
  const [kept, setKept] = useState<{ person: number | null; location: typeof location; frame: ReactElement }>()
  const isNew = isHere && (kept?.person !== person || kept.location !== location || kept.frame !== children)
  if (isNew) setKept({ person, location, frame: children })
  if (!kept || kept.person !== person) return null
  return (
    <Activity key={person} mode={isShown ? 'visible' : 'hidden'}>
      <LocationContext value={kept.location}>{kept.frame}</LocationContext>
    </Activity>
  )
}
