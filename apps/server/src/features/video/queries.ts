import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { inScope, mayUse } from '../../db/scope.ts'
import type { Viewer } from '../../http/viewer.ts'
import { terminals } from '../terminals/table.ts'
import { displayName } from '../users/queries.ts'
import { users } from '../users/table.ts'
import { vehicles } from '../vehicles/table.ts'
import { alarmAttachments, recordings, videoUploadFiles } from './table.ts'

/** The terminal of the tenant with this canonical number. */
export async function findTerminalByNumber(tx: Tx, tenantId: number, terminalNo: string) {
  const [terminal] = await tx
    .select({ deviceId: terminals.id, terminalNo: terminals.terminalNo })
    .from(terminals)
    .where(and(eq(terminals.tenantId, tenantId), eq(terminals.terminalNo, terminalNo)))
  return terminal
}

/** The terminal with this canonical number, and the organisation that it belongs to; null while it is nobody's. */
export async function findTerminalOwner(tx: Tx, terminalNo: string) {
  const [terminal] = await tx
    .select({ id: terminals.id, tenantId: terminals.tenantId })
    .from(terminals)
    .where(eq(terminals.terminalNo, terminalNo))
  return terminal
}

/** Display name of the person who asks. */
export async function findOwnName(tx: Tx, { tenantId, userId }: Viewer): Promise<string> {
  const [person] = await tx
    .select({ name: displayName(users) })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId)))
  return person?.name ?? ''
}

/** Joins the vehicle of a recording. */
export const ofVehicle = and(eq(vehicles.tenantId, recordings.tenantId), eq(vehicles.id, recordings.vehicleId))

const ofUpload = and(eq(vehicles.tenantId, videoUploadFiles.tenantId), eq(vehicles.id, videoUploadFiles.vehicleId))

/**
 * The recordings and the uploads among the files `names`: those that the viewer may see, with the permission or with the violation that a recording is
 * evidence of, and those that are hidden from them, whatever else they may see.
 */
export async function splitVideos(tx: Tx, viewer: Viewer, names: string[]) {
  const recorded = await tx
    .select({ name: recordings.fileName, deptId: vehicles.deptId, violationId: recordings.violationId })
    .from(recordings)
    .leftJoin(vehicles, ofVehicle)
    .where(and(eq(recordings.tenantId, viewer.tenantId), inArray(recordings.fileName, names)))
  const uploaded = await tx
    .select({ name: videoUploadFiles.fileName, deptId: vehicles.deptId, violationId: sql<null>`null` })
    .from(videoUploadFiles)
    .leftJoin(vehicles, ofUpload)
    .where(and(eq(videoUploadFiles.tenantId, viewer.tenantId), inArray(videoUploadFiles.fileName, names)))
  const found = [...recorded, ...uploaded]
  const mayWatch = viewer.permissions.has('video_view')
  const isSeen = ({ deptId, violationId }: (typeof found)[number]) =>
    (deptId === null ? viewer.departments === null : mayUse(viewer, deptId)) && (mayWatch || violationId !== null)
  const namesOf = (some: typeof found) => new Set(some.map(({ name }) => name))
  return { seen: namesOf(found.filter(isSeen)), hidden: namesOf(found.filter((one) => !isSeen(one))) }
}

/** Those of the names that are files of alarms of vehicles in scope. */
export const findAttachmentsInSight = (tx: Tx, viewer: Viewer, names: string[]) =>
  tx
    .select({ name: alarmAttachments.fileName })
    .from(alarmAttachments)
    .innerJoin(vehicles, and(eq(vehicles.tenantId, alarmAttachments.tenantId), eq(vehicles.id, alarmAttachments.vehicleId)))
    .where(
      and(
        eq(alarmAttachments.tenantId, viewer.tenantId),
        inArray(alarmAttachments.fileName, names),
        inScope(viewer, vehicles.deptId),
      ),
    )
