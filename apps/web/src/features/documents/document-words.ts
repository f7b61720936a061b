import { Validity } from '@huanwei/contract/documents/codes'
import { useTranslation } from 'react-i18next'

/** Name and choices of the filter by the state of documents. */
export function useDocumentsFilter() {
  const { t } = useTranslation('documents')
  const choices = ([Validity.expiring, Validity.expired] as const).map((value) => ({ value, label: t(`validity.${value}`) }))
  return [t('validity'), choices] as const
}
