import type { Parsed } from '@huanwei/contract/endpoint'
import { MsgType } from '@huanwei/contract/messages/codes'
import type { lookAtEvent, Presence } from '@huanwei/contract/presence/endpoints'
import { claimMinutes, lookSeconds } from '@huanwei/contract/presence/rules'
import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { conflict } from '../../lib/refuse.ts'
import { inScope } from '../../lib/scope.ts'
import type { Viewer } from '../../lib/serve.ts'
import { approvals } from '../approvals/table.ts'
import { complaints } from '../complaints/table.ts'
import { inspections } from '../inspections/table.ts'
import { isOwnPush } from '../messages/queries.ts'
import { pushes } from '../messages/table.ts'
import { violations } from '../violations/table.ts'
import { eventClaims, eventViewers } from './table.ts'

type Event = Pick<Parsed<typeof lookAtEvent>, 'msgType' | 'id'>

const tables = {
  [MsgType.violation]: violations,
  [MsgType.inspection]: inspections,
  [MsgType.approval]: approvals,
  [MsgType.public]: complaints,
}
/** What who deals with such events holds. Source: spec 3, section 10. */
const handling = {
  [MsgType.violation]: 'violation_handle',
  [MsgType.inspection]: 'inspection_handle',
  [MsgType.approval]: 'approval_handle',
  [MsgType.public]: 'complaint_handle',
}

type Events = { msgType: MsgType; id: number | readonly number[] }
const ofEvents = (viewer: Viewer, { msgType, id }: Events, table: typeof eventClaims | typeof eventViewers) =>
  and(eq(table.tenantId, viewer.tenantId), eq(table.msgType, msgType), inArray(table.eventId, [id].flat()))

/** Whether an event concerns the viewer: `mayLook` when it was pushed to them or is in their scope, `mayAct` when it is theirs to handle. */
export async function findRights(tx: Tx, viewer: Viewer, { msgType, id }: Event) {
  const table = tables[msgType]
  const isPushed = await tx.$count(pushes, isOwnPush(viewer, msgType, id))
  const isInScope = await tx.$count(
    table,
    and(eq(table.tenantId, viewer.tenantId), eq(table.id, id), inScope(viewer, table.deptId)),
  )
  return {
    mayLook: isPushed > 0 || isInScope > 0,
    mayAct: isPushed > 0 || (isInScope > 0 && viewer.permissions.has(handling[msgType])),
  }
}

/** Notes that the viewer looks at an event, or no longer does; who has not been heard of is forgotten on the way. */
export async function setLooking(tx: Tx, viewer: Viewer, event: Event, isHere: boolean) {
  const { tenantId, userId, username: userName } = viewer
  if (isHere)
    await tx
      .insert(eventViewers)
      .values({ tenantId, msgType: event.msgType, eventId: event.id, userId, userName, seen: sql`now()` })
      .onConflictDoUpdate({
        target: [eventViewers.tenantId, eventViewers.msgType, eventViewers.eventId, eventViewers.userId],
        set: { seen: sql`now()`, userName },
      })
  else await tx.delete(eventViewers).where(and(ofEvents(viewer, event, eventViewers), eq(eventViewers.userId, userId)))
  // Others forget the same people at the same moment: nobody waits for them.
  await tx.execute(sql`delete from event_viewer where (tenant_id, msg_type, event_id, user_id) in (
    select tenant_id, msg_type, event_id, user_id from event_viewer
    where tenant_id = ${tenantId} and seen < now() - make_interval(secs => ${lookSeconds}) for update skip locked)`)
}

export async function findPresence(tx: Tx, viewer: Viewer, event: Event): Promise<Presence> {
  const viewers = await tx
    .select({ userId: eventViewers.userId, username: eventViewers.userName })
    .from(eventViewers)
    .where(and(ofEvents(viewer, event, eventViewers), gt(eventViewers.seen, sql`now() - make_interval(secs => ${lookSeconds})`)))
    .orderBy(asc(eventViewers.userName))
  const [claim] = await tx
    .select({ userId: eventClaims.userId, username: eventClaims.userName, until: eventClaims.until })
    .from(eventClaims)
    .where(and(ofEvents(viewer, event, eventClaims), gt(eventClaims.until, sql`now()`)))
  return { viewers, claim: claim ?? null }
}

/** Keeps an event to the viewer from now on; false while somebody else does. Of two at once one wins. */
export async function claim(tx: Tx, viewer: Viewer, { msgType, id }: Event) {
  const { tenantId, userId, username: userName } = viewer
  const until = sql`now() + make_interval(mins => ${claimMinutes})`
  const taken = await tx
    .insert(eventClaims)
    .values({ tenantId, msgType, eventId: id, userId, userName, until })
    .onConflictDoUpdate({
      target: [eventClaims.tenantId, eventClaims.msgType, eventClaims.eventId],
      set: { userId, userName, until },
      setWhere: or(eq(eventClaims.userId, userId), lt(eventClaims.until, sql`now()`)),
    })
    .returning({ userId: eventClaims.userId })
  return taken.length > 0
}

/** Gives free what the viewer kept to themselves. */
export const unclaim = (tx: Tx, viewer: Viewer, msgType: MsgType, ids: readonly number[]) =>
  tx.delete(eventClaims).where(and(ofEvents(viewer, { msgType, id: ids }, eventClaims), eq(eventClaims.userId, viewer.userId)))

/** Which of the events others keep to themselves, by event, until when. */
export async function findClaims(tx: Tx, viewer: Viewer, msgType: MsgType, ids: readonly number[]) {
  const rows = await tx
    .select({ id: eventClaims.eventId, who: eventClaims.userName, until: eventClaims.until })
    .from(eventClaims)
    .where(
      and(
        ofEvents(viewer, { msgType, id: ids }, eventClaims),
        ne(eventClaims.userId, viewer.userId),
        gt(eventClaims.until, sql`now()`),
      ),
    )
  return new Map(rows.map(({ id, ...claimed }) => [id, claimed]))
}

/** To be asked by every act on an event, after locking it: 409 while somebody else keeps it; the viewer's own claim ends with the act. */
export async function takeTurn(tx: Tx, viewer: Viewer, msgType: MsgType, id: number) {
  const claimed = (await findClaims(tx, viewer, msgType, [id])).get(id)
  if (claimed) throw conflict('claimed', claimed)
  await unclaim(tx, viewer, msgType, [id])
}
