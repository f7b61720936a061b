import { closeEmergency, type Emergency } from '@huanwei/contract/emergencies/endpoints'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { errorOf } from '../../lib/errors.ts'
import { isWaiting } from '../../live/emergencies.ts'
import { CallClock, EmergencyLine } from './EmergencyLine.tsx'
import { EmergencyRecord } from './EmergencyRecord.tsx'

type Props = {
  emergencies: readonly Emergency[]
  /** The one that the strip shows; it is opened at first. */
  first: number
  onClose: () => void
  onSay: (text: string) => void
}

/** All open emergencies below the strip; the chosen one with its record and, once it is taken, the form that closes it. */
export function EmergencyPanel({ emergencies, first, onClose, onSay }: Props) {
  const { t } = useTranslation('emergencies')
  const [chosenId, setChosen] = useState(first)
  const chosen = emergencies.find(({ id }) => id === chosenId) ?? emergencies[0]
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  if (!chosen) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what its buttons let through
    <div className="emergency-panel" onKeyDown={closeOnEscape}>
      {emergencies.length > 1 && (
        <ul className="emergency-list" aria-label={t('strip')}>
          {emergencies.map((one) => (
            <li key={one.id}>
              <button type="button" aria-current={one.id === chosen.id} onClick={() => setChosen(one.id)}>
                <b className={`emergency-kind ${isWaiting(one) ? (one.isDrill ? 'is-drill' : '') : 'is-taken'}`}>
                  {t(one.isDrill ? 'drill' : 'sos')}
                </b>
                <strong>{one.objectName}</strong>
                <CallClock emergency={one} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="emergency-detail">
        {/* The strip itself shows the first one. */}
        {chosen.id !== first && (
          <div className="emergency-line">
            <EmergencyLine key={chosen.id} emergency={chosen} onSay={onSay} />
          </div>
        )}
        <EmergencyRecord of={{ id: chosen.id }} />
        {chosen.acknowledgement && <CloseForm key={`close ${chosen.id}`} id={chosen.id} />}
      </div>
    </div>
  )
}

/** Ends an emergency with what was done. */
function CloseForm({ id }: { id: number }) {
  const { t } = useTranslation('emergencies')
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (!remark.trim()) return setProblem(t('remarkMissing'))
    setBusy(true)
    await call(closeEmergency, { id, remark }, undefined, () => true).catch((error) => setProblem(errorOf(error).message))
    setBusy(false)
  }
  return (
    <form className="emergency-close" onSubmit={send}>
      <label>
        {t('remark')}
        <textarea
          rows={2}
          maxLength={500}
          value={remark}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            setRemark(event.target.value)
            setProblem(undefined)
          }}
        />
      </label>
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" className="emergency-main" disabled={isBusy}>
        {t('close')}
      </button>
    </form>
  )
}
