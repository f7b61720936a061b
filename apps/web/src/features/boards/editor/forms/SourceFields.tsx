import { EventRank, type FigureName, type ParamName, type SourceName, traitsOf } from '@huanwei/contract/boards/codes'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { mostTextLength, type SourceParams } from '@huanwei/contract/designs/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { Form, Select } from 'antd'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DictionarySelect } from '../../../dictionaries/DictionarySelect.tsx'
import { TextsFields } from './TextsFields.tsx'

type Props = { source: SourceName; params: SourceParams; onChange: (params: SourceParams) => void }

const noTexts = { 'zh-CN': '', 'zh-TW': '', 'en-US': '' }
const objectNames = {
  [ObjectType.vehicle]: 'kind.vehicle',
  [ObjectType.person]: 'kind.person',
  [ObjectType.facility]: 'kind.facility',
} as const

/** The parameters that a source reads. */
export function SourceFields({ source, params, onChange }: Props) {
  const { t } = useTranslation(['boards', 'cleaning'])
  const id = useId()
  const { takes, names = [] } = traitsOf(source)
  const set = (fields: Partial<SourceParams>) => onChange({ ...params, ...fields })
  const objects = Object.values(ObjectType).map((value) => ({ value, label: t(`boards:${objectNames[value]}`) }))
  const fields: Record<Exclude<ParamName, 'texts'>, ReactNode> = {
    objectType: (
      <Select<ObjectType>
        id={`${id}objectType`}
        value={params.objectType ?? ObjectType.vehicle}
        options={objects}
        onChange={(objectType) => set({ objectType })}
      />
    ),
    objectTypes: (
      <Select<ObjectType[]>
        id={`${id}objectTypes`}
        mode="multiple"
        value={params.objectTypes ?? [ObjectType.vehicle]}
        options={objects}
        onChange={(objectTypes) => objectTypes.length && set({ objectTypes })}
      />
    ),
    vehicleFunction: (
      <DictionarySelect
        id={`${id}vehicleFunction`}
        type="vehicle_function"
        label={t('boards:editor.all')}
        value={params.vehicleFunction}
        onChange={(vehicleFunction) => set({ vehicleFunction })}
      />
    ),
    facilityType: (
      <DictionarySelect
        id={`${id}facilityType`}
        type="facility_type"
        label={t('boards:editor.all')}
        value={params.facilityType}
        onChange={(facilityType) => set({ facilityType })}
      />
    ),
    cleaningType: (
      <Select<CleaningType>
        id={`${id}cleaningType`}
        allowClear
        placeholder={t('boards:editor.all')}
        value={params.cleaningType}
        options={Object.values(CleaningType).map((value) => ({ value, label: t(`cleaning:type.${value}`) }))}
        onChange={(cleaningType?: CleaningType) => set({ cleaningType })}
      />
    ),
    names: (
      <Select<FigureName[]>
        id={`${id}names`}
        mode="multiple"
        maxCount={8}
        showSearch={{ optionFilterProp: 'label' }}
        value={params.names ?? []}
        options={names.map((value) => ({ value, label: t(`boards:figure.${value}`) }))}
        onChange={(chosen) => chosen.length && set({ names: chosen })}
      />
    ),
    rank: (
      <Select<EventRank>
        id={`${id}rank`}
        value={params.rank ?? EventRank.vehicles}
        options={Object.values(EventRank).map((value) => ({ value, label: t(`boards:ranks.${value}`) }))}
        onChange={(rank) => set({ rank })}
      />
    ),
  }
  return takes.map((name) =>
    name === 'texts' ? (
      <TextsFields
        key={name}
        label={t('boards:param.texts')}
        texts={params.texts ?? noTexts}
        most={mostTextLength}
        onChange={(texts) => set({ texts })}
      />
    ) : (
      <Form.Item key={name} label={t(`boards:param.${name}`)} htmlFor={`${id}${name}`}>
        {fields[name]}
      </Form.Item>
    ),
  )
}
