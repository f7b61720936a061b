import type { Location } from '@huanwei/terminal/messages/location'
import type { Carrier, CarrierState, Simulation } from '../carrier.ts'
import { locationOf } from './location.ts'
import type { SavedState } from './saved-state.ts'
import type { Settings } from './settings.ts'

type Parts = { carrier: Carrier; simulation: Simulation; saved: SavedState; settings: Settings }

/** Instruments of one terminal: they read the simulation and count the odometer. */
export class Instruments {
  readonly #parts: Parts
  #previous: CarrierState | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The state at `now`; adds the metres since the previous reading to the odometer. */
  read(now: number): CarrierState {
    const { simulation, saved } = this.#parts
    const state = simulation(now)
    const previous = this.#previous
    const metres = previous?.start === state.start ? state.driven - previous.driven : previous ? state.driven : 0
    saved.odometer += Math.max(0, metres) / 1000
    this.#previous = state
    return state
  }

  /** The location to report for a state. */
  locate(state: CarrierState): Location {
    const { carrier, saved, settings } = this.#parts
    const location = locationOf(carrier, state, saved.odometer, settings.confirmed)
    // A confirmed alarm that has ended may be raised again.
    if (settings.confirmed && !state.conditions.has('sos')) settings.confirmed = 0
    return location
  }
}
