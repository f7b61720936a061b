import type { TimelinessAsked } from '@huanwei/contract/deadlines/codes'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../ui/select/choice.ts'
import { timelinessesOf } from './deadline-search.ts'

/** Choices of a filter by the deadline, for rows that are still to be done, that are done, or both. */
export function useTimelinessOptions(isOpen?: boolean) {
  const { t } = useTranslation('deadlines')
  return timelinessesOf(isOpen).map((value) => ({ value, label: t(`timeliness.${value}`) }))
}

export function TimelinessSelect({ value, onChange }: Omit<Choice<TimelinessAsked>, 'label'>) {
  const { t } = useTranslation('deadlines')
  return (
    <Select<TimelinessAsked>
      aria-label={t('timeliness')}
      placeholder={t('timeliness')}
      allowClear
      options={useTimelinessOptions()}
      value={value}
      onChange={(one: TimelinessAsked | undefined) => onChange?.(one)}
    />
  )
}
