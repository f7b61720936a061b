import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainField } from '../../ui/form/PlainField.tsx'

/** Names one captcha picture: four random digits and the time. Source: spec 4, S0 §7. */
export const newRandomStr = () => `${Math.floor(1000 + Math.random() * 9000)}${Date.now()}`

type Props = {
  randomStr: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
  /** Requests another picture. */
  onRenew: () => void
}

/** The picture with its sum, and the answer. A click on the picture renews it. */
export function Captcha({ randomStr, value, error, onChange, onRenew }: Props) {
  const { t } = useTranslation('login')
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <PlainField
      label={t('code')}
      error={error}
      name="code"
      placeholder={t('codePlaceholder')}
      autoComplete="off"
      maxLength={16}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <button type="button" className="captcha" onClick={onRenew} title={t('codeRenew')}>
        {failed === randomStr ? (
          <span>{t('codeFailed')}</span>
        ) : (
          <img src={`/code?randomStr=${randomStr}`} alt={t('codeRenew')} onError={() => setFailed(randomStr)} />
        )}
      </button>
    </PlainField>
  )
}
