import { id } from '@huanwei/contract/fields'
import {
  addRecordingSchedule,
  changeRecordingSchedule,
  listRecordingSchedules,
  type RecordingSchedule,
  removeRecordingSchedule,
} from '@huanwei/contract/recordings/endpoints'
import { mostScheduled, pictureStreams } from '@huanwei/contract/video/codes'
import { Form, Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { Segments } from '../../ui/select/Segments.tsx'
import { DepartmentSelect } from '../departments/DepartmentSelect.tsx'
import { WeekdaysField } from '../rules/HoursField.tsx'
import { VehicleSelect } from '../vehicles/VehicleSelect.tsx'
import { ScheduleState } from './ScheduleState.tsx'

const shown = [listRecordingSchedules]
const blank = {
  name: '',
  channels: [],
  stream: 'sub' as const,
  start: '08:00',
  end: '18:00',
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  isStopped: false,
}
/** Channels that can be chosen; cameras of vehicles have few. */
const channels = Array.from({ length: 16 }, (_, i) => ({ value: i + 1, label: i + 1 }))

const targets = ['department', 'vehicle'] as const
type Target = (typeof targets)[number]

type Props = {
  /** Absent for a new one. */
  schedule: RecordingSchedule | undefined
  error: Error | null
  onReload: () => PromiseLike<unknown>
  onClose: () => void
}

/** One schedule: which cameras are recorded, and when. */
export function RecordingScheduleDrawer({ schedule, error, onReload, onClose }: Props) {
  const { t } = useTranslation('recordings')
  const mayEdit = useMay(schedule ? 'admin_videoschedule_edit' : 'admin_videoschedule_add')
  const mayRemove = useMay('admin_videoschedule_del')
  const save = useSave(addRecordingSchedule, changeRecordingSchedule, shown, onClose)
  const remove = useAct(removeRecordingSchedule, shown, onClose)
  const [target, setTarget] = useState<Target>(schedule?.vehicleId === null ? 'department' : 'vehicle')
  const { input } = schedule ? changeRecordingSchedule : addRecordingSchedule
  const start = schedule && {
    ...schedule,
    deptId: schedule.deptId ?? undefined,
    vehicleId: schedule.vehicleId ?? undefined,
  }
  return (
    <FormDrawer
      title={schedule?.name ?? t('add')}
      state={schedule && <ScheduleState schedule={schedule} />}
      fields={target === 'department' ? input.extend({ deptId: id }) : input.extend({ vehicleId: id })}
      start={start ?? blank}
      error={error}
      onReload={onReload}
      mayEdit={mayEdit}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        schedule &&
        mayRemove && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: schedule.name }) }}
            onRemove={() => remove({ id: schedule.id, updateTime })}
          />
        )
      }
    >
      {(_, form) => (
        <>
          <Form.Item name="name" label={t('name')} required>
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
          <TargetFields
            target={target}
            onChange={(next) => {
              setTarget(next)
              form.setFieldsValue({ deptId: undefined, vehicleId: undefined })
            }}
          />
          <div className="form-columns">
            <Form.Item name="channels" label={t('channels')} extra={t('channelsHint')}>
              <Select mode="multiple" options={channels} allowClear aria-label={t('channels')} />
            </Form.Item>
            <Form.Item name="stream" label={t('stream')} extra={t('streamHint')}>
              <Select options={pictureStreams.map((value) => ({ value, label: t(`streamOf.${value}`) }))} />
            </Form.Item>
          </div>
          <Form.Item name="weekdays" label={t('weekdays')} required>
            <WeekdaysField />
          </Form.Item>
          <div className="form-columns">
            <Form.Item name="start" label={t('start')} required>
              <Input maxLength={5} placeholder="HH:mm" />
            </Form.Item>
            <Form.Item name="end" label={t('end')} extra={t('hoursHint')} required>
              <Input maxLength={5} placeholder="HH:mm" />
            </Form.Item>
          </div>
          <Form.Item name="isStopped" label={t('isStopped')} valuePropName="checked">
            <Switch />
          </Form.Item>
          <p className="drawer-note">{t('bounds', { n: mostScheduled.ofTenant })}</p>
        </>
      )}
    </FormDrawer>
  )
}

/** Vehicles of a department, or one. */
function TargetFields({ target, onChange }: { target: Target; onChange: (target: Target) => void }) {
  const { t } = useTranslation('recordings')
  return (
    <>
      <Form.Item label={t('target')}>
        <Segments
          aria-label={t('target')}
          options={targets.map((value) => ({ value, label: t(`targetOf.${value}`) }))}
          value={target}
          onChange={onChange}
        />
      </Form.Item>
      <Form.Item
        name="deptId"
        label={t('targetOf.department')}
        extra={t('departmentHint')}
        hidden={target !== 'department'}
        required
      >
        <DepartmentSelect label={t('targetOf.department')} />
      </Form.Item>
      <Form.Item name="vehicleId" label={t('targetOf.vehicle')} hidden={target !== 'vehicle'} required>
        <VehicleSelect label={t('targetOf.vehicle')} />
      </Form.Item>
    </>
  )
}
