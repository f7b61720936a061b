import { DownOutlined, RollbackOutlined } from '@ant-design/icons'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSite } from '../../lib/site.ts'
import { Logo } from '../../ui/theme/Logo.tsx'
import { useChosenSubSystem, useSubSystems } from '../menu/use-menu.ts'
import { SubSystemPanel } from '../navigation/SubSystemPanel.tsx'

/** The mouse opens it when it stays, not on its way to something else, ms. */
const restMs = 150

/** Logo and title of the organisation's system. Where there are sub-systems the title opens their switcher. Source: spec 1, section 2.5. */
export function SystemTitle() {
  const { t } = useTranslation('shell')
  const hasTitle = useSite((s) => !!s.site?.title)
  const systems = useSubSystems()
  const chosen = useChosenSubSystem()
  const [isOpen, setOpen] = useState(false)
  const { isHovered, rest, ...pointer } = useRestingMouse(setOpen)
  const button = useRef<HTMLButtonElement>(null)
  const title = <SiteNames />
  if (systems.length === 0)
    return (
      <Link to="/wel/index" className="brand" aria-label={hasTitle ? undefined : t('user.home')}>
        <Logo size={32} />
        {title}
      </Link>
    )

  const close = () => {
    rest()
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its button and panel let through
    <div
      className="brand-box"
      onKeyDown={closeOnEscape}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      {...pointer}
    >
      <Link to="/wel/index" className="brand-logo" aria-label={t('user.home')}>
        <Logo size={32} />
      </Link>
      <button
        type="button"
        ref={button}
        className="brand"
        aria-expanded={isOpen}
        aria-controls="sub-systems"
        onClick={() => setOpen(isHovered.current || !isOpen)}
      >
        <span className="brand-names">
          {title}
          {chosen && <span className="brand-chosen">{chosen.label}</span>}
        </span>
        <DownOutlined className="brand-arrow" aria-hidden="true" />
        <span className="visually-hidden">{t('systems.switch')}</span>
      </button>
      <ReturnLink />
      {isOpen && <SubSystemPanel systems={systems} chosenId={chosen?.id} onClose={close} />}
    </div>
  )
}

function ReturnLink() {
  const { t } = useTranslation('shell')
  return (
    <Link to="/jumpindex" className="icon-button brand-return" title={t('systems.return')}>
      <span className="visually-hidden">{t('systems.return')}</span>
      <RollbackOutlined aria-hidden="true" />
    </Link>
  )
}

function SiteNames() {
  const { t } = useTranslation('common')
  const site = useSite((s) => s.site)
  return (
    <>
      <span className="brand-title">{site?.title ?? t('product')}</span>
      <span className="brand-short">{site?.type === SiteType.plain ? '' : site?.shortName || t('product')}</span>
    </>
  )
}

/** Opens when the mouse rests, and closes when it goes. While it is there (`isHovered`) its click must not close what it has just opened. */
function useRestingMouse(setOpen: (isOpen: boolean) => void) {
  const isHovered = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  return {
    isHovered,
    /** It was closed: it does not open before the mouse comes again. */
    rest: () => clearTimeout(timer.current),
    onPointerEnter({ pointerType }: PointerEvent) {
      isHovered.current = pointerType === 'mouse'
      if (isHovered.current) timer.current = setTimeout(() => setOpen(true), restMs)
    },
    onPointerLeave() {
      isHovered.current = false
      clearTimeout(timer.current)
      setOpen(false)
    },
  }
}
