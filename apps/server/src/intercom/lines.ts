import { LineClose } from '@huanwei/contract/intercom/codes'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { findGroups, findName, findPeopleOf, type IsInside } from '../features/intercom/queries.ts'
import type { Viewer } from '../http/viewer.ts'
import { concerns, viewerTables } from '../http/viewer-changes.ts'
import { inTurns } from '../lib/in-turns.ts'
import type { Log } from '../position/log.ts'
import { closeSocket } from '../position/push/stomp.ts'
import { Line, type LineSocket } from './room.ts'
import type { Rooms } from './rooms.ts'

/** Sockets of one account. */
const mostOfAccount = 10
/** Lines that are looked up at once. */
const lookups = 4

export type LineParts = {
  db: Database
  changes: Changes
  viewersOf(tokens: readonly string[]): Promise<Map<string, Viewer>>
  isInside: IsInside
  log: Pick<Log, 'error'>
}

/** The lines of people who may use the intercom, each in the groups of its person. */
export function createLines({ db, changes, viewersOf, isInside, log }: LineParts, rooms: Rooms) {
  const lines = new Set<Line>()

  /** The viewer behind a token; undefined for who may not use the intercom, locked screens too. */
  async function admit(token: string) {
    const viewer = (await viewersOf([token])).get(token)
    return viewer && !viewer.isLocked && viewer.permissions.has('intercom') ? viewer : undefined
  }

  function drop(line: Line) {
    lines.delete(line)
    rooms.leaveAll(line)
  }

  async function place(line: Line, isNew: boolean) {
    const groups = await db.within(line.viewer, (tx) => findGroups(tx, line.viewer, isInside))
    const ids = groups.map(({ id }) => id)
    if (lines.has(line)) rooms.place(line, ids, isNew)
  }

  /** Looks again at who somebody is and which groups they belong to. */
  const check = inTurns(lookups, async (line: Line) => {
    try {
      const viewer = await admit(line.token)
      if (!lines.has(line)) return
      if (!viewer) {
        drop(line)
        return line.end(LineClose.unauthorised)
      }
      line.viewer = viewer
      await place(line, false)
    } catch (error) {
      log.error({ error }, 'a line of the intercom could not be checked')
    }
  })

  changes.on([...viewerTables], (change) => {
    for (const line of lines) if (concerns(change, line.viewer)) check(line)
  })
  /** Looks again at those whom a changed group concerns: who is in it, may be in it, or dispatches. */
  const checkGroup = inTurns(lookups, async (key: string) => {
    const [tenantId, id] = key.split(' ').map(Number) as [number, number]
    try {
      const people = await db.within({ tenantId }, (tx) => findPeopleOf(tx, tenantId, id))
      for (const line of of(tenantId))
        if (!people || people.has(line.userId) || line.rooms.has(id) || line.isDispatcher) check(line)
      for (const room of rooms.all()) if (room.tenantId === tenantId && room.id === id) rooms.look(room)
    } catch (error) {
      log.error({ error }, 'the people of a group could not be found')
    }
  })
  changes.on(['intercom_group'], ({ tenantId, id }) => {
    if (tenantId !== undefined && id !== undefined) return checkGroup(`${tenantId} ${id}`)
    for (const line of lines) check(line)
    for (const room of rooms.all()) rooms.look(room)
  })

  /** The lines of an organisation, or of one person there. */
  const of = (tenantId: number, userId?: number) =>
    [...lines].filter((line) => line.tenantId === tenantId && (userId === undefined || line.userId === userId))

  return {
    all: (): Iterable<Line> => lines,
    of,
    place,
    check,
    /** The line of a session; undefined, and closed, for who may not have one. */
    async join(socket: LineSocket, token: string): Promise<Line | undefined> {
      const viewer = await admit(token)
      if (!viewer || of(viewer.tenantId, viewer.userId).length >= mostOfAccount) {
        closeSocket(socket, viewer ? LineClose.tooMany : LineClose.unauthorised)
        return undefined
      }
      const name = await db.within(viewer, (tx) => findName(tx, viewer))
      if (socket.readyState !== socket.OPEN) return undefined
      const line = new Line(socket, { token, name, viewer })
      lines.add(line)
      socket.once('close', () => drop(line))
      await place(line, true)
      // What changed while it was let in is looked at again.
      check(line)
      return line
    },
  }
}
export type Lines = ReturnType<typeof createLines>
