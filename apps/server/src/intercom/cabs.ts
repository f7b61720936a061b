import { VideoContent } from '@huanwei/terminal/messages/video'
import type { Database } from '../db/connect.ts'
import { findGroupVehicles } from '../features/intercom/vehicles/queries.ts'
import { inTurns } from '../lib/in-turns.ts'
import type { TerminalChannel, TerminalLines } from '../media/talk/terminal-lines.ts'
import type { Log } from '../position/log.ts'
import { Cab } from './cab.ts'
import type { Room } from './room.ts'
import type { Talks } from './talks.ts'

/** Groups that are looked up at once. */
const lookups = 4

export type CabParts = {
  db: Database
  terminals: TerminalLines
  /** The terminal of a vehicle that is spoken with, if it has one. */
  targetOf(tenantId: number, vehicleId: number): Promise<TerminalChannel | undefined>
  log: Pick<Log, 'error'>
}

type Group = NonNullable<Awaited<ReturnType<typeof findGroupVehicles>>>

/** The vehicles of groups in which somebody is there. */
export function createCabs({ db, terminals, targetOf, log }: CabParts, talks: Talks) {
  function cabOf(room: Room, { name, kind, isBroadcast }: Group, vehicle: { vehicleId: number; name: string }) {
    const { tenantId } = room
    return new Cab({
      about: { tenantId, ...vehicle },
      room,
      isEmergency: kind === 'emergency',
      isHeard: !isBroadcast,
      talks,
      async open(listener) {
        const target = await targetOf(tenantId, vehicle.vehicleId).catch((error: Error) => {
          log.error({ error }, 'the terminal of a vehicle could not be found')
          return undefined
        })
        if (!target) return 'noTerminal'
        if (terminals.speakerWith(target) !== undefined || !terminals.hasRoomFor(1)) return 'busy'
        return terminals.open(target, {
          ...listener,
          content: isBroadcast ? VideoContent.broadcast : VideoContent.talk,
          by: name,
        })
      },
    })
  }

  async function look(room: Room) {
    const { tenantId, id, cabs } = room
    const group = await db.within({ tenantId }, (tx) => findGroupVehicles(tx, tenantId, id))
    const vehicles = group && room.lines.size ? group.vehicles : []
    const known = new Map(vehicles.map((vehicle) => [vehicle.vehicleId, vehicle]))
    for (const { vehicleId, isHeard } of cabs.values())
      if (!known.has(vehicleId) || isHeard === group?.isBroadcast) leave(room, vehicleId)
    for (const vehicle of vehicles) {
      if (!group || cabs.has(vehicle.vehicleId)) continue
      cabs.set(vehicle.vehicleId, cabOf(room, group, vehicle))
      room.isChanged = true
    }
  }

  function leave({ cabs }: Room, vehicleId: number) {
    cabs.get(vehicleId)?.end()
    cabs.delete(vehicleId)
  }

  return {
    /** Brings the vehicles of a group into it, and out those that it has no more. */
    look: inTurns(lookups, (room: Room) =>
      look(room).catch((error: Error) => log.error({ error }, 'the vehicles of a group could not be found')),
    ),
    leaveAll(room: Room) {
      for (const vehicleId of [...room.cabs.keys()]) leave(room, vehicleId)
    },
  }
}
export type Cabs = ReturnType<typeof createCabs>
