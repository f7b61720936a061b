import { CompassOutlined, MoreOutlined } from '@ant-design/icons'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LanguageSwitch } from '../../ui/menu/LanguageSwitch.tsx'
import { LockButton } from '../lock/LockButton.tsx'
import { ErrorLogButton } from '../logs/ErrorLogButton.tsx'
import { MessageCentre } from '../messages/MessageCentre.tsx'
import { AppearanceButtons } from '../settings/AppearanceButtons.tsx'
import { FullScreenButton } from './FullScreenButton.tsx'
import { HeaderButton } from './HeaderButton.tsx'
import { HelpButton } from './HelpButton.tsx'

/** The commands on the right. On small screens all but the ways to other pages gather behind one button. Source: spec 1, section 2.5. */
export function HeaderTools({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation('shell')
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLDivElement>(null)

  const closeOnEscape = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
    more.current?.querySelector<HTMLElement>('.header-more > button')?.focus()
  }
  const closeOutside = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    <>
      <Link to="/jumpindex" className="icon-button" title={t('header.navigation')}>
        <span className="visually-hidden">{t('header.navigation')}</span>
        <CompassOutlined aria-hidden="true" />
      </Link>
      <MessageCentre />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its buttons let through */}
      <div className="header-gather" ref={more} onKeyDown={closeOnEscape} onBlur={closeOutside}>
        <div className="header-more">
          <HeaderButton label={t('header.more')} icon={<MoreOutlined />} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
        </div>
        {isOpen && <div className="pop-veil" aria-hidden="true" onPointerDown={() => setOpen(false)} />}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a command closes the menu it stands in */}
        <div
          className={isOpen ? 'header-tools header-tools-open' : 'header-tools'}
          onClick={({ target }) => target instanceof Element && target.closest('button, a') && setOpen(false)}
        >
          {tools}
          <ErrorLogButton />
          <LockButton />
          <AppearanceButtons />
          <FullScreenButton />
          <HelpButton />
          <LanguageSwitch />
        </div>
      </div>
    </>
  )
}
