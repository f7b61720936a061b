import type { Parsed } from '@huanwei/contract/endpoint'
import { DeliveryState } from '@huanwei/contract/subscriptions/codes'
import { type addSubscription, mostListedEvents, mostSubscriptions } from '@huanwei/contract/subscriptions/endpoints'
import { and, desc, eq, getTableColumns, inArray, lt, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Sealing } from '../../lib/sealing.ts'
import { departments } from '../departments/table.ts'
import { outgoingEvents, subscriptions } from './table.ts'

type SubscriptionFields = Omit<Parsed<typeof addSubscription>, 'deptId'> & { deptId: number | null }

/** Owner of a sealed secret: in another subscription's row it would not open. */
const ownerOf = (clientId: string) => `secret of subscription ${clientId}`

const { secret: _, tenantId: __, ...columns } = getTableColumns(subscriptions)

const countOf = (state: DeliveryState) => sql<number>`(select count(*)::int from ${outgoingEvents} e
  where e.tenant_id = ${subscriptions.tenantId} and e.subscription_id = ${subscriptions.id} and e.state = ${state})`

/** The subscriptions in scope, newest first, without their secrets. Those of the whole organisation are seen by who sees all of it. */
export const findSubscriptions = (tx: Tx, viewer: Viewer, id?: number) =>
  tx
    .select({
      ...columns,
      deptName: sql<string>`coalesce(${departments.name}, '')`,
      waiting: countOf(DeliveryState.waiting),
      failed: countOf(DeliveryState.failed),
    })
    .from(subscriptions)
    .leftJoin(departments, and(eq(departments.tenantId, subscriptions.tenantId), eq(departments.id, subscriptions.deptId)))
    .where(
      and(
        eq(subscriptions.tenantId, viewer.tenantId),
        inScope(viewer, subscriptions.deptId),
        id === undefined ? undefined : eq(subscriptions.id, id),
      ),
    )
    .orderBy(desc(subscriptions.id))
    .limit(mostSubscriptions)

const one = ({ tenantId }: Pick<Viewer, 'tenantId'>, id: number) =>
  and(eq(subscriptions.tenantId, tenantId), eq(subscriptions.id, id))

export const countSubscriptions = (tx: Tx, { tenantId }: Viewer) => tx.$count(subscriptions, eq(subscriptions.tenantId, tenantId))

type Secret = { clientId: string; secret: string }

export async function insertSubscription(
  tx: Tx,
  { tenantId, username: updateBy }: Viewer,
  fields: SubscriptionFields,
  { clientId, secret }: Secret,
  sealing: Sealing,
) {
  const sealed = sealing.seal(secret, ownerOf(clientId))
  const [added] = await tx
    .insert(subscriptions)
    .values({ tenantId, updateBy, ...fields, clientId, secret: sealed })
    .returning({ id: subscriptions.id })
  return added!.id
}

export const updateSubscription = (tx: Tx, viewer: Viewer, id: number, fields: SubscriptionFields) =>
  tx
    .update(subscriptions)
    .set({ ...fields, ...updatedBy(subscriptions, viewer) })
    .where(one(viewer, id))

/** Returns the time of the change. */
export async function updateSubscriptionSecret(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { clientId, secret }: Secret,
  sealing: Sealing,
) {
  const [changed] = await tx
    .update(subscriptions)
    .set({ secret: sealing.seal(secret, ownerOf(clientId)), ...updatedBy(subscriptions, viewer) })
    .where(one(viewer, id))
    .returning({ updateTime: subscriptions.updateTime })
  return changed!.updateTime
}

export const deleteSubscription = (tx: Tx, viewer: Viewer, id: number) => tx.delete(subscriptions).where(one(viewer, id))

const eventsOf = ({ tenantId }: Pick<Viewer, 'tenantId'>, subscriptionId: number) =>
  and(eq(outgoingEvents.tenantId, tenantId), eq(outgoingEvents.subscriptionId, subscriptionId))

/** The newest events of a subscription: those that failed first, then those that wait, then those that were received. */
export async function findDeliveries(tx: Tx, viewer: Viewer, subscriptionId: number) {
  const {
    tenantId: _tenant,
    subscriptionId: _subscription,
    data: _data,
    since: _since,
    ...listed
  } = getTableColumns(outgoingEvents)
  const rows = await tx
    .select(listed)
    .from(outgoingEvents)
    .where(eventsOf(viewer, subscriptionId))
    .orderBy(sql`array_position(array['failed', 'waiting', 'delivered'], ${outgoingEvents.state})`, desc(outgoingEvents.id))
    .limit(mostListedEvents)
  return rows.map((row) => ({ ...row, nextTime: row.state === DeliveryState.waiting ? row.nextTime : null }))
}

/** Lets events that failed wait again, for another span. Returns how many. */
export async function waitAgain(tx: Tx, viewer: Viewer, subscriptionId: number, eventIds: number[] | undefined) {
  const { rowCount } = await tx
    .update(outgoingEvents)
    .set({ state: DeliveryState.waiting, since: sql`now()`, nextTime: sql`now()`, tries: 0 })
    .where(
      and(
        eventsOf(viewer, subscriptionId),
        eq(outgoingEvents.state, DeliveryState.failed),
        eventIds && inArray(outgoingEvents.id, eventIds),
      ),
    )
  return rowCount ?? 0
}

/** Subscriptions with events that are due. */
export const findDue = (tx: Tx) =>
  tx
    .select({ tenantId: subscriptions.tenantId, subscriptionId: subscriptions.id })
    .from(subscriptions)
    .where(sql`exists (select from ${outgoingEvents} e where e.tenant_id = ${subscriptions.tenantId}
      and e.subscription_id = ${subscriptions.id} and e.state = 'waiting' and e.next_time <= now())`)
export type Due = Awaited<ReturnType<typeof findDue>>[number]

/**
 * Takes up to `most` events of a subscription for a try that may last `seconds`: of each object the first that waits. Nobody else takes them in this
 * time; when the process dies they are due again after it. Walks those that are due in their order, and not all that wait: of a receiver that comes
 * back after hours there may be many.
 */
export async function takeEvents(tx: Tx, { tenantId, subscriptionId }: Due, most: number, seconds: number, sealing: Sealing) {
  const [subscription] = await tx
    .select()
    .from(subscriptions)
    .where(and(one({ tenantId }, subscriptionId), eq(subscriptions.isStopped, false)))
  if (!subscription) return undefined
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from ${outgoingEvents} e
    where tenant_id = ${tenantId} and subscription_id = ${subscriptionId} and state = 'waiting' and next_time <= now() and id = (
      select p.id from ${outgoingEvents} p where p.tenant_id = e.tenant_id and p.subscription_id = e.subscription_id
        and p.object_type = e.object_type and p.object_id = e.object_id and p.state = 'waiting' order by p.sequence limit 1)
    order by next_time, id limit ${most} for update skip locked`)
  if (!rows.length) return undefined
  const events = await tx
    .update(outgoingEvents)
    .set({ nextTime: sql`now() + make_interval(secs => ${seconds})`, tries: sql`${outgoingEvents.tries} + 1` })
    .where(
      and(
        eq(outgoingEvents.tenantId, tenantId),
        inArray(
          outgoingEvents.id,
          rows.map(({ id }) => Number(id)),
        ),
      ),
    )
    .returning({
      ...getTableColumns(outgoingEvents),
      age: sql<number>`extract(epoch from now() - ${outgoingEvents.since})::float8 * 1000`,
    })
  const { url, clientId, secret } = subscription
  return { url, clientId, secret: sealing.open(secret, ownerOf(clientId)), events: events.sort((a, b) => a.id - b.id) }
}
export type Taken = NonNullable<Awaited<ReturnType<typeof takeEvents>>>
export type TakenEvent = Taken['events'][number]

const thisEvent = ({ tenantId, id }: TakenEvent) => and(eq(outgoingEvents.tenantId, tenantId), eq(outgoingEvents.id, id))

const noteOutcome = (
  tx: Tx,
  { tenantId, subscriptionId }: TakenEvent,
  outcome: Partial<typeof subscriptions.$inferInsert> | object,
) => tx.update(subscriptions).set(outcome).where(one({ tenantId }, subscriptionId))

/** The subscription comes first, as where it is removed with its events: two that wait for each other would both fail. */
export async function markDelivered(tx: Tx, event: TakenEvent) {
  await noteOutcome(tx, event, { lastTime: sql`now()`, lastError: '' })
  await tx
    .update(outgoingEvents)
    .set({ state: DeliveryState.delivered, deliveredTime: sql`now()`, lastError: '' })
    .where(thisEvent(event))
}

/** Puts off an event that was not received, with the others of its object, or gives it up. */
export async function markTried(tx: Tx, event: TakenEvent, error: string, pauseMs: number | undefined) {
  const { tenantId, subscriptionId, objectType, objectId } = event
  await noteOutcome(tx, event, { lastError: error })
  const next = { nextTime: sql`now() + make_interval(secs => ${(pauseMs ?? 0) / 1000})` }
  await tx
    .update(outgoingEvents)
    .set(pauseMs === undefined ? { state: DeliveryState.failed, lastError: error } : { ...next, lastError: error })
    .where(thisEvent(event))
  if (pauseMs !== undefined)
    await tx
      .update(outgoingEvents)
      .set(next)
      .where(
        and(
          eventsOf({ tenantId }, subscriptionId),
          eq(outgoingEvents.objectType, objectType),
          eq(outgoingEvents.objectId, objectId),
          eq(outgoingEvents.state, DeliveryState.waiting),
        ),
      )
}

/** Forgets received events after a week. */
export const removeDelivered = (tx: Tx) =>
  tx
    .delete(outgoingEvents)
    .where(
      and(eq(outgoingEvents.state, DeliveryState.delivered), lt(outgoingEvents.deliveredTime, sql`now() - interval '7 days'`)),
    )
