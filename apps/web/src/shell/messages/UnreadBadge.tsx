import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import { type MessagesOf, useUnread } from '../../live/messages.ts'
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
/** Pages to load, the most urgent first. */
const unreadPlaces = Object.keys(places)

/** Number of unread messages on the pages at `paths` (all by default), with `others` besides and the cleaning that waits; draws nothing at 0. */
export function UnreadBadge({ paths = unreadPlaces, others = none }: { paths?: string[]; others?: readonly MessagesOf[] }) {
  const unread = useUnread([...others, ...new Set(paths.flatMap((path) => places[path] ?? []))])
  return paths.includes(cleaningPlace) ? <WaitingBadge unread={unread} /> : <CountBadge count={unread} />
}

function WaitingBadge({ unread }: { unread: number }) {
  const cleaning = useWaitingCleaning()
  return <CountBadge count={unread + (cleaning ?? 0)} word={cleaning ? 'waiting' : 'unread'} />
}

/** A count beside what it is of; nothing at 0. */
export function CountBadge({ count, word = 'unread' }: { count: number; word?: 'unread' | 'waiting' }) {
  const { t } = useTranslation('shell')
  if (count === 0) return null
  return (
    <span className="side-badge">
      <span aria-hidden="true">{capped(count)}</span>
      <span className="visually-hidden">{t(`menu.${word}`, { count })}</span>
    </span>
  )
}
