import type { Shape } from '@huanwei/contract/areas/endpoints'
import type { Parsed } from '@huanwei/contract/endpoint'
import { type GroupKind, madeKinds, type SpeechEnd } from '@huanwei/contract/intercom/codes'
import { type IntercomGroup, type listSpeeches, mostListedSpeeches, type Speech } from '@huanwei/contract/intercom/endpoints'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import type { Permission } from '@huanwei/contract/permissions'
import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { updatedBy } from '../../db/columns.ts'
import type { Tx } from '../../db/connect.ts'
import { inScope } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { areas } from '../areas/table.ts'
import { departments } from '../departments/table.ts'
import { emergencies, emergencyRecipients } from '../emergencies/table.ts'
import { endReminders } from '../messages/sending/queries.ts'
import { displayName } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { intercomGroups, intercomMarks, intercomMembers, intercomSounds, intercomSpeeches, intercomVehicles } from './table.ts'

/** Permission of those whose word goes first, who make groups and hear those of their scope. */
export const dispatches: Permission = 'intercom_dispatch'

/** What somebody who uses the intercom is known by. */
export type Talker = Pick<Viewer, 'tenantId' | 'userId' | 'deptId' | 'departments' | 'permissions'>

/** Tells whether a person is in an area now. */
export type IsInside = (tenantId: number, userId: number, shape: Shape) => boolean

const isNamed = ({ tenantId, userId }: Talker) => sql<boolean>`exists (
  select from ${intercomMembers} m where m.tenant_id = ${tenantId} and m.group_id = ${intercomGroups.id} and m.user_id = ${userId})`

/** Of a call for help that the person was told of. */
const isTold = ({ tenantId, userId }: Talker) => sql<boolean>`(${intercomGroups.kind} = 'emergency' and exists (
  select from ${emergencyRecipients} r where r.tenant_id = ${tenantId} and r.emergency_id = ${intercomGroups.emergencyId} and r.user_id = ${userId}))`

/** Of a department that the person's own is, or is below. */
const isOfOwnDepartment = ({ tenantId, deptId }: Talker) => sql<boolean>`${deptId} in (
  select departments_below(${tenantId}, array[${intercomGroups.deptId}]))`

const isDispatched = (talker: Talker): SQL =>
  talker.permissions.has(dispatches)
    ? (and(ne(intercomGroups.kind, 'pair'), inScope(talker, intercomGroups.deptId)) ?? sql`true`)
    : sql`false`

/** Groups that were not removed and have not ended. */
export const isLive = and(
  isNull(intercomGroups.removedTime),
  or(isNull(intercomGroups.expires), sql`${intercomGroups.expires} > now()`),
)

/** Groups that a person belongs to wherever they are, or dispatches. */
const isSureOf = (talker: Talker) =>
  or(isNamed(talker), and(eq(intercomGroups.kind, 'department'), isOfOwnDepartment(talker)), isTold(talker), isDispatched(talker))

const isOfAnArea = eq(intercomGroups.kind, 'area')

/** Groups that the person belongs to or dispatches; of areas all: where the person is decides. */
const mayBelongTo = (talker: Talker) => and(eq(intercomGroups.tenantId, talker.tenantId), or(isSureOf(talker), isOfAnArea))

const otherOfPair = ({ tenantId, userId }: Talker) => sql`(
  select ${displayName(users)} from ${users} join ${intercomMembers} m on m.tenant_id = ${users.tenantId} and m.user_id = ${users.id}
  where m.tenant_id = ${tenantId} and m.group_id = ${intercomGroups.id} and m.user_id <> ${userId} limit 1)`

const nameFor = (talker: Talker) =>
  sql<string>`case when ${intercomGroups.kind} = 'pair' then coalesce(${otherOfPair(talker)}, '') else ${intercomGroups.name} end`

const missedBy = ({ tenantId, userId }: Talker) => sql<number>`(
  select count(*)::int from (select from ${intercomSpeeches} s where s.tenant_id = ${tenantId} and s.group_id = ${intercomGroups.id}
    and s.user_id is distinct from ${userId} and s.end_reason is not null and s.samples > 0 and s.id > coalesce((
      select k.speech_id from ${intercomMarks} k where k.tenant_id = ${tenantId} and k.user_id = ${userId} and k.group_id = ${intercomGroups.id}), 0)
    limit 99) missed)`

export type GroupRow = Omit<IntercomGroup, 'mayChange'> & {
  createBy: number | null
  updateBy: string
  shape: Shape | null
  isSure: boolean
}

/** The groups of a person: calls for help first, those of two people last, by name. `only` narrows them. */
export async function findGroups(tx: Tx, talker: Talker, isInside: IsInside, only?: SQL): Promise<GroupRow[]> {
  const { tenantId } = talker
  const rows = await tx
    .select({
      id: intercomGroups.id,
      kind: intercomGroups.kind,
      name: nameFor(talker),
      deptId: intercomGroups.deptId,
      deptName: sql<string>`coalesce(${departments.name}, '')`,
      areaId: intercomGroups.areaId,
      areaName: sql<string>`coalesce(${areas.name}, '')`,
      shape: areas.shape,
      expires: intercomGroups.expires,
      userIds: sql<number[]>`coalesce((select array_agg(m.user_id order by m.user_id) from ${intercomMembers} m
        where m.tenant_id = ${tenantId} and m.group_id = ${intercomGroups.id}), '{}')`,
      vehicleIds: sql<number[]>`coalesce((select array_agg(m.vehicle_id order by m.vehicle_id) from ${intercomVehicles} m
        where m.tenant_id = ${tenantId} and m.group_id = ${intercomGroups.id}), '{}')`,
      isBroadcast: intercomGroups.isBroadcast,
      isDrill: sql<boolean>`coalesce((select e.is_drill from ${emergencies} e
        where e.tenant_id = ${tenantId} and e.id = ${intercomGroups.emergencyId}), false)`,
      missed: missedBy(talker),
      createBy: intercomGroups.createBy,
      isSure: sql<boolean>`coalesce(${isSureOf(talker)}, false)`,
      updateTime: intercomGroups.updateTime,
      updateBy: intercomGroups.updateBy,
    })
    .from(intercomGroups)
    .leftJoin(departments, and(eq(departments.tenantId, tenantId), eq(departments.id, intercomGroups.deptId)))
    .leftJoin(areas, and(eq(areas.tenantId, tenantId), eq(areas.id, intercomGroups.areaId)))
    .where(and(mayBelongTo(talker), isLive, only))
    .orderBy(
      sql`${intercomGroups.kind} <> 'emergency'`,
      sql`${intercomGroups.kind} = 'pair'`,
      asc(intercomGroups.name),
      asc(intercomGroups.id),
    )
  return rows.filter(({ isSure, shape }) => isSure || (shape !== null && isInside(tenantId, talker.userId, shape)))
}

/** Narrows groups to one. */
export const isGroup = (id: number) => eq(intercomGroups.id, id)

/** People who are named in a group, were told of its call for help, or are of its department; undefined for a group of an area, which may be anybody's. */
export async function findPeopleOf(tx: Tx, tenantId: number, groupId: number): Promise<ReadonlySet<number> | undefined> {
  const { rows } = await tx.execute<{ kind: GroupKind; userIds: number[] }>(sql`
    select g.kind, array(
      select m.user_id from ${intercomMembers} m where m.tenant_id = ${tenantId} and m.group_id = g.id
      union select r.user_id from ${emergencyRecipients} r where r.tenant_id = ${tenantId} and r.emergency_id = g.emergency_id
      union select u.user_id from ${users} u where u.tenant_id = ${tenantId} and g.kind = 'department'
        and u.dept_id in (select departments_below(${tenantId}, array[g.dept_id]))) as "userIds"
    from ${intercomGroups} g where g.tenant_id = ${tenantId} and g.id = ${groupId}`)
  const [group] = rows
  return group?.kind === 'area' ? undefined : new Set(group?.userIds)
}

/** Groups of a tenant that somebody made. */
export const countGroups = (tx: Tx, { tenantId }: Talker) =>
  tx.$count(intercomGroups, and(eq(intercomGroups.tenantId, tenantId), inArray(intercomGroups.kind, [...madeKinds]), isLive))

type NewGroup = {
  kind: GroupKind
  name: string
  deptId: number
  areaId?: number | undefined
  isBroadcast?: boolean
  hours?: number | undefined
}

type Maker = Pick<Viewer, 'tenantId' | 'userId' | 'username'>

export async function insertGroup(tx: Tx, { tenantId, userId, username }: Maker, { hours, ...group }: NewGroup) {
  const expires = hours === undefined ? null : sql`now() + make_interval(hours => ${hours}::int)`
  const [added] = await tx
    .insert(intercomGroups)
    .values({ tenantId, ...group, expires, createBy: userId, updateBy: username })
    .returning({ id: intercomGroups.id })
  return added!.id
}

type Named = { userIds: readonly number[]; vehicleIds: readonly number[] }

/** Names these people and vehicles, and no others, in a group. */
export async function setMembers(
  tx: Tx,
  { tenantId }: Pick<Talker, 'tenantId'>,
  groupId: number,
  { userIds, vehicleIds }: Named,
) {
  for (const table of [intercomMembers, intercomVehicles])
    await tx.delete(table).where(and(eq(table.tenantId, tenantId), eq(table.groupId, groupId)))
  if (userIds.length) await tx.insert(intercomMembers).values(userIds.map((userId) => ({ tenantId, groupId, userId })))
  if (vehicleIds.length)
    await tx.insert(intercomVehicles).values(vehicleIds.map((vehicleId) => ({ tenantId, groupId, vehicleId })))
}

export const updateGroup = (tx: Tx, viewer: Viewer, id: number, changed: { name: string; isBroadcast: boolean }) =>
  tx
    .update(intercomGroups)
    .set({ ...changed, ...updatedBy(intercomGroups, viewer) })
    .where(and(eq(intercomGroups.tenantId, viewer.tenantId), eq(intercomGroups.id, id)))

/** Nobody is reminded of what was missed in it any more. */
export async function markGroupRemoved(tx: Tx, viewer: Viewer, id: number) {
  await endReminders(tx, { tenantId: viewer.tenantId, tasks: [ReminderTask.missedSpeech], eventId: id })
  await tx
    .update(intercomGroups)
    .set({ removedTime: sql`now()`, ...updatedBy(intercomGroups, viewer) })
    .where(and(eq(intercomGroups.tenantId, viewer.tenantId), eq(intercomGroups.id, id)))
}

/** The people among these whom the viewer sees, or shares a group of named people with. */
export async function findPeopleInSight(tx: Tx, viewer: Viewer, userIds: readonly number[]) {
  if (!userIds.length) return []
  const shares = sql`exists (select from ${intercomMembers} a join ${intercomMembers} b on b.tenant_id = a.tenant_id and b.group_id = a.group_id
    where a.tenant_id = ${viewer.tenantId} and a.user_id = ${viewer.userId} and b.user_id = ${users.id})`
  return tx
    .select({ userId: users.id, isLocked: sql<boolean>`${users.lockFlag} <> '0'` })
    .from(users)
    .where(
      and(
        eq(users.tenantId, viewer.tenantId),
        inArray(users.id, [...userIds]),
        or(inScope(viewer, users.deptId) ?? sql`true`, shares),
      ),
    )
}

/** Display name of a person. */
export async function findName(tx: Tx, { tenantId, userId }: Pick<Talker, 'tenantId' | 'userId'>): Promise<string> {
  const [found] = await tx
    .select({ name: displayName(users) })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  return found?.name ?? ''
}

/** True for who may use the intercom. */
export async function mayTalk(tx: Tx, tenantId: number, userId: number): Promise<boolean> {
  const wanted: Permission = 'intercom'
  const { rows } = await tx.execute(sql`
    select from user_permissions(${tenantId}) p where p.user_id = ${userId} and p.permission = ${wanted} limit 1`)
  return rows.length > 0
}

/** The group of two people, made when there is none. */
export async function ensurePair(tx: Tx, { tenantId, userId, username }: Viewer, otherId: number): Promise<number> {
  const both = [userId, otherId].sort((a, b) => a - b)
  const pair = both.join(' ')
  const group = { tenantId, kind: 'pair' as const, pair, createBy: userId, updateBy: username }
  return ensureGroup(tx, group, { userIds: both, vehicleIds: [] }, eq(intercomGroups.pair, pair))
}

/** The one group that there is of something, `which`; made, with these members, when there is none. */
export async function ensureGroup(
  tx: Tx,
  group: typeof intercomGroups.$inferInsert,
  members: Named,
  which: SQL,
): Promise<number> {
  const { tenantId } = group
  const [added] = await tx.insert(intercomGroups).values(group).onConflictDoNothing().returning({ id: intercomGroups.id })
  if (added) await setMembers(tx, { tenantId }, added.id, members)
  if (added) return added.id
  const [found] = await tx
    .select({ id: intercomGroups.id })
    .from(intercomGroups)
    .where(and(eq(intercomGroups.tenantId, tenantId), which))
  return found!.id
}

/** Who speaks where: a person, or in the cab of a vehicle. */
export type NewSpeech = { tenantId: number; groupId: number; userId: number | null; vehicleId?: number | null; holder?: string }

/** Begins a speech; returns its number. */
export async function insertSpeech(tx: Tx, speech: NewSpeech) {
  const [added] = await tx.insert(intercomSpeeches).values(speech).returning({ id: intercomSpeeches.id })
  return added!.id
}

type Piece = { tenantId: number; speechId: number; at: number; sound: Buffer }
export const insertSound = (tx: Tx, piece: Piece) => tx.insert(intercomSounds).values(piece)

const isOpenOrAbandoned = or(isNull(intercomSpeeches.endReason), eq(intercomSpeeches.endReason, 'stopped'))

type Ended = { tenantId: number; id: number; samples: number; sha256: string; endReason: SpeechEnd }

/** Ends a speech, once; who took it knows better than who thought that they had died. */
export const endSpeech = (tx: Tx, { tenantId, id, ...ended }: Ended) =>
  tx
    .update(intercomSpeeches)
    .set(ended)
    .where(and(eq(intercomSpeeches.tenantId, tenantId), eq(intercomSpeeches.id, id), isOpenOrAbandoned))

/** Forgets a speech in which nothing was said. */
export const deleteSpeech = (tx: Tx, tenantId: number, id: number) =>
  tx.delete(intercomSpeeches).where(and(eq(intercomSpeeches.tenantId, tenantId), eq(intercomSpeeches.id, id)))

/** These people have heard all of a group up to a speech: nothing reminds them of it any more. */
export async function markHeard(tx: Tx, tenantId: number, groupId: number, userIds: readonly number[], speechId: number) {
  if (!userIds.length) return
  await tx
    .insert(intercomMarks)
    .values(userIds.map((userId) => ({ tenantId, userId, groupId, speechId })))
    .onConflictDoUpdate({
      target: [intercomMarks.tenantId, intercomMarks.userId, intercomMarks.groupId],
      set: { speechId: sql`greatest(${intercomMarks.speechId}, excluded.speech_id)` },
    })
  await endReminders(tx, { tenantId, tasks: [ReminderTask.missedSpeech], eventId: groupId, userId: userIds })
}

/** The last speech of a group that has ended; 0 before the first. */
export async function findLastSpeech(tx: Tx, tenantId: number, groupId: number): Promise<number> {
  const [last] = await tx
    .select({ id: sql<number>`coalesce(max(${intercomSpeeches.id}), 0)` })
    .from(intercomSpeeches)
    .where(
      and(
        eq(intercomSpeeches.tenantId, tenantId),
        eq(intercomSpeeches.groupId, groupId),
        sql`${intercomSpeeches.endReason} is not null`,
      ),
    )
  return last?.id ?? 0
}

/** Speeches of groups in sight, and the person's own: of groups that have ended too. */
const speechInSight = (talker: Talker, areaGroups: readonly number[]) =>
  and(
    eq(intercomSpeeches.tenantId, talker.tenantId),
    or(
      eq(intercomSpeeches.userId, talker.userId),
      isSureOf(talker),
      areaGroups.length ? inArray(intercomGroups.id, [...areaGroups]) : undefined,
    ),
  )

const groupOfSpeech = and(eq(intercomGroups.tenantId, intercomSpeeches.tenantId), eq(intercomGroups.id, intercomSpeeches.groupId))
const cabOfSpeech = and(eq(vehicles.tenantId, intercomSpeeches.tenantId), eq(vehicles.id, intercomSpeeches.vehicleId))
const speakerOfSpeech = and(eq(users.tenantId, intercomSpeeches.tenantId), eq(users.id, intercomSpeeches.userId))

type Asked = Parsed<typeof listSpeeches> & { id?: number }

/** Speeches in sight, newest first, as many as are listed at once. `areaGroups`: groups of areas that the person is in now. */
export function findSpeeches(tx: Tx, talker: Talker, areaGroups: readonly number[], asked: Asked): Promise<Speech[]> {
  const { id, groupId, userId, vehicleId, startTime, endTime, before } = asked
  const at = intercomSpeeches
  return tx
    .select({
      id: at.id,
      groupId: at.groupId,
      groupName: nameFor(talker),
      userId: at.userId,
      vehicleId: at.vehicleId,
      userName: sql<string>`coalesce(${displayName(users)}, ${vehicles.plateNumber}, '')`,
      startTime: at.startTime,
      samples: at.samples,
      endReason: at.endReason,
      sha256: at.sha256,
    })
    .from(at)
    .innerJoin(intercomGroups, groupOfSpeech)
    .leftJoin(users, speakerOfSpeech)
    .leftJoin(vehicles, cabOfSpeech)
    .where(
      and(
        speechInSight(talker, areaGroups),
        id === undefined ? undefined : eq(at.id, id),
        groupId === undefined ? undefined : eq(at.groupId, groupId),
        userId === undefined ? undefined : eq(at.userId, userId),
        vehicleId === undefined ? undefined : eq(at.vehicleId, vehicleId),
        startTime === undefined ? undefined : gte(at.startTime, startTime),
        endTime === undefined ? undefined : lte(at.startTime, endTime),
        before === undefined ? undefined : lt(at.id, before),
      ),
    )
    .orderBy(desc(at.id))
    .limit(mostListedSpeeches)
}

/** The sound of a speech, whole. */
export async function findSound(tx: Tx, tenantId: number, speechId: number): Promise<Buffer> {
  const pieces = await tx
    .select({ sound: intercomSounds.sound })
    .from(intercomSounds)
    .where(and(eq(intercomSounds.tenantId, tenantId), eq(intercomSounds.speechId, speechId)))
    .orderBy(intercomSounds.at)
  return Buffer.concat(pieces.map(({ sound }) => sound))
}

/** The processes that take speeches now, or died over them. */
export async function findSpeechHolders(tx: Tx): Promise<string[]> {
  const found = await tx
    .selectDistinct({ holder: intercomSpeeches.holder })
    .from(intercomSpeeches)
    .where(isNull(intercomSpeeches.endReason))
  return found.map(({ holder }) => holder)
}

/** Ends the speeches of processes that died, up to the last sound that was kept. */
export const endAbandoned = (tx: Tx, holders: readonly string[]) =>
  tx.execute(sql`
    update ${intercomSpeeches} s set end_reason = 'stopped'::text,
      samples = coalesce(length(k.sound), 0), sha256 = encode(sha256(coalesce(k.sound, '')), 'hex')
    from (select o.tenant_id, o.id, string_agg(p.sound, '' order by p.at) as sound from ${intercomSpeeches} o
      left join ${intercomSounds} p on p.tenant_id = o.tenant_id and p.speech_id = o.id
      where o.end_reason is null and o.holder = any(${sql.param([...holders])}::text[]) group by 1, 2) k
    where s.tenant_id = k.tenant_id and s.id = k.id and s.end_reason is null`)

/** Removes a batch of the speeches that began more than `keepDays` ago; returns how many. */
export async function dropOldSpeeches(tx: Tx, keepDays: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    delete from ${intercomSpeeches} where (tenant_id, id) in (select tenant_id, id from ${intercomSpeeches}
      where start_time < now() - make_interval(days => ${keepDays}::int) limit 500)`)
  return rowCount ?? 0
}
