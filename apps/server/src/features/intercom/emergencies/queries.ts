import { ObjectType } from '@huanwei/contract/objects'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/connect.ts'
import { emergencies, emergencyRecipients } from '../../emergencies/table.ts'
import { ensureGroup } from '../queries.ts'
import { intercomGroups } from '../table.ts'

/** Brings the group of a call for help to what the call is now; undefined for a call that never had one. */
export async function followCall(tx: Tx, tenantId: number, emergencyId: number) {
  const [call] = await tx
    .select()
    .from(emergencies)
    .where(and(eq(emergencies.tenantId, tenantId), eq(emergencies.id, emergencyId)))
  if (!call) return undefined
  const isOpen = call.closedTime === null
  const groupId = isOpen ? await ensureGroupOf(tx, call) : undefined
  await tx
    .update(intercomGroups)
    .set({ expires: call.closedTime })
    .where(
      and(
        eq(intercomGroups.tenantId, tenantId),
        eq(intercomGroups.emergencyId, emergencyId),
        sql`${intercomGroups.expires} is distinct from ${call.closedTime}::timestamptz`,
      ),
    )
  if (groupId === undefined) return { isOpen: false as const }
  const told = await tx
    .select({ userId: emergencyRecipients.userId })
    .from(emergencyRecipients)
    .where(and(eq(emergencyRecipients.tenantId, tenantId), eq(emergencyRecipients.emergencyId, emergencyId)))
  return {
    isOpen: true as const,
    groupId,
    name: call.objectName,
    callerId: call.objectType === ObjectType.person ? call.objectId : null,
    toldIds: told.map(({ userId }) => userId),
    acknowledgedBy: call.acknowledgedBy,
  }
}

type Call = typeof emergencies.$inferSelect

function ensureGroupOf(tx: Tx, { tenantId, id, objectType, objectId, objectName: name, deptId }: Call): Promise<number> {
  const members = {
    userIds: objectType === ObjectType.person ? [objectId] : [],
    vehicleIds: objectType === ObjectType.vehicle ? [objectId] : [],
  }
  const group = { tenantId, kind: 'emergency' as const, name, deptId, emergencyId: id }
  return ensureGroup(tx, group, members, eq(intercomGroups.emergencyId, id))
}

/** Calls for help that are open, and closed ones whose group is open, of all organisations. */
export async function findCallsToFollow(tx: Tx): Promise<{ tenantId: number; emergencyId: number }[]> {
  const ofCall = and(eq(intercomGroups.tenantId, emergencies.tenantId), eq(intercomGroups.emergencyId, emergencies.id))
  const at = { tenantId: emergencies.tenantId, emergencyId: emergencies.id }
  const open = await tx.select(at).from(emergencies).where(isNull(emergencies.closedTime))
  const closed = await tx
    .select(at)
    .from(intercomGroups)
    .innerJoin(emergencies, ofCall)
    .where(and(eq(intercomGroups.kind, 'emergency'), isNull(intercomGroups.expires), sql`${emergencies.closedTime} is not null`))
  return [...open, ...closed]
}
