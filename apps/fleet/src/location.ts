import type { FleetVehicle, VehicleType } from '@huanwei/city/fleet'
import { AlarmBit, StatusBit } from '@huanwei/terminal/alarm'
import type { Location } from '@huanwei/terminal/location'
import { chance } from './chance.ts'
import type { Reading } from './vehicle.ts'

/** What a terminal is in: a vehicle, or the badge of somebody who walks. */
export type Carrier = Pick<FleetVehicle, 'index' | 'plate'> & { plateColour: number; type?: VehicleType; cameras?: number }

/** The terminal's own limit, km/h, above which it raises its overspeed alarm. */
const ownLimit = 72
const tankLitres = 180
const litresPerKilometre = 0.32

const bit = (position: number, isSet: boolean) => (isSet ? 2 ** position : 0)

/** Empty, half or full: trucks fill up in the course of an hour. */
function loadBits({ type }: Carrier, second: number): number {
  if (type !== '垃圾运输车' && type !== '餐厨车') return 0
  return [0, 1, 3][Math.min(2, Math.floor(second / 1200))] ?? 0
}

/** The 0x0200 of a reading; `odometer` in km, `confirmed` alarms are no longer raised. */
export function locationOf(carrier: Carrier, reading: Reading, odometer: number, confirmed: number): Location {
  const { episodes, engineOn, speed } = reading
  const random = chance(carrier.index, Math.floor(reading.time / 60_000))
  const isMoving = speed >= 1
  const alarm =
    bit(AlarmBit.sos, episodes.has('sos')) +
    bit(AlarmBit.overspeed, speed > ownLimit) +
    bit(AlarmBit.fatigue, episodes.has('fatigue') && engineOn) +
    bit(AlarmBit.powerLost, episodes.has('powerLost'))
  const status =
    bit(StatusBit.accOn, engineOn) +
    bit(StatusBit.located, !episodes.has('noFix')) +
    loadBits(carrier, reading.second) * 256 +
    bit(StatusBit.gps, true) +
    bit(StatusBit.beidou, true) +
    bit(StatusBit.moving, isMoving)
  return {
    alarm: (alarm & ~confirmed) >>> 0,
    status,
    lat: reading.lat,
    lng: reading.lng,
    altitude: 495 + Math.floor(random() * 12),
    speed: Math.round(speed * 10) / 10,
    direction: reading.direction,
    time: Math.floor(reading.time / 1000) * 1000,
    additions: {
      mileageKm: Math.round(odometer * 10) / 10,
      ...(carrier.type && {
        fuelLitres: Math.round((tankLitres - ((odometer * litresPerKilometre) % (tankLitres - 20))) * 10) / 10,
        vehicleSignals: bit(4, engineOn && !isMoving) + bit(9, engineOn),
      }),
      signalStrength: 14 + Math.floor(random() * 17),
      satellites: episodes.has('noFix') ? 2 : 9 + Math.floor(random() * 9),
      activeSafety: [],
      raw: [],
    },
  }
}
