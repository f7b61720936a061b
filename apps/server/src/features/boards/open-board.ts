import type { Every } from '@huanwei/contract/reports/codes'
import type { Language } from '@huanwei/words/languages'
import type { Database } from '../../db/connect.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { Build } from '../sites/build.ts'
import type { GroundOf } from '../sites/ground.ts'
import { boardAt } from './board-at.ts'
import type { BoardScope, Computer } from './compute.ts'
import type { Feed } from './live/watch-feed.ts'
import { isOnPaper, withCalls } from './preset.ts'
import { findNameOf } from './queries.ts'
import { type BoardReading, readBoardOf } from './read-board.ts'
import type { BoardSubject } from './source.ts'
import { subjectOf } from './subject.ts'

type OpenParts = { db: Database; latest: Latest; groundOf: GroundOf; computer: Computer }

/** A board for somebody who may see it. `namedDept`: department that it is about; null for the organisation. `listDept`: as the board has it. */
export type BoardQuestion = {
  path: string
  scope: BoardScope
  namedDept: number | null
  listDept?: number | undefined
  language: Language
  about: BoardSubject & { period?: Every | undefined }
}

/** Returns a function that opens boards: it finds the definition, and returns a way to read the board again and again. Refuses where there is none. */
export function boardOpener({ db, latest, groundOf, computer }: OpenParts) {
  return async ({ path, scope, namedDept, listDept, language, about }: BoardQuestion): Promise<() => Promise<BoardReading>> => {
    const { tenantId } = scope
    const [definition, name] = await db.within({ tenantId }, async (tx) => {
      const found = await boardAt(tx, tenantId, path)
      const isNamed = isOnPaper(found) || namedDept !== null
      return [withCalls(found), isNamed ? await findNameOf(tx, tenantId, namedDept) : '']
    })
    // Yesterday is another day tomorrow, and a facility may go.
    return async () => {
      const subject = subjectOf(latest, definition, scope, about)
      return readBoardOf(computer, groundOf, { definition, scope, language, subject, about: name, listDept })
    }
  }
}
export type OpenBoard = ReturnType<typeof boardOpener>

type ReplyParts = { build: Build; feed: Feed }

/** Answer of the calls: the board, unless the asker knows this version. */
export const replyOf = ({ version, whole }: BoardReading, known: string | undefined, { build, feed }: ReplyParts) => ({
  version,
  build: build.version,
  feedAge: feed.age(),
  board: version === known ? null : whole(),
})
