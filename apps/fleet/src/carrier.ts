import type { FleetVehicle, VehicleType } from '@huanwei/city/fleet'

/** Vehicle or person that a terminal belongs to. A badge has no type, no cameras and an empty plate. */
export type Carrier = Pick<FleetVehicle, 'index' | 'plate'> & { plateColour: number; type?: VehicleType; cameras?: number }

/**
 * Condition of a carrier or of its terminal. `noNetwork`: reports are stored; `poweredOff`: the terminal measures and sends nothing;
 * `noFix`: the receiver has no position; `phoning`: the driver is on the phone; `atWork`: its implement sweeps or sprays.
 */
export type Condition = 'noNetwork' | 'poweredOff' | 'sos' | 'fatigue' | 'powerLost' | 'noFix' | 'phoning' | 'atWork'

/** Position, motion and conditions of a carrier at one moment. */
export type CarrierState = {
  /** Epoch ms. */
  time: number
  /** WGS-84, with the error of a receiver. */
  lng: number
  lat: number
  /** km/h */
  speed: number
  /** Degrees clockwise from north. */
  direction: number
  /** True for a person at work. */
  engineOn: boolean
  /** Metres since `start`. */
  driven: number
  /** Second of the current hour of work. */
  second: number
  /** Epoch ms at which the hour (of a vehicle) or the shift (of a person) began. */
  start: number
  conditions: ReadonlySet<Condition>
}

/** State of a carrier as a function of time (epoch ms): the same for the same seed and index. */
export type Simulation = (time: number) => CarrierState
