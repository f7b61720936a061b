import { BoardJoin, BoardSign } from '@huanwei/contract/boards/messages'
import type { Changes } from '../../../db/changes.ts'
import { senderOf } from '../../../http/addresses.ts'
import { parsed } from '../../../lib/parsed.ts'
import type { Log } from '../../../position/log.ts'
import { closeSocket, unauthorizedClose } from '../../../position/push/stomp.ts'
import type { Build } from '../../sites/build.ts'
import type { OpenBoard } from '../open-board.ts'
import type { NoteBeat } from '../screens/heartbeats.ts'
import { createChannels } from './channels.ts'
import { garbledClose, goingAway, manyClose } from './close-codes.ts'
import { type BoardSocket, ScreenLine } from './screen-line.ts'
import { countWaitingSockets } from './waiting-sockets.ts'
import type { Feed } from './watch-feed.ts'
import { type AdmitParts, accountOfPass, admit, createScreenCheck, type Watcher } from './watchers.ts'

/** A board is read once in this time, ms. Source: spec 3, section 14. */
const everyMs = 1000
const ticksPerPing = 10
/** A session expires without an event: everybody is looked at again after so many ticks. */
const ticksPerCheck = 30
/** Time limit of the first text, ms. */
const joinMs = 10_000
/** Screens of one token or account, and in all. */
const mostOfOne = 100
const mostInAll = 3000

type LiveParts = AdmitParts & {
  changes: Changes
  open: OpenBoard
  feed: Feed
  noteBeat: NoteBeat
  /** True unless a sender asks too much. */
  mayAsk(sender: string): boolean
  build: Build
  log: Pick<Log, 'error'>
}

/** Pushes boards to screens: what changed, numbered, read once for all that ask alike while anybody looks. Record: docs/decisions/0070. */
export function startLiveBoards(parts: LiveParts) {
  const watchers = new Set<Watcher>()
  const wait = countWaitingSockets()
  const channels = createChannels(parts)
  const { heard, check } = createScreenCheck({ ...parts, watchers })
  parts.changes.on(['own_board', 'sys_dept', 'sys_tenant'], channels.reopen)

  let ticks = 0
  const ticking = setInterval(() => {
    ticks++
    channels.readAll()
    for (const watcher of watchers) {
      if (ticks % ticksPerPing === 0) watcher.line.ping()
      if (ticks % ticksPerCheck === 0) check(watcher)
    }
  }, everyMs)

  /** Lets a screen in that said what it wants. */
  async function join(socket: BoardSocket, asked: BoardJoin, ip: string): Promise<Watcher | undefined> {
    const before = heard()
    const admitted = await admit(parts, asked, ip)
    if (socket.readyState !== socket.OPEN) return undefined
    if (!admitted || isOneTooMany(watchers, admitted.pass)) {
      closeSocket(socket, admitted ? manyClose : unauthorizedClose)
      return undefined
    }
    const { path, language, day, period, facilityId } = asked
    const line = new ScreenLine(socket, asked.known)
    const watcher = { line, join: asked, ip, ...admitted }
    const channel = channels.join({ path, language, ...admitted.access, about: { day, period, facilityId } }, line)
    watchers.add(watcher)
    socket.once('close', () => {
      watchers.delete(watcher)
      channels.leave(channel, line)
    })
    if (heard() !== before) check(watcher)
    return watcher
  }

  /** Takes the texts of a screen, of which the first says what it wants. `leave` ends its waiting. */
  function listen(socket: BoardSocket, ip: string, leave: () => void) {
    let isJoining = false
    let watcher: Watcher | undefined
    const late = setTimeout(() => refuse(unauthorizedClose), joinMs)
    socket.on('close', () => clearTimeout(late))

    function refuse(code: number) {
      leave()
      closeSocket(socket, code)
    }

    async function begin(asked: BoardJoin) {
      watcher = await join(socket, asked, ip).finally(leave)
      if (watcher) note(parts, watcher, asked.dataAge)
    }

    socket.on('message', (data) => {
      const said = parsed(data)
      if (watcher) return hear(parts, watcher, said)
      const asked = BoardJoin.safeParse(said)
      if (isJoining || !asked.success) return refuse(garbledClose)
      isJoining = true
      clearTimeout(late)
      begin(asked.data).catch((error: Error) => {
        parts.log.error({ error }, 'a screen could not be let in')
        closeSocket(socket, goingAway)
      })
    })
  }

  return {
    /** Serves one screen. */
    accept(socket: BoardSocket, request: { ip: string }) {
      socket.on('error', () => socket.terminate())
      const sender = senderOf(request)
      const leave = parts.mayAsk(sender) ? wait(socket, sender) : undefined
      if (leave) listen(socket, request.ip, leave)
      else closeSocket(socket, manyClose)
    },
    close() {
      clearInterval(ticking)
      channels.end()
    },
  }
}

/** True where there is no place for one more screen. Those that are about to be closed take none. */
function isOneTooMany(watchers: ReadonlySet<Watcher>, by: Watcher['pass']) {
  const there = [...watchers].filter(({ line }) => line.isOpen)
  const account = accountOfPass(by)
  return there.length >= mostInAll || there.filter(({ pass }) => accountOfPass(pass) === account).length >= mostOfOne
}

function hear(parts: LiveParts, watcher: Watcher, said: unknown) {
  const sign = BoardSign.safeParse(said)
  if (!sign.success) watcher.line.end(garbledClose)
  else if ('wants' in sign.data) watcher.line.restart()
  else note(parts, watcher, sign.data.dataAge)
}

/** Notes that the screen of a token is there. */
function note({ noteBeat, log }: LiveParts, { pass, join: { screen, build }, ip }: Watcher, dataAge: number) {
  if (!('row' in pass)) return
  const noted = noteBeat(pass.row, { screen, build, dataAge, address: ip })
  noted.catch((error: Error) => log.error({ error }, 'a heartbeat of a screen could not be noted'))
}
