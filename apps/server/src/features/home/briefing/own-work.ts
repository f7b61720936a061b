import { ApprovalStatus } from '@huanwei/contract/approvals/codes'
import { DatedQueue, TimelinessAsked } from '@huanwei/contract/deadlines/codes'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import type { Language } from '@huanwei/words/languages'
import type { Tx } from '../../../db/connect.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { findApprovalPushes } from '../../approvals/queries.ts'
import { findReports } from '../../cleaning/queries.ts'
import { findComplaintPushes } from '../../complaints/queries.ts'
import { findInspectionPushes, findInspections } from '../../inspections/queries.ts'

type Asked = { tx: Tx; viewer: Viewer; language: Language }
type CaseFilter = {
  status?: InspectionStatus
  ifReturn?: 1
  reportPersonId?: number
  responsibleId?: number
  timeliness?: TimelinessAsked
}

const first = { current: 1, size: 1 }

/** How many inspections the list of the viewer has: those that were pushed to who handles them, all in sight for everybody else. */
export async function countInspections({ tx, viewer, language }: Asked, filter: CaseFilter) {
  const asked = { ...first, ...filter }
  const { departments } = viewer
  const { total } = viewer.permissions.has('inspection_handle')
    ? await findInspectionPushes(tx, viewer, { filter: { ...asked, msgType: MsgType.inspection }, departments }, language)
    : await findInspections(tx, viewer, asked, departments, language)
  return total
}

/** Counts what the viewer has to do in each queue; a queue that they only look at has no entry. */
const counts: Record<DatedQueue, (asked: Asked, timeliness: TimelinessAsked) => Promise<number> | undefined> = {
  inspection: (asked, timeliness) => countInspections(asked, { ...mine(asked), status: InspectionStatus.waiting, timeliness }),
  approval: ({ tx, viewer, language }, timeliness) =>
    viewer.permissions.has('approval_handle')
      ? totalOf(
          findApprovalPushes(
            tx,
            viewer,
            {
              filter: { ...first, msgType: MsgType.approval, status: ApprovalStatus.pending, timeliness },
              departments: viewer.departments,
            },
            language,
          ),
        )
      : undefined,
  complaint: ({ tx, viewer }, timeliness) =>
    viewer.permissions.has('complaint_handle')
      ? totalOf(
          findComplaintPushes(tx, viewer, {
            filter: { ...first, msgType: MsgType.public, status: PushStatus.pending, timeliness },
            departments: viewer.departments,
          }),
        )
      : undefined,
  cleaning: ({ tx, viewer }, timeliness) =>
    totalOf(findReports(tx, viewer, { ...first, assigneeId: viewer.userId, timeliness }, viewer.departments)),
}

/** Who handles inspections has all that were pushed to them, everybody else those that they answer for. */
const mine = ({ viewer }: Asked) => (viewer.permissions.has('inspection_handle') ? {} : { responsibleId: viewer.userId })

const totalOf = async (found: Promise<{ total: number }>) => (await found).total

/** What the viewer has to do by a deadline: what is overdue, and the rest of today. */
export async function countDeadlines(asked: Asked) {
  const due: { queue: DatedQueue; overdue: number; today: number }[] = []
  for (const queue of Object.values(DatedQueue)) {
    const overdue = await counts[queue](asked, TimelinessAsked.overdue)
    const today = await counts[queue](asked, TimelinessAsked.today)
    if (overdue !== undefined && today !== undefined) due.push({ queue, overdue, today })
  }
  return due
}
