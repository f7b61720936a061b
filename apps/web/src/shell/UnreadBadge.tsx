import { MsgType } from '@huanwei/contract/messages/codes'
import { useTranslation } from 'react-i18next'
import { useUnread } from '../live/messages.ts'

/** Source: spec 1, section 9. */
const cap = 99
/** The page where a person deals with each kind of message. */
const places: Record<string, MsgType> = { '/event/illegal/index': MsgType.violation }
/** Those pages, the most urgent first. */
export const unreadPlaces = Object.keys(places)

/** How many messages wait unread on the pages at `paths` (all of them unless given); nothing when none do. */
export function UnreadBadge({ paths = unreadPlaces }: { paths?: string[] }) {
  const { t } = useTranslation('shell')
  const count = useUnread(paths.flatMap((path) => places[path] ?? []))
  if (count === 0) return null
  return (
    <span className="side-badge">
      <span aria-hidden="true">{count > cap ? `${cap}+` : count}</span>
      <span className="visually-hidden">{t('menu.unread', { count })}</span>
    </span>
  )
}
