import { isOnline } from '@huanwei/contract/live/rules'
import { VideoResult } from '@huanwei/contract/video/codes'
import { terminalKey } from '@huanwei/terminal/wire/header'
import { mayUse } from '../../../db/scope.ts'
import type { Viewer } from '../../../http/viewer.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import { channelsOf } from '../../trees/leaves.ts'

export type LiveVehicle = NonNullable<ReturnType<ReturnType<Latest['vehicles']['of']>['get']>>

/** A device as clients of the interface know it: a terminal of a vehicle. `channels`: those of its cameras that are shown, from 1. */
export type Device = {
  did: string
  vehicle: LiveVehicle
  channels: { channel: number; name: string }[]
}

/** The terminals of a vehicle: first the one that sends video, and the one that says where it is where that is another. */
export function devicesOf(vehicle: LiveVehicle): Device[] {
  const shown = channelsOf(vehicle)
  const channels = shown.map(({ passageway, passagewayDescribe }) => ({ channel: passageway, name: passagewayDescribe }))
  const ids = [shown[0]?.deviceId, vehicle.terminalNo].flatMap((no) => (no ? terminalKey({ terminalNo: no }) : []))
  return [...new Set(ids)].map((did, i) => ({ did, vehicle, channels: i === 0 ? channels : [] }))
}

export const vehiclesInSight = (latest: Pick<Latest, 'vehicles'>, viewer: Viewer): LiveVehicle[] =>
  [...latest.vehicles.of(viewer.tenantId).values()].filter(({ deptId }) => mayUse(viewer, deptId))

type Named = { devidno: string[]; vehiidno: string[] }

/** The named devices, or the first of each named vehicle, or without names all in sight; refused when one of them is not in sight. */
export function devicesFor(
  latest: Pick<Latest, 'vehicles'>,
  viewer: Viewer,
  { devidno, vehiidno }: Named,
): Device[] | VideoResult {
  const all = vehiclesInSight(latest, viewer).flatMap(devicesOf)
  if (!devidno.length && !vehiidno.length) return all
  const byId = new Map(all.map((device) => [device.did, device]))
  const byPlate = new Map(all.toReversed().map((device) => [device.vehicle.plateNumber, device]))
  const found = devidno.length
    ? devidno.map((did) => byId.get(terminalKey({ terminalNo: did })))
    : vehiidno.map((plate) => byPlate.get(plate))
  const known = found.flatMap((device) => device ?? [])
  return known.length === found.length ? [...new Set(known)] : VideoResult.notInSight
}

/** One device by its number, or by its plate where clients of older servers send that. */
export function deviceFor(latest: Pick<Latest, 'vehicles'>, viewer: Viewer, name: string): Device | undefined {
  for (const named of [
    { devidno: [name], vehiidno: [] },
    { devidno: [], vehiidno: [name] },
  ]) {
    const found = devicesFor(latest, viewer, named)
    if (Array.isArray(found) && found[0]) return found[0]
  }
  return undefined
}

export const isDeviceOnline = ({ vehicle }: Device) => vehicle.terminalNo !== null && isOnline(vehicle.live.status)
