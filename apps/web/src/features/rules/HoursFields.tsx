import type { ConditionKind } from '@huanwei/contract/rules/codes'
import { listShifts } from '@huanwei/contract/shifts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Form, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { query } from '../../lib/api.ts'
import { HoursField } from './HoursField.tsx'
import { useHoursWords } from './use-hours-words.ts'

/** Hours in which a rule is in force: its own, those of shifts, and whether it keeps to the work calendar. Driving off hours is an event outside of them. */
export function HoursFields({ kind }: { kind: ConditionKind }) {
  const { t } = useTranslation('rules')
  const spanOfDay = useHoursWords()
  const isOutside = kind === 'offHours'
  const shifts = useQuery({ ...query(listShifts, {}), staleTime: 60_000 })
  return (
    <>
      <Form.Item
        name="hours"
        label={t(isOutside ? 'workingHours' : 'hours')}
        extra={t(isOutside ? 'workingHoursHint' : 'hoursHint')}
      >
        <HoursField />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="shiftIds" label={t('field.shiftIds')} help={shifts.error?.message}>
          <Select
            mode="multiple"
            placeholder={t('field.shiftIds')}
            showSearch={{ optionFilterProp: 'label' }}
            options={(shifts.data ?? []).map((shift) => ({ value: shift.id, label: `${shift.name} ${spanOfDay(shift)}` }))}
            notFoundContent={t('noShifts')}
          />
        </Form.Item>
        <Form.Item name="calendar" label={t('field.calendar')} valuePropName="checked" extra={t('calendarHint')}>
          <Switch />
        </Form.Item>
      </div>
    </>
  )
}
