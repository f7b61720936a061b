import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'

/** The kinds of objects that a terminal can be on, to choose from. */
export function useObjectTypes() {
  const { t } = useTranslation('terminals')
  return [ObjectType.vehicle, ObjectType.person, ObjectType.facility].map((value) => ({
    value,
    label: t(`objectTypes.${value}`),
  }))
}
