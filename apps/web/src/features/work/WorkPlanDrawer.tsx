import { JobType } from '@huanwei/contract/work/codes'
import {
  addWorkPlan,
  changeWorkPlan,
  getWorkFigures,
  getWorkMap,
  getWorkPlan,
  listWorkPlans,
  listWorkTasks,
  removeWorkPlan,
} from '@huanwei/contract/work/endpoints'
import { useTranslation } from 'react-i18next'
import { useAct, useSave } from '../../lib/send.ts'
import { useMay } from '../../lib/session.ts'
import { useRecord } from '../../lib/use-record.ts'
import { FormDrawer } from '../../ui/form/FormDrawer.tsx'
import { RemoveButton } from '../../ui/form/RemoveButton.tsx'
import { PlanFields } from './PlanFields.tsx'
import { WorkPlaceFields } from './WorkPlaceFields.tsx'

type Props = { id: number | 'new'; onClose: () => void; onHandled: () => void }

const shown = [listWorkPlans, getWorkPlan, listWorkTasks, getWorkMap, getWorkFigures]
const blank = {
  name: '',
  jobType: JobType.clean,
  areaIds: [],
  facilityIds: [],
  vehicleIds: [],
  userIds: [],
  shiftIds: [],
  times: 1,
  calendar: true,
  goal: 90,
  enabled: true,
  remark: '',
}

/** One job plan: who works where, in which shifts, and when it is done. */
export function WorkPlanDrawer({ id, onClose, onHandled }: Props) {
  const { t } = useTranslation('work')
  const isNew = id === 'new'
  const plan = useRecord(getWorkPlan, isNew ? undefined : { id })
  const may = useMay(isNew ? 'admin_workplan_add' : 'admin_workplan_edit')
  const mayRemove = useMay('admin_workplan_del')
  const save = useSave(addWorkPlan, changeWorkPlan, shown, onClose)
  const remove = useAct(removeWorkPlan, shown, onHandled)
  return (
    <FormDrawer
      title={isNew ? t('add') : (plan.data?.name ?? t('detail'))}
      fields={isNew ? addWorkPlan.input : changeWorkPlan.input}
      start={isNew ? blank : plan.data}
      error={plan.error}
      onReload={() => plan.refetch()}
      mayEdit={may}
      onSend={save}
      onClose={onClose}
      actions={(updateTime) =>
        plan.data &&
        mayRemove && (
          <RemoveButton
            question={{ title: t('removeTitle'), content: t('removeHint', { name: plan.data.name }) }}
            onRemove={() => remove({ id: plan.data.id, updateTime })}
          />
        )
      }
    >
      <PlanFields />
      <WorkPlaceFields />
    </FormDrawer>
  )
}
