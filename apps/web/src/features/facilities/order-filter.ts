import { useTranslation } from 'react-i18next'

/** Name and choices of the filter by what is wrong with a facility or a can now. */
export function useOrderFilter() {
  const { t } = useTranslation('facilities')
  const choices = (['true', 'false'] as const).map((value) => ({ value, label: t(`inOrder.${value}`) }))
  return [t('inOrder'), choices] as const
}
