import { terminalKey } from '@huanwei/terminal/wire/header'
import type { Database } from '../../db/connect.ts'
import { mayUse } from '../../db/scope.ts'
import { conflict, notFound } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { TerminalChannel } from '../../media/talk/terminal-lines.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { channelsOf } from '../trees/leaves.ts'
import { findTerminalByNumber } from './queries.ts'
import { isRemote, type VideoSources } from './sources/video-sources.ts'

export type CameraParts = {
  db: Database
  latest: Pick<Latest, 'vehicles'>
  sources: Pick<VideoSources, 'deviceOf' | 'mustBeReady' | 'remoteOf'>
}

/** A camera as a caller names it. */
export type NamedCamera = { vehicleId: number; channel: number }

export const accountOf = ({ tenantId, userId }: Viewer) => `${tenantId} ${userId}`

/** Finds cameras within what a viewer sees. */
export function camerasFor({ db, latest, sources }: CameraParts) {
  /** The terminal with this number that sends a vehicle's pictures, or the device of the organisation's video server. */
  const terminalOf = async (tenantId: number, vehicleId: number, number: string) =>
    (await sources.deviceOf(tenantId, vehicleId, {
      number,
      plate: latest.vehicles.of(tenantId).get(vehicleId)?.plateNumber ?? '',
    })) ?? db.within({ tenantId }, (tx) => findTerminalByNumber(tx, tenantId, terminalKey({ terminalNo: number })))

  /** The vehicle, if the viewer sees it. */
  function vehicleFor(viewer: Viewer, id: number) {
    const vehicle = latest.vehicles.of(viewer.tenantId).get(id)
    return vehicle && mayUse(viewer, vehicle.deptId) ? vehicle : undefined
  }

  /** The terminal that has the camera. Refuses with 404 for a vehicle out of sight, with 409 without such a camera, with 502 while a video server lets nobody in. */
  async function cameraFor(viewer: Viewer, { vehicleId, channel }: NamedCamera) {
    const vehicle = vehicleFor(viewer, vehicleId)
    if (!vehicle) throw notFound()
    const shown = channelsOf(vehicle).find(({ passageway }) => passageway === channel)
    const terminal = shown && (await terminalOf(viewer.tenantId, vehicleId, shown.deviceId))
    if (!terminal) throw conflict('video:refusal.noCamera')
    await sources.mustBeReady(viewer.tenantId)
    return { ...terminal, channel }
  }
  /** The device of a camera, or of the first one of a vehicle, at its organisation's video server, whoever asks; undefined where there is none now. */
  async function remoteOf({ tenantId, vehicleId, channel }: { tenantId: number; vehicleId: number; channel?: number }) {
    const vehicle = latest.vehicles.of(tenantId).get(vehicleId)
    const shown = vehicle && channelsOf(vehicle).find(({ passageway }) => channel === undefined || passageway === channel)
    return shown && sources.remoteOf(tenantId, shown.deviceId)
  }

  /** The terminal and the channel over which a vehicle's cab is spoken with; undefined for none, and behind an organisation's own video server. */
  async function targetOf(tenantId: number, vehicleId: number): Promise<TerminalChannel | undefined> {
    const vehicle = latest.vehicles.of(tenantId).get(vehicleId)
    const [first] = vehicle ? channelsOf(vehicle) : []
    const terminal = first && (await terminalOf(tenantId, vehicleId, first.deviceId))
    return terminal && !isRemote(terminal) ? { ...terminal, channel: first.passageway } : undefined
  }
  return { vehicleFor, cameraFor, terminalOf, remoteOf, targetOf }
}
