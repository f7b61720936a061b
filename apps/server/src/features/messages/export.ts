import { departmentsFor } from '../../db/scope.ts'
import type { FindPushes, PushesAsked } from './queries.ts'
import { mustBeRecipient } from './recipient.ts'
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
