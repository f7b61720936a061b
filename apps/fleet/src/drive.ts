import { join } from 'node:path'
import { vehicleAt } from '@huanwei/city/fleet'
import { badgeNo, badgeWearers } from '@huanwei/city/workers'
import { chance } from './chance.ts'
import { noCounts } from './counts.ts'
import { shareOf } from './demo.ts'
import type { Carrier } from './location.ts'
import { type Memory, readMemories, writeMemories } from './memory.ts'
import { Terminal } from './terminal.ts'
import { createVehicle, type Vehicle } from './vehicle.ts'
import { createWalker } from './walker.ts'
import { Wheel } from './wheel.ts'

export type DriveOptions = {
  host: string
  port: number
  terminals: number
  /** The share of the demo's workers who are out with their badges. */
  badges?: number
  seed: number
  /** Folder for what terminals keep while they are off. */
  state: string
  /** Connections opened per second. */
  connectRate?: number
}

const tickMs = 50
const saveMs = 60_000
/** Beyond the numbers of vehicles. */
const badgeIndex = 1_000_000

/** Lets the fleet drive until it is stopped. `counts` grows; `waiting` is what is not acknowledged or not sent yet. */
export function startFleet({ host, port, terminals, badges = 0, seed, state, connectRate = 200 }: DriveOptions) {
  const counts = noCounts()
  const file = join(state, `terminals-${host.replace(/[^\w.-]/g, '_')}-${port}.json`)
  const memories = readMemories(file)
  const wheel = new Wheel(Date.now())
  let allowance = 1
  let allowedAt = Date.now()

  const mayConnect = (now: number) => {
    allowance = Math.min(connectRate / 10, allowance + ((now - allowedAt) / 1000) * connectRate)
    allowedAt = now
    if (allowance < 1) return false
    allowance--
    return true
  }

  function terminalOf(vehicle: Carrier, terminalNo: string, drives: Vehicle, odometer: number) {
    const memory: Memory = memories.get(terminalNo) ?? { odometer, serial: 0 }
    memories.set(terminalNo, memory)
    const identity = { terminalNo, version2019: vehicle.index % 3 === 0 }
    return new Terminal({ vehicle, drives, identity, memory, gateway: { host, port }, counts, mayConnect })
  }
  const vehicles = Array.from({ length: terminals }, (_, index) => {
    const vehicle = vehicleAt(index)
    return terminalOf(vehicle, vehicle.terminalNo, createVehicle(seed, index), 8000 + chance(seed, index, 3)() * 60_000)
  })
  const walkers = shareOf([...badgeWearers().entries()], badges).map(([index, { team }]) => {
    const badge = { index: badgeIndex + index, plate: '', plateColour: 0 }
    return terminalOf(badge, badgeNo(index), createWalker(seed, index, team), 0)
  })
  const fleet = [...vehicles, ...walkers]
  const now = Date.now()
  for (const index of fleet.keys()) wheel.add(index, now + (index / connectRate) * 1000)

  const ticking = setInterval(() => {
    for (const index of wheel.take(Date.now())) {
      const terminal = fleet[index]
      if (terminal) wheel.add(index, terminal.tick())
    }
  }, tickMs)
  const saving = setInterval(() => writeMemories(file, memories), saveMs)

  return {
    counts,
    waiting: () => fleet.reduce((sum, terminal) => sum + terminal.waiting, 0),
    stop: () => {
      clearInterval(ticking)
      clearInterval(saving)
      for (const terminal of fleet) terminal.close()
      writeMemories(file, memories)
    },
  }
}
