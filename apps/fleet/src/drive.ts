import { join } from 'node:path'
import { vehicleAt } from '@huanwei/city/fleet'
import { chance } from './chance.ts'
import { noCounts } from './counts.ts'
import { type Memory, readMemories, writeMemories } from './memory.ts'
import { Terminal } from './terminal.ts'
import { createVehicle } from './vehicle.ts'
import { Wheel } from './wheel.ts'

export type DriveOptions = {
  host: string
  port: number
  terminals: number
  seed: number
  /** Folder for what terminals keep while they are off. */
  state: string
  /** Connections opened per second. */
  connectRate?: number
}

const tickMs = 50
const saveMs = 60_000

/** Lets the fleet drive until it is stopped. `counts` grows; `waiting` is what is not acknowledged or not sent yet. */
export function startFleet({ host, port, terminals, seed, state, connectRate = 200 }: DriveOptions) {
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

  const fleet = Array.from({ length: terminals }, (_, index) => {
    const vehicle = vehicleAt(index)
    const memory: Memory = memories.get(vehicle.terminalNo) ?? { odometer: 8000 + chance(seed, index, 3)() * 60_000, serial: 0 }
    memories.set(vehicle.terminalNo, memory)
    const identity = { terminalNo: vehicle.terminalNo, version2019: index % 3 === 0 }
    const gateway = { host, port }
    return new Terminal({ vehicle, drives: createVehicle(seed, index), identity, memory, gateway, counts, mayConnect })
  })
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
