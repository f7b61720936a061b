import type { Cabs } from './cabs.ts'
import { type Line, Room } from './room.ts'
import type { Talks } from './talks.ts'

/** The groups in which somebody is there, and who of them. */
export function createRooms(talks: Talks, cabs: Cabs) {
  const rooms = new Map<string, Room>()
  const keyOf = (tenantId: number, id: number) => `${tenantId} ${id}`

  function enter(line: Line, id: number) {
    const { tenantId } = line.viewer
    const key = keyOf(tenantId, id)
    const known = rooms.get(key)
    const room = known ?? new Room(tenantId, id)
    rooms.set(key, room)
    room.lines.add(line)
    if (!known) cabs.look(room)
    room.isChanged = true
    line.rooms.set(id, room)
  }

  function leave(line: Line, room: Room) {
    room.lines.delete(line)
    room.isChanged = true
    line.rooms.delete(room.id)
    if (line.listening === room) line.listening = undefined
    if (line.floor === room) void talks.end(room, 'lost')
    if (room.lines.size) return
    cabs.leaveAll(room)
    rooms.delete(keyOf(room.tenantId, room.id))
  }

  return {
    all: (): Iterable<Room> => rooms.values(),
    /** Looks again at the vehicles of a group. */
    look: cabs.look,
    /** Brings a line into these groups and out of all others, and tells it of them where that changed something. */
    place(line: Line, ids: readonly number[], isNew: boolean) {
      const wanted = new Set(ids)
      const left = [...line.rooms.values()].filter(({ id }) => !wanted.has(id))
      const entered = ids.filter((id) => !line.rooms.has(id))
      for (const room of left) leave(line, room)
      for (const id of entered) enter(line, id)
      if (isNew || left.length || entered.length)
        line.tell({ type: 'groups', groups: [...line.rooms.values()].map((room) => room.state()) })
    },
    leaveAll(line: Line) {
      for (const room of line.rooms.values()) leave(line, room)
    },
    /** Hears a group from now on, what is being said there from its beginning; null for none. */
    listen(line: Line, id: number | null) {
      const room = id === null ? undefined : line.rooms.get(id)
      if (room === line.listening) return
      if (line.listening) line.listening.isChanged = true
      line.listening = room
      line.hearNothing()
      if (!room) return
      room.isChanged = true
      if (room.speech && room.floor.holder !== line) line.hear(room.speech)
    },
  }
}
export type Rooms = ReturnType<typeof createRooms>
