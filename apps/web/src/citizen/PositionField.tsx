import { reportLimits } from '@huanwei/contract/complaints/codes'
import { useId, useState } from 'react'
import type { ReportDraft } from './draft.ts'
import { useTexts } from './texts.ts'

type Place = Pick<ReportDraft, 'position' | 'lng' | 'lat'>
type Props = { draft: Place; onChange: (to: (draft: ReportDraft) => Partial<ReportDraft>) => void }

/** Time limit of the phone's positioning, ms. */
const patienceMs = 20_000

/** Position in words or from the phone; both optional. */
export function PositionField({ draft, onChange }: Props) {
  const { t } = useTexts()
  const id = useId()
  const [state, setState] = useState<'idle' | 'looking' | 'failed'>('idle')
  // Browsers tell the position only to pages that came over TLS.
  const canLocate = window.isSecureContext && 'geolocation' in navigator
  const isKnown = draft.lng !== undefined

  function locate() {
    setState('looking')
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude: lng, latitude: lat } }) => {
        setState('idle')
        onChange(() => ({ lng, lat }))
      },
      () => setState('failed'),
      { enableHighAccuracy: true, timeout: patienceMs },
    )
  }
  const forget = () => onChange(() => ({ lng: undefined, lat: undefined }))

  return (
    <div className="field">
      <label htmlFor={id}>{t('position.title')}</label>
      <input
        id={id}
        maxLength={reportLimits.position}
        placeholder={t('position.hint')}
        value={draft.position}
        onChange={({ target }) => onChange(() => ({ position: target.value }))}
      />
      {canLocate && (
        <button type="button" className="plain" disabled={state === 'looking'} onClick={isKnown ? forget : locate}>
          {t(isKnown ? 'position.forget' : state === 'looking' ? 'position.looking' : 'position.locate')}
        </button>
      )}
      {state === 'failed' && (
        <p className="hint" role="status">
          {t('position.failed')}
        </p>
      )}
    </div>
  )
}
