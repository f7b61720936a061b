import { BoardJoin, BoardSign } from '@huanwei/contract/boards/messages'
import type { Changes } from '../../../db/changes.ts'
import { parsed } from '../../../lib/parsed.ts'
import type { Log } from '../../../position/log.ts'
import { closeSocket, unauthorizedClose } from '../../../position/push/stomp.ts'
import type { Build } from '../../sites/build.ts'
import type { OpenBoard } from '../open-board.ts'
import type { NoteBeat } from '../screens/heartbeats.ts'
import { createChannels } from './channels.ts'
import { garbledClose, goingAway, manyClose } from './close-codes.ts'
import { type BoardSocket, ScreenLine } from './screen-line.ts'
import { type AdmitParts, accountOfPass, admit, createScreenCheck, type Watcher } from './watchers.ts'

/** A board is read once in this time, ms. Source: spec 3, section 14. */
const everyMs = 1000
const ticksPerPing = 10
/** A session expires without an event: everybody is looked at again after so many ticks. */
const ticksPerCheck = 30
/** Time limit of the first text, ms. */
const joinMs = 10_000
/** Sockets of one token or account, and in all. */
const mostOfOne = 100
const mostInAll = 3000

type LiveParts = AdmitParts & {
  changes: Changes
  open: OpenBoard
  noteBeat: NoteBeat
  /** True unless an address asks too much. */
  mayAsk(ip: string): boolean
  build: Build
  log: Pick<Log, 'error'>
}

/** Pushes boards to screens: what changed, numbered, read once for all that ask alike while anybody looks. Record: docs/decisions/0070. */
export function startLiveBoards(parts: LiveParts) {
  const watchers = new Set<Watcher>()
  const channels = createChannels(parts)
  const { heard, check } = createScreenCheck({ ...parts, watchers })
  parts.changes.on(['own_board'], channels.reopen)

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
    const account = admitted && accountOfPass(admitted.pass)
    const isOneTooMany = [...watchers].filter(({ pass }) => accountOfPass(pass) === account).length >= mostOfOne
    if (!admitted || isOneTooMany) {
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

  /** Notes that the screen of a token is there. */
  function note({ pass, join: { screen, build }, ip }: Watcher, dataAge: number) {
    if (!('row' in pass)) return
    const noted = parts.noteBeat(pass.row, { screen, build, dataAge, address: ip })
    noted.catch((error: Error) => parts.log.error({ error }, 'a heartbeat of a screen could not be noted'))
  }

  function hear(watcher: Watcher, said: unknown) {
    const sign = BoardSign.safeParse(said)
    if (!sign.success) watcher.line.end(garbledClose)
    else if ('wants' in sign.data) watcher.line.restart()
    else note(watcher, sign.data.dataAge)
  }

  /** Takes the texts of a screen, of which the first says what it wants. */
  function listen(socket: BoardSocket, ip: string) {
    let isJoining = false
    let watcher: Watcher | undefined
    const late = setTimeout(() => closeSocket(socket, unauthorizedClose), joinMs)
    socket.on('close', () => clearTimeout(late))

    async function begin(asked: BoardJoin) {
      watcher = await join(socket, asked, ip)
      if (watcher) note(watcher, asked.dataAge)
    }

    socket.on('message', (data) => {
      const said = parsed(data)
      if (watcher) return hear(watcher, said)
      const asked = BoardJoin.safeParse(said)
      if (isJoining || !asked.success) return closeSocket(socket, garbledClose)
      isJoining = true
      clearTimeout(late)
      begin(asked.data).catch((error: Error) => {
        parts.log.error({ error }, 'a screen could not be let in')
        closeSocket(socket, goingAway)
      })
    })
  }

  let sockets = 0
  return {
    /** Serves one screen. */
    accept(socket: BoardSocket, ip: string) {
      socket.on('error', () => socket.terminate())
      sockets++
      socket.on('close', () => {
        sockets--
      })
      if (sockets > mostInAll || !parts.mayAsk(ip)) closeSocket(socket, manyClose)
      else listen(socket, ip)
    },
    close() {
      clearInterval(ticking)
      channels.end()
    },
  }
}
