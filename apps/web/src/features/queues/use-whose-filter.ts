import { useTranslation } from 'react-i18next'

/** Label and value of the filter by which who handles a queue sees all of their scope. */
export function useWhoseFilter(): [label: string, options: { value: 'all'; label: string }[]] {
  const { t } = useTranslation('list')
  return [t('whose'), [{ value: 'all', label: t('whoseAll') }]]
}
