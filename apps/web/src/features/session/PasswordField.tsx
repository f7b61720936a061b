import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainField } from '../../ui/form/PlainField.tsx'

type Props = { value: string; error: string | undefined; onChange: (password: string) => void }

/** The password, hidden unless asked for, with a word when Caps Lock is on. */
export function PasswordField({ value, error, onChange }: Props) {
  const { t } = useTranslation(['login', 'checks'])
  const [isShown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <PlainField
      label={t('password')}
      error={error}
      hint={capsLock ? t('capsLock') : undefined}
      name="password"
      type={isShown ? 'text' : 'password'}
      placeholder={t('checks:enterPassword')}
      autoComplete="current-password"
      maxLength={128}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={look}
      onKeyUp={look}
      onBlur={() => setCapsLock(false)}
    >
      <button
        type="button"
        className="field-button"
        aria-label={isShown ? t('hidePassword') : t('showPassword')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
          <circle cx="12" cy="12" r="3" />
          {!isShown && <path d="M4 20 20 4" />}
        </svg>
      </button>
    </PlainField>
  )
}
