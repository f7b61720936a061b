import { useTranslation } from 'react-i18next'
import { WordsField } from '../../ui/form/WordsField.tsx'
import type { DraftFields } from '../queues/use-draft.ts'

/** 审批意见, which a rejection needs. */
export function OpinionField({ draft, onDraft, missing }: DraftFields<string>) {
  const { t } = useTranslation('approvals')
  return (
    <div className="drawer-form">
      <WordsField
        label={t('opinion')}
        hint={t('opinionHint')}
        error={missing && t('refusal.opinionMissing')}
        value={draft}
        onChange={onDraft}
      />
    </div>
  )
}
