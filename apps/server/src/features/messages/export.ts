import { PushStatus } from '@huanwei/contract/messages/codes'
import { listReminderPushes, type ReminderPush } from '@huanwei/contract/messages/endpoints'
import { departmentsFor } from '../../db/scope.ts'
import { choice, type ExportList, exportList, moment, text } from '../../lib/export-list.ts'
import type { FindPushes, PushesAsked } from './queries.ts'
import { mustBeRecipient } from './recipient.ts'
import { findReminderPushes } from './reminders/queries.ts'
import { pushes } from './table.ts'

/** Finds pushes to the viewer the way the queue's own list does, for a sheet. */
export const pushed =
  <Row>(find: (...asked: Parameters<FindPushes>) => Promise<{ records: Row[]; total: number }>) =>
  async (
    ...[tx, viewer, { pushObjectId, ...filter }, language]: [
      ...[Parameters<FindPushes>[0], Parameters<FindPushes>[1]],
      PushesAsked['filter'] & { pushObjectId: number },
      Parameters<FindPushes>[3],
    ]
  ) => {
    mustBeRecipient(viewer, pushObjectId)
    return find(tx, viewer, { filter, departments: await departmentsFor(tx, viewer, filter.deptId) }, language)
  }

/** The order of pushed lists. */
export const pushKey = { tenantId: pushes.tenantId, time: pushes.createTime, id: pushes.id }

export const pushIdOf = ({ pushId }: { pushId: number }) => pushId

/** The viewer's reminders. */
export const reminderExports: readonly ExportList[] = [
  exportList(listReminderPushes, 'shell:item.reminder', {
    key: pushKey,
    idOf: pushIdOf,
    columns: [
      text<ReminderPush>('reminders:task', (row) => row.taskName),
      text<ReminderPush>('reminders:about', (row) => row.msgDescribe, 60),
      choice<ReminderPush>('reminders:status', (row) =>
        row.status === PushStatus.pending ? 'reminders:status.pending' : 'reminders:status.handled',
      ),
      moment<ReminderPush>('reminders:time', (row) => row.createTime),
    ],
    find: pushed(findReminderPushes),
  }),
]
