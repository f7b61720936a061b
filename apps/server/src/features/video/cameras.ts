import { terminalKey } from '@huanwei/terminal/wire/header'
import type { Database } from '../../db/connect.ts'
import { mayUse } from '../../db/scope.ts'
import { conflict, notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { channelsOf } from '../trees/leaves.ts'
import { findTerminalByNumber } from './queries.ts'

export type CameraParts = { db: Database; latest: Pick<Latest, 'vehicles'> }

/** A camera as a caller names it. */
export type NamedCamera = { vehicleId: number; channel: number }

export const accountOf = ({ tenantId, userId }: Viewer) => `${tenantId} ${userId}`

/** Finds cameras within what a viewer sees. */
export function camerasFor({ db, latest }: CameraParts) {
  /** The vehicle, if the viewer sees it. */
  function vehicleFor(viewer: Viewer, id: number) {
    const vehicle = latest.vehicles.of(viewer.tenantId).get(id)
    return vehicle && mayUse(viewer, vehicle.deptId) ? vehicle : undefined
  }

  /** The terminal that has the camera. Refuses with 404 for a vehicle out of sight, with 409 without such a camera. */
  async function cameraFor(viewer: Viewer, { vehicleId, channel }: NamedCamera) {
    const vehicle = vehicleFor(viewer, vehicleId)
    if (!vehicle) throw notFound()
    const shown = channelsOf(vehicle).find(({ passageway }) => passageway === channel)
    const terminal =
      shown &&
      (await db.within(viewer, (tx) => findTerminalByNumber(tx, viewer.tenantId, terminalKey({ terminalNo: shown.deviceId }))))
    if (!terminal) throw conflict('video:refusal.noCamera')
    return { deviceId: terminal.id, terminalNo: terminal.terminalNo, channel }
  }
  return { vehicleFor, cameraFor }
}
