import { join } from 'node:path'
import { vehicleAt } from '@huanwei/city/fleet'
import { badgeNo, badgeWearers } from '@huanwei/city/workers'
import type { CameraFault } from '../cameras/live-cameras.ts'
import type { Carrier, Simulation } from '../carrier.ts'
import { createWalker } from '../people/walker.ts'
import { randomStream } from '../random.ts'
import { evenShare } from '../share.ts'
import { createVehicle } from '../vehicles/vehicle.ts'
import { zeroCounters } from './counters.ts'
import { readSavedStates, type SavedState, writeSavedStates } from './saved-state.ts'
import { Scheduler } from './scheduler.ts'
import { Terminal } from './terminal.ts'

type Options = {
  host: string
  port: number
  /** Number of vehicles. */
  terminals: number
  /** Share of the demo's workers with badges that are simulated, 0 to 1. */
  badges?: number
  seed: number
  /** Folder of the file with the state that terminals keep while they are off. */
  state: string
  /** Connections opened per second. */
  connectRate?: number
}

const tickMs = 50
const saveMs = 60_000
/** Index of the first badge, above the indexes of vehicles. */
const firstBadgeIndex = 1_000_000

/** Starts the fleet. `counters` are live totals; `waiting` counts messages that are not acknowledged and reports that are not sent. */
export function startFleet({ host, port, terminals, badges = 0, seed, state, connectRate = 200 }: Options) {
  const counters = zeroCounters()
  const file = join(state, `terminals-${host.replace(/[^\w.-]/g, '_')}-${port}.json`)
  const savedStates = readSavedStates(file)
  const mayConnect = rateLimit(connectRate)

  function createTerminal(carrier: Carrier, terminalNo: string, simulation: Simulation, odometer: number) {
    const saved: SavedState = savedStates.get(terminalNo) ?? { odometer, serial: 0 }
    savedStates.set(terminalNo, saved)
    const identity = { terminalNo, version2019: carrier.index % 3 === 0 }
    return new Terminal({ carrier, simulation, identity, saved, gateway: { host, port }, counters, mayConnect })
  }
  const vehicles = Array.from({ length: terminals }, (_, index) => {
    const vehicle = vehicleAt(index)
    const odometer = 8000 + randomStream(seed, index, 3)() * 60_000
    return createTerminal(vehicle, vehicle.terminalNo, createVehicle(seed, index), odometer)
  })
  const walkers = evenShare([...badgeWearers().entries()], badges).map(([index, { team }]) => {
    const badge = { index: firstBadgeIndex + index, plate: '', plateColour: 0 }
    return createTerminal(badge, badgeNo(index), createWalker(seed, index, team), 0)
  })
  const fleet = [...vehicles, ...walkers]
  const byNumber = new Map(vehicles.map((terminal, index) => [vehicleAt(index).terminalNo, terminal]))
  const ticking = startTicking(fleet, connectRate)
  /** What cannot be written, as on a full disk, is written with the next states: it stops no terminal. */
  function save() {
    try {
      writeSavedStates(file, savedStates)
    } catch (error) {
      console.error('fleet: the states of terminals are not saved:', error instanceof Error ? error.message : error)
    }
  }
  const saving = setInterval(save, saveMs)

  return {
    counters,
    waiting: () => fleet.reduce((sum, terminal) => sum + terminal.waiting, 0),
    /** Lets the cameras of the vehicle with this terminal, or of all, do something wrong or well again; how many terminals were told. */
    misbehave(terminalNo: string | undefined, fault: CameraFault | undefined) {
      const named = terminalNo === undefined ? undefined : byNumber.get(terminalNo)
      const told = terminalNo === undefined ? vehicles : named ? [named] : []
      for (const terminal of told) terminal.misbehave(fault)
      return told.length
    },
    stop: () => {
      clearInterval(ticking)
      clearInterval(saving)
      for (const terminal of fleet) terminal.close()
      save()
    },
  }
}

/** A token bucket that allows `perSecond` connections a second, in bursts of a tenth of that. */
function rateLimit(perSecond: number) {
  let tokens = 1
  let refilledAt = Date.now()
  return (now: number) => {
    tokens = Math.min(perSecond / 10, tokens + ((now - refilledAt) / 1000) * perSecond)
    refilledAt = now
    if (tokens < 1) return false
    tokens--
    return true
  }
}

/** Ticks every terminal when it is due, for the first time one after the other at the connect rate. */
function startTicking(fleet: readonly Terminal[], connectRate: number) {
  const now = Date.now()
  const scheduler = new Scheduler(now)
  for (const index of fleet.keys()) scheduler.schedule(index, now + (index / connectRate) * 1000)
  return setInterval(() => {
    for (const index of scheduler.takeDue(Date.now())) {
      const terminal = fleet[index]
      if (terminal) scheduler.schedule(index, terminal.tick())
    }
  }, tickMs)
}
