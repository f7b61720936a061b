import { ControlOutlined, DownOutlined, HomeOutlined, InfoCircleOutlined, LogoutOutlined, UserOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { eager } from '../../lib/eager.tsx'
import { displayName, useSession } from '../../lib/session.ts'
import { useFileUrls } from '../../lib/use-file-urls.ts'
import { PopMenu } from '../../ui/menu/PopMenu.tsx'
import { LatePart } from '../LatePart.tsx'
import { openPanel } from '../settings/panel.ts'
import { useLeave } from './use-leave.ts'

const about = eager(async () => (await import('./AboutDialog.tsx')).AboutDialog)

/** Menu of the logged-in user. Source: spec 1, section 2.5. */
export function UserMenu() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const [isAboutOpen, setAboutOpen] = useState(false)
  const name = useSession(displayName)
  const avatar = useSession((s) => s.session?.user.avatar ?? '')
  const picture = useFileUrls(avatar ? [avatar] : [])(avatar)

  const askToLeave = useLeave()
  const closeAbout = () => setAboutOpen(false)

  const items = [
    { key: 'home', icon: <HomeOutlined />, label: t('user.home'), onClick: () => void navigate('/wel/index') },
    { key: 'info', icon: <UserOutlined />, label: t('user.info'), onClick: () => void navigate('/info/index') },
    { key: 'about', icon: <InfoCircleOutlined />, label: t('user.about'), onClick: () => setAboutOpen(true) },
    { key: 'settings', icon: <ControlOutlined />, label: t('user.settings'), onClick: () => openPanel('settings') },
    { key: 'logout', icon: <LogoutOutlined />, label: t('user.logout'), onClick: askToLeave },
  ]
  return (
    <div className="user">
      <button type="button" className="user-button" aria-haspopup="menu" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <span className="visually-hidden">{t('user.account', { name })}</span>
        <span className="avatar" aria-hidden="true">
          {picture ? <img src={picture} alt="" /> : name.slice(0, 1).toUpperCase()}
        </span>
        <span className="user-name" aria-hidden="true">
          {name}
        </span>
        <DownOutlined aria-hidden="true" />
      </button>
      {isOpen && <PopMenu label={t('user.menu')} items={items} onClose={() => setOpen(false)} />}
      {isAboutOpen && <LatePart onLost={closeAbout}>{about.draw({ onClose: closeAbout })}</LatePart>}
    </div>
  )
}
