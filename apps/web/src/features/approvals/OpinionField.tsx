import { useTranslation } from 'react-i18next'
import { WordsField } from '../../ui/form/WordsField.tsx'

type Props = { isMissing: boolean; value: string; onChange: (text: string) => void }

/** 审批意见, which a rejection needs. */
export function OpinionField({ isMissing, value, onChange }: Props) {
  const { t } = useTranslation('approvals')
  return (
    <div className="drawer-form">
      <WordsField
        label={t('opinion')}
        hint={t('opinionHint')}
        error={isMissing && t('refusal.opinionMissing')}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
