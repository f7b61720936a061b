import { ObjectType } from '@huanwei/contract/objects'
import { conditionKinds, Severity } from '@huanwei/contract/rules/codes'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { DepartmentsSelect } from '../departments/DepartmentSelect.tsx'
import { objectSelects } from '../objects/ObjectSelect.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { HoursFields } from './HoursFields.tsx'

type Props = ComponentProps<typeof ConditionFields>

/** Fields of a rule: its condition, whom it watches, when, and what happens. */
export function RuleFields(condition: Props) {
  const { t } = useTranslation('rules')
  const { objectType } = condition
  const watched = t(`field.objectIds.${objectType}`)
  return (
    <>
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item name="kind" label={t('condition')} extra={t(`help.${condition.kind}`)} required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={conditionKinds[objectType].map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </Form.Item>
      <ConditionFields {...condition} />
      <Form.Item name="objectIds" label={watched} extra={t('watchedHint')}>
        <ManyChoice label={watched} Select={objectSelects[objectType]} />
      </Form.Item>
      <Form.Item name="deptIds" label={t('field.deptIds')}>
        <DepartmentsSelect label={t('field.deptIds')} />
      </Form.Item>
      <HoursFields kind={condition.kind} />
      <EventFields />
      <NotificationFields objectType={objectType} />
    </>
  )
}

/** When the condition makes an event, how severe it is, and whether the rule is on. */
function EventFields() {
  const { t } = useTranslation('rules')
  return (
    <div className="form-columns">
      <Form.Item name="minDuration" label={t('field.minDuration')} extra={t('minDurationHint')}>
        <InputNumber min={0} max={86_400} precision={0} suffix={t('units.seconds')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="cooldown" label={t('field.cooldown')} extra={t('cooldownHint')}>
        <InputNumber min={0} max={86_400} precision={0} suffix={t('units.seconds')} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="severity" label={t('severity')}>
        <Radio.Group
          aria-label={t('severity')}
          options={Object.values(Severity).map((value) => ({ value, label: t(`severities.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="enabled" label={t('enabled')} valuePropName="checked" extra={t('enabledHint')}>
        <Switch />
      </Form.Item>
    </div>
  )
}

/** Speech in the vehicle, messages to people. */
function NotificationFields({ objectType }: { objectType: ObjectType }) {
  const { t } = useTranslation('rules')
  return (
    <>
      {objectType === ObjectType.vehicle && (
        <>
          <Form.Item name="voiceText" label={t('field.voiceText')} extra={t('voiceTextHint')}>
            <Input.TextArea maxLength={200} rows={2} />
          </Form.Item>
          <Form.Item name="photo" label={t('field.photo')} valuePropName="checked" extra={t('photoHint')}>
            <Switch />
          </Form.Item>
          <Form.Item name="recordVideo" label={t('field.recordVideo')} valuePropName="checked" extra={t('recordVideoHint')}>
            <Switch />
          </Form.Item>
        </>
      )}
      <Form.Item name="recipientIds" label={t('field.recipientIds')} extra={t('recipientsHint')}>
        <ManyChoice label={t('field.recipientIds')} Select={objectSelects[ObjectType.person]} />
      </Form.Item>
      <Form.Item name="sms" label={t('field.sms')} valuePropName="checked" extra={t('smsHint')}>
        <Switch />
      </Form.Item>
    </>
  )
}
