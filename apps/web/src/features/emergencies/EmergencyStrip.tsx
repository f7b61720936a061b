import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentSession } from '../../lib/session.ts'
import { isWaiting, useEmergencies } from '../../live/emergencies.ts'
import { useLiveEmergencies } from '../../live/start.ts'
import { EmergencyLine } from './EmergencyLine.tsx'
import { EmergencyPanel } from './EmergencyPanel.tsx'
import { SirenButton } from './SirenButton.tsx'
import { stopSiren, watchCalls } from './siren.ts'
import { useNote } from './use-note.ts'
import './emergencies.css'

const queries = new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: 0 } } })

/** Red strip over every page while a call for help waits for somebody, and a quiet one while the person deals with one. Source: spec 3, section 21. */
export function EmergencyStrip() {
  useLiveEmergencies()
  useEffect(watchCalls, [])
  return (
    <QueryClientProvider client={queries}>
      <Strip />
    </QueryClientProvider>
  )
}

function Strip() {
  const { t } = useTranslation('emergencies')
  const { emergencies, waiting } = useEmergencies()
  const { note, say } = useNote()
  const [isOpen, setOpen] = useState(false)
  const box = useStripHeight()
  const me = currentSession()?.user.userId
  const shown =
    emergencies.find((one) => isWaiting(one) && !one.isDrill) ??
    emergencies.find(isWaiting) ??
    emergencies.find(({ acknowledgement }) => acknowledgement?.userId === me)
  const isEmpty = !shown && !note
  if (isEmpty && isOpen) setOpen(false)
  useEffect(() => {
    if (!waiting) stopSiren()
  }, [waiting])
  if (isEmpty) return null
  const look = !shown || !isWaiting(shown) ? 'is-quiet' : shown.isDrill ? 'is-drill' : 'is-alert'
  return (
    <section ref={box} className={`emergency ${look}`} aria-label={t('strip')}>
      {/* Ages and clocks change every second: only what is added is read out. */}
      <div
        className="emergency-line"
        role={look === 'is-quiet' ? 'status' : 'alert'}
        aria-atomic="false"
        aria-relevant="additions"
      >
        {shown && <EmergencyLine key={shown.id} emergency={shown} onSay={say} />}
        {note && <span className="emergency-note">{note}</span>}
        <span className="emergency-tools">
          {waiting > 1 && <strong>{t('waiting', { count: waiting })}</strong>}
          {shown && (
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(emergencies.length > 1 ? 'list' : 'record')}
            </button>
          )}
          <SirenButton />
        </span>
      </div>
      {isOpen && shown && (
        <EmergencyPanel emergencies={emergencies} first={shown.id} onClose={() => setOpen(false)} onSay={say} />
      )}
    </section>
  )
}

/** Moves everything else down by the height of the strip. */
function useStripHeight() {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const strip = box.current?.firstElementChild
    if (!strip) return
    const { style } = document.documentElement
    const measure = () => style.setProperty('--strip', `${strip.getBoundingClientRect().height}px`)
    const watched = new ResizeObserver(measure)
    watched.observe(strip)
    measure()
    return () => {
      watched.disconnect()
      style.removeProperty('--strip')
    }
  })
  return box
}
