import { BellOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { leavesOf } from './menu-tree.ts'
import { UnreadBadge, unreadPlaces } from './UnreadBadge.tsx'
import { useMenu } from './use-menu.ts'

/** The bell: how many messages wait, and the way to the first page of the person's menu that deals with them. */
export function MessagesLink() {
  const { t } = useTranslation('shell')
  const menu = useMenu()
  const held = leavesOf(menu.data ?? [])
  const place = unreadPlaces.find((path) => held.includes(path))
  if (!place) return null
  return (
    <Link to={place} className="icon-button" title={t('header.messages')}>
      <span className="visually-hidden">{t('header.messages')}</span>
      <BellOutlined aria-hidden="true" />
      <UnreadBadge />
    </Link>
  )
}
