import { ObjectType } from '@huanwei/contract/objects'
import { type ConditionKind, conditionKinds, Severity } from '@huanwei/contract/rules/codes'
import type { MonitoringRule } from '@huanwei/contract/rules/endpoints'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useSend } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { DepartmentSelect } from '../../ui/DepartmentSelect.tsx'
import { FormDrawer } from '../../ui/FormDrawer.tsx'
import { ManyChoice } from '../../ui/ManyChoice.tsx'
import { objectSelects } from '../../ui/ObjectSelect.tsx'
import { ConditionFields } from './ConditionFields.tsx'
import { HoursFields } from './HoursFields.tsx'
import { RuleTryout } from './RuleTryout.tsx'
import { ruleCalls } from './rule-calls.ts'
import { newRule, putsInForce, ruleForm, ruleOf, sayingOf, startOf } from './rule-form.ts'
import { TryoutDrawer } from './TryoutDrawer.tsx'
import { useAnswer } from './use-answer.ts'
import './rules.css'

type Props = {
  objectType: ObjectType
  /** A new one without. */
  rule: MonitoringRule | undefined
  onReload: () => PromiseLike<unknown>
  onClose: () => void
  onHandled: () => void
}

type Entered = Parameters<typeof sayingOf>[0]

/** One rule: what it looks at, whom it watches, when, and what happens. */
export function RuleDrawer({ objectType, rule, onReload, onClose, onHandled }: Props) {
  const { t } = useTranslation('rules')
  const { list, add, change, tryOut, noun } = ruleCalls[objectType]
  const mayTry = useMay(`${noun}_add`)
  const may = useMay(`${noun}_${rule ? 'edit' : 'add'}`)
  const sendNew = useSend(add, [list])
  const send = useSend(change, [list])
  const kinds: readonly ConditionKind[] = conditionKinds[objectType]
  const [kind, setKind] = useState(rule?.condition.kind ?? kinds[0] ?? 'offline')
  const fields = useMemo(() => ruleForm(kind, add.input), [kind, add])
  const tried = useRef('')
  const { shown, ask } = useAnswer<Entered>()

  /** Whether a person wants it in force, having seen what it would have made. */
  async function isWanted(entered: Entered) {
    return !mayTry || !putsInForce(entered, rule) || tried.current === sayingOf(entered) || ask(entered)
  }

  return (
    <>
      <FormDrawer
        title={rule?.name ?? t('add')}
        fields={fields}
        start={rule ? startOf(rule) : { ...newRule, kind, severity: Severity.alarm }}
        onReload={onReload}
        mayEdit={may}
        onSend={async (values) => {
          const entered = add.input.parse(ruleOf(values))
          if (!(await isWanted(entered))) return
          if (rule) await send({ ...entered, id: rule.id })
          else await sendNew(entered)
          onClose()
        }}
        onClose={onClose}
        actions={rule && <RemoveRule rule={rule} onRemoved={onHandled} />}
      >
        {(values) => (
          <>
            <Form.Item name="name" label={t('name')} required>
              <Input maxLength={50} />
            </Form.Item>
            <Form.Item name="kind" label={t('condition')} extra={t(`help.${kind}`)} required>
              <Select
                showSearch={{ optionFilterProp: 'label' }}
                onChange={setKind}
                options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              />
            </Form.Item>
            <ConditionFields kind={kind} metric={values.metric} addition={values.addition} />
            <Form.Item name="objectIds" label={t(`field.objectIds.${objectType}`)} extra={t('watchedHint')}>
              <ManyChoice label={t(`field.objectIds.${objectType}`)} Select={objectSelects[objectType]} />
            </Form.Item>
            <Form.Item name="deptIds" label={t('field.deptIds')}>
              <ManyChoice label={t('field.deptIds')} Select={DepartmentSelect} />
            </Form.Item>
            <HoursFields />
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
            {objectType === ObjectType.vehicle && (
              <Form.Item name="voiceText" label={t('field.voiceText')} extra={t('voiceTextHint')}>
                <Input.TextArea maxLength={200} rows={2} />
              </Form.Item>
            )}
            <Form.Item name="recipientIds" label={t('field.recipientIds')} extra={t('recipientsHint')}>
              <ManyChoice label={t('field.recipientIds')} Select={objectSelects[ObjectType.person]} />
            </Form.Item>
            <Form.Item name="sms" label={t('field.sms')} valuePropName="checked" extra={t('smsHint')}>
              <Switch />
            </Form.Item>
            {mayTry && (
              <RuleTryout
                endpoint={tryOut}
                rule={ruleOf(values)}
                onTried={(one) => {
                  tried.current = sayingOf(one)
                }}
              />
            )}
          </>
        )}
      </FormDrawer>
      {shown && (
        <TryoutDrawer
          endpoint={tryOut}
          rule={shown.asked}
          isChange={rule?.enabled === true}
          onConfirm={async () => shown.onAnswer(true)}
          onClose={() => shown.onAnswer(false)}
        />
      )}
    </>
  )
}

function RemoveRule({ rule: { id, name, objectType }, onRemoved }: { rule: MonitoringRule; onRemoved: () => void }) {
  const { t } = useTranslation('rules')
  const { list, remove: call, noun } = ruleCalls[objectType]
  const mayRemove = useMay(`${noun}_del`)
  const remove = useAct(call, [list])
  if (!mayRemove) return null
  return (
    <span className="form-actions">
      <ConfirmButton
        question={{
          title: t('removeTitle'),
          content: t('removeHint', { name }),
          okText: t('remove'),
          onOk: async () => {
            if (await remove({ id })) onRemoved()
          },
        }}
      />
    </span>
  )
}
