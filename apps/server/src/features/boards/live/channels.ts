import { randomUUID } from 'node:crypto'
import { ownBoardId } from '@huanwei/contract/boards/codes'
import type { Change } from '../../../db/changes.ts'
import { Refused } from '../../../http/refuse.ts'
import { inTurns } from '../../../lib/in-turns.ts'
import type { Log } from '../../../position/log.ts'
import type { Build } from '../../sites/build.ts'
import type { BoardQuestion, OpenBoard } from '../open-board.ts'
import { BoardChannel } from './board-channel.ts'
import { goingAway, goneClose } from './close-codes.ts'
import type { ScreenLine } from './screen-line.ts'
import type { Feed } from './watch-feed.ts'

/** Boards that are read at once, in all and of one organisation: the database is for others too. */
const [mostAtOnce, mostOfOne] = [6, 3]

type Parts = { open: OpenBoard; feed: Feed; build: Build; log: Pick<Log, 'error'> }

/** The boards that somebody looks at: one channel for each question. */
export function createChannels({ open, feed, build, log }: Parts) {
  const channels = new Map<string, BoardChannel>()
  const epoch = randomUUID()
  const keyOf = (question: BoardQuestion) => JSON.stringify(question)

  const groups = { groupOf: ({ question }: BoardChannel) => question.scope.tenantId, most: mostOfOne }
  const read = inTurns(mostAtOnce, pass, groups)

  async function pass(channel: BoardChannel) {
    if (channel.isEmpty) return
    try {
      await channel.pass(Date.now)
    } catch (error) {
      if (!(error instanceof Refused)) return log.error({ error }, 'a board could not be read')
      drop(channel)
      channel.end(goneClose)
    }
  }

  function drop(channel: BoardChannel) {
    const key = keyOf(channel.question)
    if (channels.get(key) === channel) channels.delete(key)
  }

  return {
    /** Gives a screen the board that it asks for until it leaves. */
    join(question: BoardQuestion, line: ScreenLine): BoardChannel {
      const key = keyOf(question)
      const known = channels.get(key)
      const channel = known ?? new BoardChannel({ question, open, feed, epoch, build: build.version })
      channels.set(key, channel)
      channel.join(line, Date.now())
      if (!known) read(channel)
      return channel
    },
    leave(channel: BoardChannel, line: ScreenLine) {
      channel.leave(line)
      if (channel.isEmpty) drop(channel)
    },
    readAll() {
      for (const channel of channels.values()) read(channel)
    },
    /**
     * Reads an own board anew that was published, taken back or removed, and all boards of an organisation that has another name, or a department with
     * one; more of them when it is not known which.
     */
    reopen({ table, tenantId, id }: Change) {
      for (const channel of channels.values()) {
        const { path, scope } = channel.question
        const boardId = ownBoardId(path)
        const isMeant = table !== 'own_board' || (boardId !== undefined && (id ?? boardId) === boardId)
        if (!isMeant || (tenantId ?? scope.tenantId) !== scope.tenantId) continue
        channel.forget()
        read(channel)
      }
    },
    end() {
      for (const channel of channels.values()) channel.end(goingAway)
    },
  }
}
