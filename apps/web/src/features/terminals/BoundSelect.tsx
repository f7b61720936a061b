import { ObjectType } from '@huanwei/contract/objects'
import { useTranslation } from 'react-i18next'
import type { Choice } from '../../ui/select/choice.ts'
import { ObjectSelect } from '../objects/ObjectSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'

/** An object to bind a terminal to; vehicles that have one say so and cannot be chosen. */
export function BoundSelect({ objectType, ...choice }: Choice<number> & { objectType: ObjectType }) {
  const { t } = useTranslation('terminals')
  if (objectType !== ObjectType.vehicle) return <ObjectSelect objectType={objectType} {...choice} />
  return <VehicleSelect {...choice} wordsOfBound={(number) => t('boundTo', { number })} />
}
