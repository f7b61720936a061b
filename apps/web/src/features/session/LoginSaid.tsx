import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../../lib/site.ts'
import { Refusal } from './Refusal.tsx'

/** The server's refusal, in a line that is always there, so that nothing moves; beside it whom to ask for a new password. */
export function LoginSaid({ refusal }: { refusal: string | null }) {
  const { t } = useTranslation('login')
  const contact = useSite((s) => s.site?.contact)
  const [isAsked, setAsked] = useState(false)
  const [before, setBefore] = useState(refusal)
  // A new refusal takes the place of the answer.
  if (before !== refusal) {
    setBefore(refusal)
    setAsked(false)
  }
  return (
    <div className="login-said">
      {isAsked ? (
        <p role="status">{contact ? t('forgot.contact', { contact }) : t('forgot.administrator')}</p>
      ) : (
        <Refusal text={refusal} />
      )}
      <button type="button" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
        {t('forgot')}
      </button>
    </div>
  )
}
