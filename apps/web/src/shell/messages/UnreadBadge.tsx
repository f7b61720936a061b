import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import { type MessagesOf, useUnread } from '../../live/messages.ts'
import { violationPlaces } from './message-types.ts'

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
/** Pages to load, the most urgent first. */
const unreadPlaces = Object.keys(places)

/** Number of unread messages on the pages at `paths` (all by default); draws nothing at 0. */
export function UnreadBadge({ paths = unreadPlaces }: { paths?: string[] }) {
  const { t } = useTranslation('shell')
  const count = useUnread([...new Set(paths.flatMap((path) => places[path] ?? []))])
  if (count === 0) return null
  return (
    <span className="side-badge">
      <span aria-hidden="true">{capped(count)}</span>
      <span className="visually-hidden">{t('menu.unread', { count })}</span>
    </span>
  )
}
