import { ObjectType } from '@huanwei/contract/objects'
import type { Terminal } from '@huanwei/contract/terminals/endpoints'
import { mostCameras } from '@huanwei/contract/vehicles/endpoints'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Database } from '../../db/connect.ts'
import type { Ingest } from '../../position/link.ts'
import { camerasOf, enterCameras } from '../objects/queries.ts'

type Parts = { db: Database; ingest: Pick<Ingest, 'send'> }
type Bound = Pick<Terminal, 'id' | 'objectType' | 'objectId'>

const vehicleOf = ({ objectType, objectId }: Bound) => (objectType === ObjectType.vehicle ? objectId : null)

/**
 * Asks a terminal what cameras and sound it has. A vehicle that it is on, and whose number of cameras nobody has entered, has the answer's from then on.
 */
export async function askVideoAttributes({ db, ingest }: Parts, tenantId: number, terminal: Bound) {
  const { message, ...outcome } = await ingest.send(terminal.id, { kind: 'queryVideoAttributes' })
  const attributes = message?.id === MessageId.videoAttributes ? message : null
  const cameras = Math.min(attributes?.mostPictureChannels ?? 0, mostCameras)
  const vehicleId = vehicleOf(terminal)
  if (cameras > 0 && vehicleId !== null) await db.within({ tenantId }, (tx) => enterCameras(tx, tenantId, vehicleId, cameras))
  return { ...outcome, attributes }
}

/** As `askVideoAttributes`, where the answer is needed. */
export async function learnCameras(parts: Parts, tenantId: number, terminal: Bound) {
  const vehicleId = vehicleOf(terminal)
  if (vehicleId === null) return
  const cameras = await parts.db.within({ tenantId }, (tx) => camerasOf(tx, tenantId, vehicleId))
  if (cameras === 0) await askVideoAttributes(parts, tenantId, terminal)
}
