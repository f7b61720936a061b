import { Every, Grouping, ReportKind } from '@huanwei/contract/reports/codes'
import {
  addReportSchedule,
  changeReportSchedule,
  getReportSchedule,
  listReportSchedules,
  removeReportSchedule,
} from '@huanwei/contract/reports/endpoints'
import { Alert, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { ManyChoice } from '../../ui/select/ManyChoice.tsx'
import { UserSelect } from '../users/UserSelect.tsx'
import { ScheduleTag } from './ReportTag.tsx'
import { SubjectFields } from './SubjectFields.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

const shown = [listReportSchedules, getReportSchedule]
const blank = {
  name: '',
  kind: ReportKind.violations,
  grouping: Grouping.department,
  every: Every.day,
  time: '07:00',
  receiverIds: [],
}

/** One schedule: which report, how often, and who receives it. */
export function ScheduleDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation('reports')
  const isNew = id === 'new'
  const schedule = useRecord(getReportSchedule, isNew ? undefined : { id })
  const mayEdit = useMay(isNew ? 'admin_reportschedule_add' : 'admin_reportschedule_edit')
  const mayRemove = useMay('admin_reportschedule_del')
  const save = useSave(addReportSchedule, changeReportSchedule, shown, onClose)
  const remove = useAct(removeReportSchedule, [listReportSchedules], onHandled)
  const { data } = schedule
  const start = data && {
    ...data,
    // A kind without rows has none; the field begins with the usual one once another kind is chosen.
    grouping: data.grouping ?? blank.grouping,
    deptId: data.deptId ?? undefined,
    projectId: data.projectId ?? undefined,
  }
  return (
    <FormDrawer
      title={isNew ? t('schedule.add') : (data?.name ?? t('schedule.detail'))}
      state={data && <ScheduleTag isRunning={data.nextTime !== null} />}
      fields={isNew ? addReportSchedule.input : changeReportSchedule.input}
      start={isNew ? blank : start}
      error={schedule.error}
      onReload={() => schedule.refetch()}
      mayEdit={mayEdit && (isNew || !!data?.isOwn)}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        data &&
        mayRemove && (
          <RemoveButton
            question={{ title: t('schedule.removeTitle'), content: t('schedule.removeHint', { name: data.name }) }}
            onRemove={() => remove({ id: data.id, updateTime })}
          />
        )
      }
    >
      {({ kind = blank.kind }, form) => (
        <>
          {data?.stopReason && <Alert type="error" role="alert" title={t(`schedule.stop.${data.stopReason}`)} />}
          <Form.Item name="name" label={t('name')} required>
            <Input maxLength={60} />
          </Form.Item>
          <SubjectFields kind={kind} form={form} />
          <div className="form-columns">
            <Form.Item name="every" label={t('schedule.every')} extra={t('schedule.everyHint')} required>
              <Select options={Object.values(Every).map((value) => ({ value, label: t(`schedule.everyOf.${value}`) }))} />
            </Form.Item>
            <Form.Item name="time" label={t('schedule.time')} required>
              <Input type="time" />
            </Form.Item>
          </div>
          <Form.Item name="receiverIds" label={t('schedule.receivers')} extra={t('schedule.receiversHint')}>
            <ManyChoice label={t('schedule.receivers')} Select={UserSelect} />
          </Form.Item>
          <p className="report-hint">{t('schedule.rights')}</p>
        </>
      )}
    </FormDrawer>
  )
}
