import { CauseKind, CleaningStatus, DispatchState } from '@huanwei/contract/cleaning/codes'
import type { RowWork } from '@huanwei/contract/cleaning/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'

/** A row that work can be dispatched from. */
type CauseRow = { tenantId: SQLWrapper; kind: SQL | CauseKind; id: SQLWrapper }

/** The newest work that was dispatched from a row, read with the page's rows from the index of causes. Names are written out, as the reports know the queues. */
export const newestWork = (viewer: Viewer, { tenantId, kind, id }: CauseRow) =>
  sql<RowWork>`(
  select json_build_object('id', w.id, 'code', w.code, 'status', w.status, 'assigneeName', w.assignee_name, 'isInSight', ${isInSight(viewer)})
  from wc_report_to_clean w where w.tenant_id = ${tenantId} and w.cause_kind = ${kind} and w.cause_id = ${id} order by w.id desc limit 1)`

/** What a violation is as a cause, by the type of its object. */
export const violationKind = (objectType: SQLWrapper) =>
  sql`case ${objectType} when ${ObjectType.person} then ${CauseKind.personViolation}
    when ${ObjectType.vehicle} then ${CauseKind.vehicleViolation} else ${CauseKind.facilityAlarm} end`

/** What the events of a queue are as causes; undefined where no work is dispatched from them. */
export const queueKind = (msgType: MsgType, objectType: SQLWrapper) =>
  ({
    [MsgType.violation]: violationKind(objectType),
    [MsgType.inspection]: sql`${CauseKind.inspection}`,
    [MsgType.public]: sql`${CauseKind.publicEvent}`,
    [MsgType.approval]: undefined,
    [MsgType.reminder]: undefined,
  })[msgType]

/** Condition that the newest work of a row is in this state. A row has one open work at most, and no newer one beside it. */
export function isWorkIn({ tenantId, kind, id }: CauseRow, state: DispatchState) {
  const ofRow = (alias: SQL) => sql`(${alias}.tenant_id, ${alias}.cause_kind, ${alias}.cause_id) = (${tenantId}, ${kind}, ${id})`
  const some = sql`exists (select from wc_report_to_clean w where ${ofRow(sql`w`)})`
  const open = sql`exists (select from wc_report_to_clean w where ${ofRow(sql`w`)} and w.status < ${CleaningStatus.processed})`
  return {
    [DispatchState.none]: sql`not ${some}`,
    [DispatchState.open]: open,
    [DispatchState.done]: sql`${some} and not ${open}`,
    [DispatchState.takenBack]: sql`not ${some} and exists (select from event_removal g where ${ofRow(sql`g`)})`,
  }[state]
}

const isInSight = (viewer: Viewer) => {
  const here = inScope(viewer, sql`w.dept_id`)
  // Nobody is assigned to a new one.
  return here ? sql`(${here} or w.assignee_id = ${viewer.userId} or w.reporter_id = ${viewer.userId}) is true` : sql`true`
}

/** The rows that were read already, by their ids. */
const rowsRead = (viewer: Viewer, kind: CauseKind) => ({ tenantId: sql`${viewer.tenantId}::int`, kind, id: sql.raw('asked.id') })

/** Those of the rows, by their ids, whose newest work is in this state. */
export async function findWithWorkIn(tx: Tx, viewer: Viewer, kind: CauseKind, ids: number[], state: DispatchState) {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select asked.id from unnest(${sql.param(ids)}::int[]) as asked (id) where ${isWorkIn(rowsRead(viewer, kind), state)}`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** The newest work of rows that were read already, by their ids. */
export async function findNewestWork(tx: Tx, viewer: Viewer, kind: CauseKind, ids: number[]) {
  const { rows } = await tx.execute<{ id: number; work: RowWork }>(
    sql`select asked.id, ${newestWork(viewer, rowsRead(viewer, kind))} as work from unnest(${sql.param(ids)}::int[]) as asked (id)`,
  )
  return new Map(rows.map(({ id, work }) => [id, work]))
}
