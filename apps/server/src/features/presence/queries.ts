import type { Parsed } from '@huanwei/contract/endpoint'
import type { MsgType } from '@huanwei/contract/messages/codes'
import type { Permission } from '@huanwei/contract/permissions'
import type { lookAtEvent, Presence } from '@huanwei/contract/presence/endpoints'
import { lookSeconds } from '@huanwei/contract/presence/rules'
import { and, asc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import { conflict } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { isOwnEvent } from '../messages/queries.ts'
import { figureOf } from '../parameters/queries.ts'
import { displayNameOf } from '../users/queries.ts'
import { eventClaims, eventViewers } from './table.ts'

export type Event = Pick<Parsed<typeof lookAtEvent>, 'msgType' | 'id'>

/** The events of a queue: their table, and the permission to handle them. */
export type Queue = { table: QueueTable; handling: Permission }
type QueueTable = PgTable & { tenantId: PgColumn; id: PgColumn; deptId: PgColumn }

type Events = { msgType: MsgType; id: number | readonly number[] }
const ofEvents = (viewer: Viewer, { msgType, id }: Events, table: typeof eventClaims | typeof eventViewers) =>
  and(eq(table.tenantId, viewer.tenantId), eq(table.msgType, msgType), inArray(table.eventId, [id].flat()))

/** Rights of the viewer to an event: `mayLook` when it is in their scope or their own, `mayAct` when it is their own or they may also handle it. */
export async function findRights(tx: Tx, viewer: Viewer, { table, handling }: Queue, { msgType, id }: Event) {
  const isOwn = await isOwnEvent(tx, viewer, msgType, id)
  const isInScope = await tx.$count(
    table,
    and(eq(table.tenantId, viewer.tenantId), eq(table.id, id), inScope(viewer, table.deptId)),
  )
  return {
    mayLook: isOwn || isInScope > 0,
    mayAct: isOwn || (isInScope > 0 && viewer.permissions.has(handling)),
  }
}

/** Notes that the viewer looks at an event, or no longer does; deletes expired viewers on the way. */
export async function setLooking(tx: Tx, viewer: Viewer, event: Event, isHere: boolean) {
  const { tenantId, userId } = viewer
  const userName = displayNameOf(tenantId, userId)
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

/** Claims an event for the viewer; false while another user's claim lasts. Of two at once one wins. */
export async function claim(tx: Tx, viewer: Viewer, { msgType, id }: Event) {
  const { tenantId, userId } = viewer
  const userName = displayNameOf(tenantId, userId)
  const until = sql`now() + make_interval(mins => ${figureOf(tenantId, 'claim_minutes')})`
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

/** Ends the viewer's claims on these events. */
export const unclaim = (tx: Tx, viewer: Viewer, msgType: MsgType, ids: readonly number[]) =>
  tx.delete(eventClaims).where(and(ofEvents(viewer, { msgType, id: ids }, eventClaims), eq(eventClaims.userId, viewer.userId)))

/** A claim that has run out: who left which event. */
export type ExpiredClaim = Pick<typeof eventClaims.$inferSelect, 'tenantId' | 'eventId' | 'userId'>

/** Removes the claims on events of one kind that have run out, and returns them. Of several processes each gets others. */
export const takeExpiredClaims = (tx: Tx, msgType: MsgType): Promise<ExpiredClaim[]> =>
  tx
    .delete(eventClaims)
    .where(
      sql`(tenant_id, msg_type, event_id) in (select tenant_id, msg_type, event_id from event_claim
        where msg_type = ${msgType} and until < now() for update skip locked)`,
    )
    .returning({ tenantId: eventClaims.tenantId, eventId: eventClaims.eventId, userId: eventClaims.userId })

/** Claims of other users on these events, by event. */
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

/** Called by every act on an event, after locking it: refuses with 409 while another user's claim lasts, and ends the viewer's own claim. */
export async function takeTurn(tx: Tx, viewer: Viewer, msgType: MsgType, id: number) {
  const claimed = (await findClaims(tx, viewer, msgType, [id])).get(id)
  if (claimed) throw conflict('list:presence.taken', claimed)
  await unclaim(tx, viewer, msgType, [id])
}
