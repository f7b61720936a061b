import { z } from 'zod'
import { mayUse } from '../../../db/scope.ts'
import { timeText } from '../../../lib/time.ts'
import { failed, integer, names, succeeded, toMap } from './asked.ts'
import { call } from './call.ts'
import type { Device } from './devices.ts'
import { devicesFor, devicesOf, isDeviceOnline, vehiclesInSight } from './devices.ts'
import { mapPoint } from './map-point.ts'
import { findCompanies } from './queries.ts'

/** Bits of `s1`. Source: spec 4, III.4. */
const [located, accOn] = [1, 2]
/** Bit of `md`: the device has cameras. */
const hasVideo = 1

const named = { devidno: names, vehiidno: names }

/** Departments and vehicles in sight, with their devices. */
export const queryUserVehicle = call('queryUserVehicle', z.object({}), async (_, viewer, { db, latest }) => {
  const companies = await db.within(viewer, (tx) => findCompanies(tx, viewer))
  const nameOf = new Map(companies.map(({ id, nm }) => [id, nm]))
  return succeeded({
    companys: companies.filter(({ id }) => mayUse(viewer, id)),
    vehicles: vehiclesInSight(latest, viewer).map((vehicle) => ({
      id: vehicle.id,
      nm: vehicle.plateNumber,
      abbr: vehicle.name,
      pid: vehicle.deptId,
      pnm: nameOf.get(vehicle.deptId) ?? '',
      pl: vehicle.plateColour,
      vehiType: vehicle.vehicleType,
      chnCount: vehicle.vehicleCamera,
      dl: devicesOf(vehicle).map(({ did, channels }) => ({
        id: did,
        pid: vehicle.deptId,
        // Clients count channels from 0 up to this number; hidden ones in between answer nothing.
        cc: Math.max(0, ...channels.map(({ channel }) => channel)),
        cn: channels.map(({ name }) => name).join(','),
        md: channels.length ? hasVideo : 0,
        ic: 0,
        tc: 0,
      })),
    })),
  })
})

export const getDeviceOlStatus = call(
  'getDeviceOlStatus',
  z.object({ ...named, status: integer(0, 1).optional() }),
  async ({ status, ...asked }, viewer, { latest }) => {
    const found = devicesFor(latest, viewer, asked)
    if (!Array.isArray(found)) return failed(found)
    const onlines = found.map((device) => ({
      did: device.did,
      vid: device.vehicle.plateNumber,
      abbr: device.vehicle.name,
      online: isDeviceOnline(device) ? 1 : 0,
    }))
    return succeeded({ onlines: onlines.filter(({ online }) => status === undefined || online === status) })
  },
)

export const getDeviceStatus = call(
  'getDeviceStatus',
  z.object({ ...named, tomap: toMap, geoaddress: integer(0, 1).default(0), driver: integer(0, 1).default(0) }),
  async ({ tomap, geoaddress, driver, ...asked }, viewer, { latest, nameOfPlace }) => {
    const found = devicesFor(latest, viewer, asked)
    if (!Array.isArray(found)) return failed(found)
    return succeeded({
      status: found.map((device) => ({
        ...statusOf(device, tomap),
        ...(driver && { dn: device.vehicle.driverName }),
        ...(geoaddress && { ps: placeOf(device, nameOfPlace) }),
      })),
    })
  },
)

/** Speed in 0.1 km/h, direction in degrees, mileage in m. */
function statusOf(device: Device, map: number) {
  const { did, vehicle } = device
  const { live, mileage, plateNumber, name } = vehicle
  return {
    id: did,
    vid: plateNumber,
    abbr: name,
    ...mapPoint(live, map),
    ol: isDeviceOnline(device) ? 1 : 0,
    gt: live.time === null ? '' : `${timeText(live.time)}.0`,
    sp: Math.round(live.speed * 10),
    hx: live.direction,
    lc: Math.round((mileage ?? 0) * 1000),
    s1: (live.lng === null ? 0 : located) | (live.acc ? accOn : 0),
  }
}

function placeOf({ vehicle: { live } }: Device, nameOfPlace: (lng: number, lat: number) => string) {
  return live.lng === null || live.lat === null ? '' : nameOfPlace(live.lng, live.lat)
}
