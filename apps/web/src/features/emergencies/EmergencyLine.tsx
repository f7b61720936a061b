import { acknowledgeEmergency, type Emergency } from '@huanwei/contract/emergencies/endpoints'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { currentSession } from '../../lib/session.ts'
import { useTick } from '../../lib/tick.ts'
import { age, lastingText, parseTime } from '../../lib/time.ts'
import { isWaiting, useEmergencies } from '../../live/emergencies.ts'
import { layerOf } from '../../live/layers.ts'
import { keyOf } from '../../live/object-key.ts'

type LineProps = { emergency: Emergency; onSay: (text: string) => void }

/** Who calls from where since when, and what can be done about it. */
export function EmergencyLine({ emergency, onSay }: LineProps) {
  const { t } = useTranslation('emergencies')
  const { id, isDrill, objectType, objectId, objectName, deptName, position, contact, calls } = emergency
  const [isBusy, setBusy] = useState(false)

  async function acknowledge() {
    setBusy(true)
    // The strip itself says who was faster.
    await call(acknowledgeEmergency, { id }, undefined, () => true).catch((error) => onSay(errorOf(error).message))
    setBusy(false)
  }
  return (
    <>
      <span className="emergency-who">
        <b className="emergency-kind">{t(isDrill ? 'drill' : 'sos')}</b>
        <strong>{objectName}</strong>
        <span className="emergency-place">{[deptName, position].filter(Boolean).join(' · ')}</span>
        {calls > 1 && <span>{t('calls', { count: calls })}</span>}
        <CallClock emergency={emergency} />
      </span>
      <span className="emergency-acts">
        {isWaiting(emergency) && (
          <button type="button" className="emergency-main" disabled={isBusy} onClick={acknowledge}>
            {t('acknowledge')}
          </button>
        )}
        <Link to={`/monitor/live/index?tab=${layerOf[objectType]}&selected=${keyOf({ objectType, id: objectId })}`}>
          {t('locate')}
        </Link>
        {contact && (
          <a href={`tel:${contact.phone}`} title={t('call', contact)}>
            {t('callShort')} <span className="emergency-phone">{contact.phone}</span>
          </a>
        )}
      </span>
    </>
  )
}

/** Age of a call that waits; else who took it, and for how long. */
export function CallClock({ emergency: { time, acknowledgement } }: { emergency: Emergency }) {
  const { t } = useTranslation('emergencies')
  const now = useTick() + useEmergencies(({ ahead }) => ahead)
  if (!acknowledgement) return <time dateTime={time.replace(' ', 'T')}>{age(now - parseTime(time))}</time>
  const isOwn = acknowledgement.userId === currentSession()?.user.userId
  const seconds = Math.max(0, Math.floor((now - parseTime(acknowledgement.time)) / 1000))
  return (
    <span>
      {isOwn ? t('taken') : t('takenBy', { who: acknowledgement.by })} <time>{lastingText(seconds)}</time>
    </span>
  )
}
