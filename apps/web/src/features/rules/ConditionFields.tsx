import type { ObjectType } from '@huanwei/contract/objects'
import { type Metric, metrics } from '@huanwei/contract/readings/codes'
import type { ConditionKind } from '@huanwei/contract/rules/codes'
import { Condition } from '@huanwei/contract/rules/endpoints'
import { Form, InputNumber, Radio, Select } from 'antd'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { AreasField } from './AreasField.tsx'
import { alarmBits, conditionFields, type FieldName, type FigureName, figures, safetyTypes } from './condition-table.ts'
import { OwnAreas } from './OwnAreas.tsx'

/** Besides the kind, what is filled in that other fields depend on. */
type Props = {
  objectType: ObjectType
  kind: ConditionKind
  metric: Metric | undefined
  addition: number | undefined
  ownAreas: boolean | undefined
}

/** The fields of one kind of condition. */
export const ConditionFields = ({ kind, ...rest }: Props) =>
  conditionFields[kind].map((name) => <ConditionField key={`${kind} ${name}`} name={name} {...rest} />)

function ConditionField({ name, objectType, metric, addition, ownAreas }: Omit<Props, 'kind'> & { name: FieldName }) {
  const { t } = useTranslation('rules')
  switch (name) {
    case 'ownAreas':
      return (
        <Form.Item
          name="ownAreas"
          label={t('field.ownAreas')}
          getValueProps={(isOwn?: boolean) => ({ value: isOwn === true })}
          normalize={(isOwn: boolean) => isOwn || undefined}
        >
          <Radio.Group
            aria-label={t('field.ownAreas')}
            options={[
              { value: false, label: t('areas.named') },
              { value: true, label: t('areas.own') },
            ]}
          />
        </Form.Item>
      )
    case 'areaIds':
    case 'routeIds':
      if (name === 'areaIds' && ownAreas) return <OwnAreas objectType={objectType} />
      return (
        <Form.Item name="areaIds" label={t(`field.${name}`)} required>
          <AreasField label={t(`field.${name}`)} isOfRoutes={name === 'routeIds'} />
        </Form.Item>
      )
    case 'bit':
    case 'addition':
    case 'types':
    case 'metric':
      return <ChoiceField name={name} addition={addition} />
    case 'value':
      return <Figure name="above" unit={metric && metrics[metric].unit} {...{ min: -60, max: 1000, times: 1 }} />
    default:
      return <Figure name={name} {...figures[name]} unit={t(`units.${figures[name].unit}`)} />
  }
}

type ChoiceProps = { name: 'bit' | 'addition' | 'types' | 'metric'; addition: number | undefined }

/** A field with one value of a list, or with several. */
function ChoiceField({ name, addition }: ChoiceProps) {
  const { t } = useTranslation(['rules', 'terminals', 'readings'])
  const form = Form.useFormInstance()
  switch (name) {
    case 'bit':
      return (
        <SelectField
          name="bit"
          label={t('field.bit')}
          showSearch={{ optionFilterProp: 'label' }}
          values={alarmBits}
          text={(value) => t(`terminals:alarms.${value}`, { defaultValue: String(value) })}
        />
      )
    case 'addition':
      return (
        <SelectField
          name="addition"
          label={t('field.addition')}
          values={Object.keys(safetyTypes).map(Number)}
          text={(value) => t(`additions.${value}`, { defaultValue: String(value) })}
          onChange={() => form.setFieldValue('types', [])}
        />
      )
    case 'types':
      return (
        <SelectField
          name="types"
          label={t('field.types')}
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          values={safetyTypes[addition ?? 0] ?? []}
          text={(value) => t(`safety.${addition}.${value}`, { defaultValue: String(value) })}
        />
      )
    case 'metric':
      return (
        <SelectField
          name="metric"
          label={t('readings:metricLabel')}
          values={ruledMetrics}
          text={(value) => t(`readings:metrics.${value}`)}
        />
      )
  }
}

const ruledMetrics = Condition.options.flatMap(({ shape }) => ('metric' in shape ? shape.metric.options : []))

type SelectProps<Value> = Pick<ComponentProps<typeof Select>, 'mode' | 'showSearch' | 'onChange'> & {
  name: FieldName
  label: string
  values: readonly Value[]
  text: (value: Value) => string
}

function SelectField<Value extends string | number>({ name, label, values, text, ...rest }: SelectProps<Value>) {
  return (
    <Form.Item name={name} label={label} required>
      <Select options={values.map((value) => ({ value, label: text(value) }))} {...rest} />
    </Form.Item>
  )
}

type FigureProps = { name: FigureName; unit: string | undefined; min: number; max: number; times: number }
function Figure({ name, unit, min, max, times }: FigureProps) {
  const { t } = useTranslation('rules')
  return (
    <Form.Item
      name={name}
      label={t(`field.${name}`)}
      required
      getValueProps={(value?: number | null) => ({ value: typeof value === 'number' ? value / times : value })}
      normalize={(value: number | null) => (value === null ? undefined : Math.round(value * times * 100) / 100)}
    >
      <InputNumber min={min} max={max} suffix={unit} style={{ width: '100%' }} />
    </Form.Item>
  )
}
