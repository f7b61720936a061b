import type { Board, readBoard } from '@huanwei/contract/boards/endpoints'
import type { BoardMessage } from '@huanwei/contract/boards/messages'
import { withChanges } from '@huanwei/contract/boards/rules'
import type { Output } from '@huanwei/contract/endpoint'
import { ApiError } from '../../../lib/errors.ts'
import { backOff } from '../../../live/back-off.ts'
import { follow, type SequenceState } from '../../../live/sequence.ts'
import type { BoardLine, LineListener } from './board-line.ts'

/** While nothing is pushed, a board is asked for again after this, ms. */
const everyMs = 2000
/** The same after a refusal or a loss; somewhat later, so that a thousand screens spread out. */
const retryMs = 5000
const spreadMs = 1000

export type BoardState = {
  board: Board | null
  /** Time of the last answer or message, epoch ms. */
  heardAt: number
  /** Seconds for which nothing that terminals report had reached the server by then. */
  feedAge: number
  /** Words of the refusal; null without one. */
  refusal: string | null
  /** True while the server does not answer. */
  isLost: boolean
}
export const noBoard: BoardState = { board: null, heardAt: 0, feedAge: 0, refusal: null, isLost: false }

/** What the screen shows: the version that it knows, the build of its first answer and the age of its figures in seconds. */
export type ShownBoard = { known: string | undefined; build: string | undefined; dataAge: number }

export type FollowParts = {
  read(shown: ShownBoard): Promise<Output<typeof readBoard>>
  openLine(shown: ShownBoard, listener: LineListener): BoardLine
  tell(change: (now: BoardState) => BoardState): void
  /** Called with each sign of the server; `isNewer` when its build is not that of the first one. */
  heard(now: number, isNewer: boolean): void
}

/**
 * Follows a board over any loss, until the returned function is called. The board is asked for once; then the server pushes what changes.
 * A lost place in the sequence asks for the whole board, and whatever ends the line has the board asked for anew.
 */
export function followBoard({ read, openLine, tell, heard }: FollowParts) {
  let known: string | undefined
  const signs = createSigns(heard)
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: BoardLine | undefined
  /** True from the first message of the line to its end. */
  let isPushed = false
  let place: SequenceState
  let attempts = 0
  let openedAt = 0
  let nextLineAt = 0

  const shown = (): ShownBoard => ({ known, ...signs.now() })

  /** Asks once; returns the pause before the next question. */
  async function ask(): Promise<number> {
    try {
      const { version, build, feedAge, board } = await read(shown())
      // What is pushed meanwhile is newer.
      if (isOver || isPushed) return everyMs
      const heardAt = signs.hear(feedAge, build)
      known = version
      tell((now) => ({ board: board ?? now.board, heardAt, feedAge, refusal: null, isLost: false }))
      if (!line && Date.now() >= nextLineAt) begin()
      return everyMs
    } catch (error) {
      if (!isOver && !isPushed) fail(error)
      return retryMs + Math.random() * spreadMs
    }
  }

  function fail(error: unknown) {
    known = undefined
    line?.close()
    line = undefined
    if (error instanceof ApiError && error.status < 500 && error.status !== 429)
      tell(() => ({ ...noBoard, refusal: error.message }))
    else tell((now) => ({ ...now, isLost: true }))
  }

  async function turn() {
    const pause = await ask()
    if (!isOver && !isPushed) timer = setTimeout(turn, pause)
  }

  function begin() {
    openedAt = Date.now()
    place = undefined
    line = openLine(shown(), { onMessage, onEnd, dataAge: () => shown().dataAge })
  }

  function onEnd() {
    const wasPushed = isPushed
    line = undefined
    isPushed = false
    attempts = wasPushed ? 0 : attempts + 1
    nextLineAt = wasPushed ? openedAt + everyMs : Date.now() + backOff(attempts, Math.random())
    if (wasPushed && !isOver) void turn()
  }

  function onMessage(message: BoardMessage) {
    if (message.type === 'beat') return beat(message)
    const verdict = follow(place, message)
    const isOtherVersion = message.type === 'snapshot' && message.board === null && message.version !== known
    if (verdict === 'resync' || isOtherVersion) return restart()
    if (verdict === 'skip') return
    isPushed = true
    clearTimeout(timer)
    place = { epoch: message.epoch, seq: message.seq }
    known = message.version
    const feedAge = message.type === 'patch' ? (message.feedAge ?? 0) : signs.feedAge()
    const heardAt = signs.hear(feedAge, message.type === 'snapshot' ? message.build : undefined)
    tell((now) => ({ board: boardAfter(message, now.board), heardAt, feedAge, refusal: null, isLost: false }))
  }

  function beat({ epoch, seq, feedAge = 0 }: Extract<BoardMessage, { type: 'beat' }>) {
    if (!place) return
    if (epoch !== place.epoch || seq !== place.seq) return restart()
    const heardAt = signs.hear(feedAge)
    tell((now) => ({ ...now, heardAt, feedAge }))
  }

  function restart() {
    place = undefined
    known = undefined
    line?.restart()
  }

  void turn()
  return () => {
    isOver = true
    clearTimeout(timer)
    line?.close()
  }
}

/** Remembers when the server was heard last, how old its feed was, and its builds. */
function createSigns(heard: FollowParts['heard']) {
  let heardAt = Date.now()
  let feedAge = 0
  let first: string | undefined
  let newest: string | undefined
  return {
    now: () => ({ build: first, dataAge: Math.max(0, Math.round((Date.now() - heardAt) / 1000)) + feedAge }),
    feedAge: () => feedAge,
    /** Notes a sign; returns its time. */
    hear(age: number, build = newest) {
      heardAt = Date.now()
      feedAge = age
      first ??= build
      newest = build
      heard(heardAt, newest !== first)
      return heardAt
    },
  }
}

function boardAfter(message: Exclude<BoardMessage, { type: 'beat' }>, board: Board | null): Board | null {
  if (message.type === 'snapshot') return message.board ?? board
  return board && { ...board, panels: withChanges(board.panels, message.panels) }
}
