import { LineClose } from '@huanwei/contract/intercom/codes'
import type { LineOrder } from '@huanwei/contract/intercom/messages'
import { findLastSpeech, markHeard } from '../features/intercom/queries.ts'
import { createRateLimiter } from '../lib/rate-limiter.ts'
import { closeSocket } from '../position/push/stomp.ts'
import { type CabParts, createCabs } from './cabs.ts'
import { followCallsForHelp } from './calls-for-help.ts'
import { followSocket } from './follow-socket.ts'
import { createKeeper, type KeeperParts } from './keeper.ts'
import { createLines, type LineParts } from './lines.ts'
import type { Line, LineSocket } from './room.ts'
import { createRooms } from './rooms.ts'
import { createTalks } from './talks.ts'

const tickMs = 200
const [ticksPerPing, ticksPerCheck] = [50, 150]
/** Sockets of one address, and in all. */
const arrivals = { burst: 200, perSecond: 20 }
const mostInAll = 5000

/** The way of a voice: who speaks in which group, and who hears it. Source: spec 3, section 17. Record: docs/decisions/0088. */
export function startIntercom(parts: LineParts & CabParts & Pick<KeeperParts, 'share'>) {
  const { db, changes, log } = parts
  const keeper = createKeeper(parts)
  const talks = createTalks({ keeper, log })
  const rooms = createRooms(talks, createCabs(parts, talks))
  const lines = createLines(parts, rooms)
  const callsForHelp = followCallsForHelp({ db, changes, lines, log })

  let ticks = 0
  const ticking = setInterval(() => {
    ticks++
    const now = Date.now()
    for (const room of rooms.all()) {
      talks.tick(room, now)
      for (const cab of room.cabs.values()) cab.tick(now)
      if (room.isChanged) room.tellAll()
    }
    for (const line of lines.all()) {
      line.catchUp()
      if (ticks % ticksPerPing === 0) line.ping()
      // Sessions, temporary groups and stays in areas end without an event.
      if (ticks % ticksPerCheck === 0) lines.check(line)
    }
  }, tickMs)

  /** Hears a group from now on; what was said there before counts as seen. */
  async function listen(line: Line, groupId: number | null) {
    rooms.listen(line, groupId)
    if (!line.listening) return
    const { tenantId, userId } = line.viewer
    const { id } = line.listening
    await db.within(line.viewer, async (tx) => markHeard(tx, tenantId, id, [userId], await findLastSpeech(tx, tenantId, id)))
  }

  function press(line: Line, groupId: number) {
    const room = line.rooms.get(groupId)
    if (room) talks.press(line, room, Date.now())
    else line.tell({ type: 'refused', groupId, reason: 'noMember', by: '' })
  }

  function obey(line: Line, order: LineOrder) {
    if ('press' in order) press(line, order.press)
    else if ('release' in order) talks.release(line)
    else listen(line, order.listen).catch((error: Error) => log.error({ error }, 'what somebody has seen could not be noted'))
  }

  let sockets = 0
  const mayArrive = createRateLimiter(arrivals)
  return {
    /** Serves one browser. */
    accept(socket: LineSocket, ip: string) {
      socket.on('error', () => socket.terminate())
      sockets++
      socket.on('close', () => {
        sockets--
      })
      if (sockets > mostInAll || !mayArrive(ip, Date.now())) return closeSocket(socket, LineClose.tooMany)
      followSocket(socket, {
        join: lines.join,
        obey,
        hear: (line, speechId, voice) => talks.sound(line, speechId, voice, Date.now()),
        log,
      })
    },
    /** Rings in the browsers of a person; false when none is there. */
    async ring(tenantId: number, userId: number, { groupId, by }: { groupId: number; by: string }) {
      const called = lines.of(tenantId, userId)
      for (const line of called) {
        await lines.place(line, false)
        line.tell({ type: 'ring', groupId, by, isEmergency: false })
      }
      return called.length > 0
    },
    /** Ends the speeches of a process that died, and follows the calls for help that came in between. */
    async recover() {
      await keeper.endAbandoned({ isStart: true })
      await callsForHelp.followAll()
    },
    endAbandoned: () => keeper.endAbandoned(),
    async close() {
      clearInterval(ticking)
      for (const room of rooms.all()) {
        void talks.end(room, 'stopped')
        for (const cab of room.cabs.values()) cab.end()
      }
      await keeper.close()
      for (const { socket } of lines.all()) closeSocket(socket, LineClose.goingAway)
    },
  }
}
export type Intercom = ReturnType<typeof startIntercom>
