import { listShifts } from '@huanwei/contract/shifts/endpoints'
import { JobType } from '@huanwei/contract/work/codes'
import { firstInput, lastInput } from '@huanwei/contract/work/rules'
import { useQuery } from '@tanstack/react-query'
import { Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { DayPicker } from '../../ui/form/DayPicker.tsx'
import type { Choice } from '../../ui/select/choice.ts'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { speedsOf } from './use-task-words.ts'

const times = [1, 2, 3]
const inputs = Array.from({ length: lastInput - firstInput + 1 }, (_, i) => firstInput + i)

/** Who works, when, and by what it is seen. */
export function PlanFields() {
  const { t } = useTranslation('work')
  const shifts = useQuery({ ...query(listShifts, {}), staleTime: 60_000 })
  const jobType = Form.useWatch<JobType | undefined>('jobType')
  return (
    <>
      <div className="form-columns">
        <Form.Item name="name" label={t('name')} required>
          <Input maxLength={50} />
        </Form.Item>
        <Form.Item name="jobType" label={t('jobType')} extra={jobType && t('speedHint', speedsOf(jobType))}>
          <Select options={Object.values(JobType).map((value) => ({ value, label: t(`jobTypes.${value}`) }))} />
        </Form.Item>
        <Form.Item name="deptId" label={t('crew')} required>
          <DepartmentSelect label={t('crew')} />
        </Form.Item>
        <Form.Item name="times" label={t('times')}>
          <Select options={times.map((value) => ({ value, label: t('timesOf', { count: value }) }))} />
        </Form.Item>
        <Form.Item name="shiftIds" label={t('shifts')} required help={shifts.error?.message}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={shifts.data?.map(({ id, name, start, end }) => ({ value: id, label: `${name} ${start}–${end}` })) ?? []}
          />
        </Form.Item>
        <Form.Item name="calendar" label={t('calendar')} valuePropName="checked">
          <Switch />
        </Form.Item>
        <Form.Item name="firstDay" label={t('firstDay')}>
          <DayPicker />
        </Form.Item>
        <Form.Item name="lastDay" label={t('lastDay')}>
          <DayPicker />
        </Form.Item>
        <Form.Item name="implementInput" label={t('implementInput')} extra={t('implementHint')}>
          <Select allowClear placeholder={t('ignition')} options={inputs.map((n) => ({ value: n, label: t('input', { n }) }))} />
        </Form.Item>
        <Form.Item name="goal" label={t('goal')} extra={t('goalHint')}>
          <InputNumber min={10} max={100} precision={0} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <div className="form-columns">
        <Form.Item name="vehicleIds" label={t('vehicles')}>
          <ManyChoice label={t('vehicles')} Select={VehicleSelect} />
        </Form.Item>
        <Form.Item name="userIds" label={t('people')} extra={t('peopleHint')}>
          <ManyChoice label={t('people')} Select={CrewSelect} />
        </Form.Item>
      </div>
    </>
  )
}

/** A person; those of the plan's crew come first. */
function CrewSelect(choice: Choice<number>) {
  const deptId = Form.useWatch<number | undefined>('deptId')
  return <UserSelect firstDeptId={deptId} {...choice} />
}
