import { Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PhotosField } from '../../ui/PhotosField.tsx'

/** What the person has filled in so far; `img` are names of stored photos, comma-separated. */
export type Said = { remark: string; img: string }
export const nothingSaid: Said = { remark: '', img: '' }

type Props = {
  /** The form gives feedback, or says why it is returned or closed. */
  kind: 'feedback' | 'verdict'
  said: Said
  onSaid: (said: Said) => void
  isReasonMissing: boolean
}

/** Words and photos that go with an act. Source: spec 2, section 2.3. */
export function InspectionForm({ kind, said, onSaid, isReasonMissing }: Props) {
  const { t } = useTranslation('inspections')
  const [textId, errorId] = [useId(), useId()]
  return (
    <div className="drawer-form">
      <label htmlFor={textId}>{t(`${kind}.text`)}</label>
      <Input.TextArea
        id={textId}
        rows={2}
        maxLength={500}
        placeholder={t(`${kind}.hint`)}
        status={isReasonMissing ? 'error' : ''}
        aria-invalid={isReasonMissing}
        aria-describedby={isReasonMissing ? errorId : undefined}
        value={said.remark}
        onChange={({ target }) => onSaid({ ...said, remark: target.value })}
      />
      {isReasonMissing && (
        <p id={errorId} className="drawer-error" role="alert">
          {t('reasonMissing')}
        </p>
      )}
      <PhotosField label={t(`${kind}.photos`)} value={said.img} onChange={(img) => onSaid({ ...said, img })} />
    </div>
  )
}
