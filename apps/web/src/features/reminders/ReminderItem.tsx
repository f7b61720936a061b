import { ReminderTask } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { type ComponentType, useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { intercomPlace } from '../../shell/messages/message-types.ts'
import { InPage } from '../../ui/drawer/DrawerFrame.tsx'
import { ApprovalDrawer } from '../approvals/ApprovalDrawer.tsx'
import { AdjustmentDrawer } from '../attendance/AdjustmentDrawer.tsx'
import { CleaningDrawer } from '../cleaning/CleaningDrawer.tsx'
import { ComplaintDrawer } from '../complaints/ComplaintDrawer.tsx'
import { DocumentDrawer } from '../documents/DocumentDrawer.tsx'
import { ExportsDrawer } from '../exports/ExportsDrawer.tsx'
import { watchExports } from '../exports/watched.ts'
import { InspectionDrawer } from '../inspections/InspectionDrawer.tsx'
import { ReportView } from '../reports/ReportView.tsx'
import { ViolationDrawer } from '../violations/ViolationDrawer.tsx'
import { DeadlinesItem } from './DeadlinesItem.tsx'

/** `id` is that of the event. */
type Props = { id: number; onClose: () => void; onHandled: () => void }

/** What each task is about, with the acts that its state allows. */
const items: Record<ReminderTask, ComponentType<Props>> = {
  [ReminderTask.approval]: ApprovalDrawer,
  [ReminderTask.inspection]: InspectionDrawer,
  [ReminderTask.returnedInspection]: InspectionDrawer,
  [ReminderTask.cleaning]: CleaningDrawer,
  [ReminderTask.overdueCleaning]: CleaningDrawer,
  [ReminderTask.workDone]: CleaningDrawer,
  [ReminderTask.workRemoved]: CleaningDrawer,
  [ReminderTask.adjustment]: AdjustmentDrawer,
  [ReminderTask.complaint]: ComplaintDrawer,
  [ReminderTask.violation]: ClaimedViolation,
  [ReminderTask.document]: DocumentDrawer,
  [ReminderTask.export]: ReadySheet,
  [ReminderTask.report]: ReadyReport,
  [ReminderTask.deadlines]: DeadlinesItem,
  [ReminderTask.missedSpeech]: MissedSpeech,
}

const inPage = {}

/** The item behind a reminder, in the page. */
export function ReminderItem({ task, ...item }: Props & { task: ReminderTask }) {
  const Item = items[task]
  return (
    <InPage value={inPage}>
      <Item {...item} />
    </InPage>
  )
}

function ClaimedViolation(item: Props) {
  const navigate = useNavigate()
  const open = (id: number) => void navigate(`/event/illegal/index?open=${id}`)
  return <ViolationDrawer {...item} objectType={ObjectType.vehicle} onOpen={open} onStorm={open} />
}

function MissedSpeech({ id }: Props) {
  return <Navigate replace to={`${intercomPlace}?open=${id}`} />
}

function ReadySheet({ id, onClose }: Props) {
  useEffect(watchExports, [])
  return <ExportsDrawer only={id} onClose={onClose} />
}

function ReadyReport({ id, onClose }: Props) {
  const [page, setPage] = useState(1)
  return <ReportView id={id} page={page} onPage={setPage} onClose={onClose} />
}
