import { BellOutlined } from '@ant-design/icons'
import { MsgType } from '@huanwei/contract/messages/codes'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eager } from '../../lib/eager.tsx'
import { useSettings } from '../../lib/settings.ts'
import { LatePart } from '../LatePart.tsx'
import { addressesOf, visibleMenus } from '../menu/menu-tree.ts'
import { menuQuery } from '../query-client.ts'
import { MessagePanel } from './MessagePanel.tsx'
import { queuesOf, violationPlaces } from './message-types.ts'
import { useAlarms } from './use-alarms.ts'
import { useMessageSound, useWaitingCounts } from './use-message-sound.ts'
import { WaitingBadge } from './WaitingBadge.tsx'
import './messages.css'

const reminders = [{ msgType: MsgType.reminder }]

const eventCentre = eager(async () => (await import('./EventCentre.tsx')).EventCentre)

/** The bell: how many messages wait, what they are, and the ways to them. Muted at first. Source: spec 1, section 2.7. */
export function MessageCentre() {
  const { t } = useTranslation('shell')
  const menu = useQuery({ ...menuQuery, select: visibleMenus })
  const held = useMemo(() => addressesOf(menu.data ?? []), [menu.data])
  const queues = useMemo(() => queuesOf(held), [held])
  const [isOpen, setOpen] = useState(false)
  const [isMuted, setMuted] = useState(true)
  const [tab, setTab] = useState<MsgType>()
  const box = useRef<HTMLDivElement>(null)
  const hasAlarms = Object.values(violationPlaces).some((path) => held.includes(path))
  const soundTypes = useSettings((s) => s.soundTypes)
  const alarms = useAlarms(hasAlarms && (isOpen || (!isMuted && soundTypes.includes(MsgType.violation))))
  useMessageSound(useWaitingCounts(alarms.data?.total), soundTypes, isMuted)
  if (queues.length === 0) return null

  const closeOnEscape = (event: KeyboardEvent) => {
    if (!isOpen || event.key !== 'Escape') return
    event.stopPropagation()
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const closeOutside = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its buttons let through
    <div className="message-centre" ref={box} onKeyDown={closeOnEscape} onBlur={closeOutside}>
      <button
        type="button"
        className="icon-button"
        title={t('header.messages')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{t('header.messages')}</span>
        <BellOutlined aria-hidden="true" />
        <WaitingBadge paths={held} others={reminders} />
      </button>
      {isOpen && (
        <>
          <div className="pop-veil" aria-hidden="true" onPointerDown={() => setOpen(false)} />
          <MessagePanel
            {...{ queues, held, isMuted }}
            alarms={hasAlarms ? alarms : undefined}
            onMute={setMuted}
            onTab={setTab}
            onClose={() => setOpen(false)}
          />
        </>
      )}
      {tab && (
        <LatePart onLost={() => setTab(undefined)}>
          {eventCentre.draw({ queues, start: tab, onClose: () => setTab(undefined) })}
        </LatePart>
      )}
    </div>
  )
}
