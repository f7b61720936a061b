import { CauseKind } from '@huanwei/contract/cleaning/codes'
import { useTranslation } from 'react-i18next'
import { WordsField } from '../../ui/form/WordsField.tsx'
import { ResultButton } from '../cleaning/causes/ResultButton.tsx'
import { PhotosField } from '../files/PhotosField.tsx'
import type { DraftFields } from '../queues/use-draft.ts'

/** Draft of the form; `img` are names of stored photos, comma-separated. */
export type Said = { remark: string; img: string }
export const nothingSaid: Said = { remark: '', img: '' }

type Props = DraftFields<Said> & {
  /** The inspection's. */
  id: number
  /** The form gives feedback, or says why it is returned or closed. */
  kind: 'feedback' | 'verdict'
}

/** Words and photos that go with an act. Source: spec 2, section 2.3. */
export function InspectionForm({ id, kind, draft, onDraft, missing }: Props) {
  const { t } = useTranslation('inspections')
  return (
    <div className="drawer-form">
      <WordsField
        label={t(`${kind}.text`)}
        hint={t(`${kind}.hint`)}
        error={missing && t('refusal.reasonMissing')}
        value={draft.remark}
        onChange={(remark) => onDraft({ ...draft, remark })}
      />
      {kind === 'feedback' && (
        <ResultButton
          kind={CauseKind.inspection}
          id={id}
          onTake={({ text, img }) => onDraft({ remark: draft.remark + text, img: draft.img || img })}
        />
      )}
      {kind === 'verdict' && <p className="drawer-note">{t('closeHint')}</p>}
      <PhotosField label={t(`${kind}.photos`)} value={draft.img} onChange={(img) => onDraft({ ...draft, img })} />
    </div>
  )
}
