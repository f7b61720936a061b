import type { CleaningReport } from '@huanwei/contract/cleaning/endpoints'
import type { CleaningAct } from '@huanwei/contract/cleaning/rules'
import { Input, Rate } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PhotosField } from '../files/PhotosField.tsx'
import { AssignFields } from './AssignFields.tsx'
import { type ActDraft, lacksBefore, type Missing } from './act-draft.ts'

type Props = {
  report: CleaningReport
  act: CleaningAct
  draft: ActDraft
  onDraft: (change: Partial<ActDraft>) => void
  missing: Missing
}

const mostPoints = 5

/** Fields of the next act. Source: spec 3, section 11. */
export function ActForm({ report, act, draft, onDraft, missing }: Props) {
  const { t } = useTranslation(['cleaning', 'checks'])
  const [textId, errorId] = [useId(), useId()]
  const isTextMissing = missing === 'remark'
  return (
    <div className="drawer-form">
      {act === 'assign' && <AssignFields id={report.id} draft={draft} onDraft={onDraft} errorId={missing && errorId} />}
      {act === 'evaluate' && (
        <fieldset className="clean-score" aria-describedby={missing && errorId}>
          <legend>{t('score')}</legend>
          <Rate
            count={mostPoints}
            value={draft.score ?? 0}
            tooltips={[1, 2, 3, 4, 5].map((count) => t('points', { count }))}
            onChange={(score) => onDraft({ score: score || undefined })}
          />
          {draft.score !== undefined && <span>{t('points', { count: draft.score })}</span>}
        </fieldset>
      )}
      <label htmlFor={textId}>{t(`act.${act}.text`)}</label>
      <Input.TextArea
        id={textId}
        rows={2}
        maxLength={500}
        placeholder={t(`act.${act}.hint`)}
        status={isTextMissing ? 'error' : ''}
        aria-invalid={isTextMissing}
        aria-describedby={isTextMissing ? errorId : undefined}
        value={draft.remark}
        onChange={({ target }) => onDraft({ remark: target.value })}
      />
      {missing && (
        <p id={errorId} className="drawer-error" role="alert">
          {missing === 'remark' ? t('checks:enterResult') : t(`missing.${missing}`)}
        </p>
      )}
      {act === 'process' && lacksBefore(report) && (
        <>
          <Caption text={t('beforePhotos')} />
          <PhotosField label={t('beforePhotos')} value={draft.beforeImg} onChange={(beforeImg) => onDraft({ beforeImg })} />
        </>
      )}
      {act === 'process' && (
        <>
          <Caption text={t('resultPhotos')} />
          <PhotosField label={t('resultPhotos')} value={draft.img} onChange={(img) => onDraft({ img })} />
        </>
      )}
    </div>
  )
}

/** Name of a group of photos, which the group itself says to a screen reader. */
const Caption = ({ text }: { text: string }) => (
  <span className="clean-caption" aria-hidden>
    {text}
  </span>
)
