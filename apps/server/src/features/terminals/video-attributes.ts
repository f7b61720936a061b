import { ObjectType } from '@huanwei/contract/objects'
import { mostCameras } from '@huanwei/contract/vehicles/endpoints'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '../../db/connect.ts'
import type { Ingest } from '../../position/link.ts'
import { vehicles } from '../vehicles/table.ts'
import { terminals } from './table.ts'

type Parts = { db: Database; ingest: Pick<Ingest, 'send'> }

/**
 * Asks a terminal what cameras and sound it has. A vehicle that it is on, and whose number of cameras nobody has entered, has the answer's from then on.
 */
export async function askVideoAttributes({ db, ingest }: Parts, tenantId: number, terminalId: number) {
  const { message, ...outcome } = await ingest.send(terminalId, { kind: 'queryVideoAttributes' })
  const attributes = message?.id === MessageId.videoAttributes ? message : null
  const cameras = Math.min(attributes?.mostPictureChannels ?? 0, mostCameras)
  if (cameras > 0) await db.within({ tenantId }, (tx) => enterCameras(tx, tenantId, terminalId, cameras))
  return { ...outcome, attributes }
}

/** As `askVideoAttributes`, where the answer is needed. */
export async function learnCameras(parts: Parts, tenantId: number, terminalId: number) {
  const [unknown] = await parts.db.within({ tenantId }, (tx) => withoutCameras(tx, tenantId, terminalId))
  if (unknown) await askVideoAttributes(parts, tenantId, terminalId)
}

/** The vehicle of a terminal, as long as nobody has entered its number of cameras. */
const withoutCameras = (tx: Tx, tenantId: number, terminalId: number) =>
  tx
    .select({ id: vehicles.id })
    .from(terminals)
    .innerJoin(vehicles, and(eq(vehicles.tenantId, terminals.tenantId), eq(vehicles.id, terminals.objectId)))
    .where(
      and(
        eq(terminals.tenantId, tenantId),
        eq(terminals.id, terminalId),
        eq(terminals.objectType, ObjectType.vehicle),
        eq(vehicles.vehicleCamera, 0),
      ),
    )

async function enterCameras(tx: Tx, tenantId: number, terminalId: number, vehicleCamera: number) {
  for (const { id } of await withoutCameras(tx, tenantId, terminalId).for('update', { of: vehicles }))
    await tx
      .update(vehicles)
      .set({ vehicleCamera })
      .where(and(eq(vehicles.tenantId, tenantId), eq(vehicles.id, id)))
}
