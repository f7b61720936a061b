import { minuteMs } from '@huanwei/contract/time'
import { AlarmBit, StatusBit } from '@huanwei/terminal/messages/alarm'
import type { Location } from '@huanwei/terminal/messages/location'
import type { Carrier, CarrierState } from '../carrier.ts'
import { randomStream } from '../random.ts'

/** km/h above which the terminal raises its overspeed alarm. */
const overspeedLimit = 72
/** Bit of the IO word at which the implement is wired. */
const implementInput = 2
const tankLitres = 180
const litresPerKilometre = 0.32

const bit = (position: number, isSet: boolean) => (isSet ? 2 ** position : 0)

/** Bits of empty, half or full: trucks fill up in the course of an hour. */
function loadBits({ type }: Carrier, second: number): number {
  if (type !== '垃圾运输车' && type !== '餐厨车') return 0
  return [0, 1, 3][Math.min(2, Math.floor(second / 1200))] ?? 0
}

/** The location (0x0200) of a state. `odometer`: km. `confirmed`: mask of alarms that are not raised. */
export function locationOf(carrier: Carrier, state: CarrierState, odometer: number, confirmed: number): Location {
  const { conditions, engineOn, speed } = state
  const random = randomStream(carrier.index, Math.floor(state.time / minuteMs))
  const isMoving = speed >= 1
  const alarm =
    bit(AlarmBit.sos, conditions.has('sos')) +
    bit(AlarmBit.overspeed, speed > overspeedLimit) +
    bit(AlarmBit.fatigue, conditions.has('fatigue') && engineOn) +
    bit(AlarmBit.powerLost, conditions.has('powerLost'))
  const status =
    bit(StatusBit.accOn, engineOn) +
    bit(StatusBit.located, !conditions.has('noFix')) +
    loadBits(carrier, state.second) * 256 +
    bit(StatusBit.gps, true) +
    bit(StatusBit.beidou, true) +
    bit(StatusBit.moving, isMoving)
  return {
    alarm: (alarm & ~confirmed) >>> 0,
    status,
    lat: state.lat,
    lng: state.lng,
    altitude: 495 + Math.floor(random() * 12),
    speed: Math.round(speed * 10) / 10,
    direction: state.direction,
    time: Math.floor(state.time / 1000) * 1000,
    additions: {
      mileageKm: Math.round(odometer * 10) / 10,
      ...(carrier.type && {
        ioStatus: bit(implementInput, conditions.has('atWork') && engineOn),
        fuelLitres: Math.round((tankLitres - ((odometer * litresPerKilometre) % (tankLitres - 20))) * 10) / 10,
        vehicleSignals: bit(4, engineOn && !isMoving) + bit(9, engineOn),
      }),
      signalStrength: 14 + Math.floor(random() * 17),
      satellites: conditions.has('noFix') ? 2 : 9 + Math.floor(random() * 9),
      activeSafety: [],
      raw: [],
    },
  }
}
