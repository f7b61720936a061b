import { useTranslation } from 'react-i18next'
import { WordsField } from '../../ui/form/WordsField.tsx'
import { PhotosField } from '../files/PhotosField.tsx'

/** Draft of the form; `img` are names of stored photos, comma-separated. */
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
  return (
    <div className="drawer-form">
      <WordsField
        label={t(`${kind}.text`)}
        hint={t(`${kind}.hint`)}
        error={isReasonMissing && t('refusal.reasonMissing')}
        value={said.remark}
        onChange={(remark) => onSaid({ ...said, remark })}
      />
      {kind === 'verdict' && <p className="drawer-note">{t('closeHint')}</p>}
      <PhotosField label={t(`${kind}.photos`)} value={said.img} onChange={(img) => onSaid({ ...said, img })} />
    </div>
  )
}
