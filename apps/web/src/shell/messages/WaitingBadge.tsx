import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import { type MessagesOf, useWaitingMessages } from '../../live/messages.ts'
import { cleaningPlace, violationPlaces } from './message-types.ts'
import { useWaitingCleaning } from './use-cleaning.ts'

/** Source: spec 1, section 9. */
const cap = 99
/** A count as a badge shows it. */
export const capped = (count: number) => (count > cap ? `${cap}+` : String(count))
/** The page where a person deals with each kind of message. */
const places: Record<string, MessagesOf> = {
  [violationPlaces[ObjectType.vehicle]]: { msgType: MsgType.violation, objectType: ObjectType.vehicle },
  [violationPlaces[ObjectType.person]]: { msgType: MsgType.violation, objectType: ObjectType.person },
  [violationPlaces[ObjectType.facility]]: { msgType: MsgType.violation, objectType: ObjectType.facility },
  '/event/approval/index': { msgType: MsgType.approval },
  '/event/inspection/index': { msgType: MsgType.inspection },
  '/event/public/index': { msgType: MsgType.public },
}
const none: readonly MessagesOf[] = []

/** What waits on the pages at `paths`, with `others` besides; draws nothing at 0. */
export function WaitingBadge({ paths, others = none }: { paths: readonly string[]; others?: readonly MessagesOf[] }) {
  const waiting = useWaitingMessages([...others, ...new Set(paths.flatMap((path) => places[path] ?? []))])
  return paths.includes(cleaningPlace) ? <WithCleaning waiting={waiting} /> : <CountBadge count={waiting} />
}

const WithCleaning = ({ waiting }: { waiting: number }) => <CountBadge count={waiting + (useWaitingCleaning() ?? 0)} />

/** A count of what waits; nothing at 0. */
export function CountBadge({ count }: { count: number }) {
  const { t } = useTranslation('shell')
  if (count === 0) return null
  return (
    <span className="side-badge">
      <span aria-hidden="true">{capped(count)}</span>
      <span className="visually-hidden">{t('menu.waiting', { count })}</span>
    </span>
  )
}
