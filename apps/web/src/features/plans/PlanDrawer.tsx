import { madeFrom } from '@huanwei/contract/last-change'
import { addPlan, changePlan, listRecords, pagePlans, type TaskPlan } from '@huanwei/contract/plans/endpoints'
import { clockOf } from '@huanwei/contract/plans/rules'
import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../lib/send.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { FacilitySelect } from '../facilities/FacilitySelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'

type Props = {
  plan: TaskPlan | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

const fields = addPlan.input.extend(madeFrom)

/** A new plan (without `plan`), or one to change. */
export function PlanDrawer({ plan, error, onReload, onClose }: Props) {
  const { t } = useTranslation('plans')
  const shown = [pagePlans, listRecords]
  const add = useSend(addPlan, shown)
  const change = useSend(changePlan, shown)
  return (
    <FormDrawer
      title={t(plan ? 'changeTitle' : 'add')}
      fields={fields}
      start={
        plan ? { ...plan, facilityIds: plan.facilities.map(({ facilityId }) => facilityId) } : { dueMinutes: [], facilityIds: [] }
      }
      error={error}
      onReload={onReload}
      onSend={async (values) => {
        if (plan) await change({ ...values, id: plan.id })
        else await add(values)
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('name')} required>
        <Input maxLength={50} placeholder={t('nameHint')} />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="userId" label={t('person')} required>
          <UserSelect label={t('person')} />
        </Form.Item>
        <Form.Item name="deptId" label={t('department')} required>
          <DepartmentSelect label={t('department')} />
        </Form.Item>
      </div>
      <Form.Item name="dueMinutes" label={t('dueTimes')} required>
        <Select
          mode="multiple"
          placeholder={t('dueTimes')}
          showSearch={{ optionFilterProp: 'label' }}
          options={times}
          labelRender={({ value }) => clockOf(Number(value))}
        />
      </Form.Item>
      <Form.Item name="facilityIds" label={t('facilitiesField')} required>
        <ManyChoice label={t('facilitiesField')} Select={FacilitySelect} />
      </Form.Item>
    </FormDrawer>
  )
}

/** A plan that was made by call may name any minute. */
const stepMinutes = 5
const times = Array.from({ length: (24 * 60) / stepMinutes }, (_, i) => ({
  value: i * stepMinutes,
  label: clockOf(i * stepMinutes),
}))
