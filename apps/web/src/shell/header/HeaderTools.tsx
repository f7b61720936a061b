import { CompassOutlined, MoreOutlined } from '@ant-design/icons'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LanguageSwitch } from '../../ui/menu/LanguageSwitch.tsx'
import { LockButton } from '../lock/LockButton.tsx'
import { ErrorLogButton } from '../logs/ErrorLogButton.tsx'
import { MessageCentre } from '../messages/MessageCentre.tsx'
import { AppearanceButtons } from '../settings/AppearanceButtons.tsx'
import { useWidthLevel } from '../width.ts'
import { FullScreenButton } from './FullScreenButton.tsx'
import { HeaderButton } from './HeaderButton.tsx'
import { HelpButton } from './HelpButton.tsx'

/**
 * The commands on the right: those of every day with a sign each, the others in words behind one button; on small screens all but the ways to other
 * pages. Source: spec 1, section 2.5.
 */
export function HeaderTools({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation('shell')
  const isNarrow = useWidthLevel() === 0
  const [isOpen, setOpen] = useState(false)
  const more = useRef<HTMLDivElement>(null)

  const closeOnEscape = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
    more.current?.querySelector('button')?.focus()
  }
  const closeOutside = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  const daily = (
    <>
      {tools}
      <FullScreenButton />
      <HelpButton />
    </>
  )
  return (
    <>
      <Link to="/jumpindex" className="icon-button" title={t('header.navigation')}>
        <span className="visually-hidden">{t('header.navigation')}</span>
        <CompassOutlined aria-hidden="true" />
      </Link>
      <MessageCentre />
      {!isNarrow && daily}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its buttons let through */}
      <div className="header-gather" ref={more} onKeyDown={closeOnEscape} onBlur={closeOutside}>
        <HeaderButton label={t('header.more')} icon={<MoreOutlined />} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
        {isOpen && <div className="pop-veil" aria-hidden="true" onPointerDown={() => setOpen(false)} />}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a command closes the menu it stands in */}
        <div
          className={isOpen ? 'header-tools header-tools-open' : 'header-tools'}
          onClick={({ target }) => target instanceof Element && target.closest('button, a') && setOpen(false)}
        >
          {isNarrow && daily}
          <ErrorLogButton />
          <LockButton />
          <AppearanceButtons />
          <LanguageSwitch />
        </div>
      </div>
    </>
  )
}
