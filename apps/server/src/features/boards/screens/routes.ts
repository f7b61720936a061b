import { readBoardByToken, showBoardPicture } from '@huanwei/contract/boards/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { languageOf } from '../../../http/language.ts'
import { isInRange } from '../../../http/open/address-range.ts'
import { notFound, Refused } from '../../../http/refuse.ts'
import { serve } from '../../../http/serve.ts'
import { createRateLimiter } from '../../../lib/rate-limiter.ts'
import type { Latest } from '../../../position/latest/latest.ts'
import { hashToken } from '../../session/authenticate.ts'
import type { Build } from '../../sites/build.ts'
import type { GroundOf } from '../../sites/ground.ts'
import { camerasFor } from '../../video/cameras.ts'
import { openPicture, type PictureOffice } from '../../video/open-picture.ts'
import { boardAt, isSameBoard } from '../board-at.ts'
import type { Computer } from '../compute.ts'
import { hasPictures, isOnPaper } from '../preset.ts'
import { findNameOf, findTokenByHash, mostScreens, noteHeartbeat, type TokenRow } from '../queries.ts'
import { readBoardOf } from '../read-board.ts'
import { subjectOf } from '../subject.ts'
import { keyOf, onlooker, scopeOf } from './viewers.ts'

export type BoardParts = {
  db: Database
  latest: Latest
  build: Build
  groundOf: GroundOf
  media: PictureOffice
}

/** A screen says that it is there once in this time, ms. */
const heartbeatMs = 10_000
/** Heartbeats that are remembered. */
const mostRemembered = 10_000
/** Questions of one address: those of 200 screens behind it. */
const questions = { burst: 400, perSecond: 100 }

/** Screens read their board, and the pictures on it, with a token: wrong, revoked, foreign or from elsewhere, the refusal is the same. */
export function screenRoutes(app: FastifyInstance, { db, latest, build, groundOf, media }: BoardParts, computer: Computer) {
  const noteBeat = heartbeats(db)
  const mayAsk = createRateLimiter(questions)
  const cameras = camerasFor({ db, latest })

  async function screenFor({ path, token }: { path: string; token: string }, { ip }: FastifyRequest) {
    if (!mayAsk(ip, Date.now())) throw new Refused(429, 'common:error.429')
    const row = await db.system((tx) => findTokenByHash(tx, hashToken(token)))
    // In the envelope alone: a screen asks every few seconds, and a failing status would fill its console.
    if (!row || !isSameBoard(row.path, path) || !isInRange(row.addressRange, ip))
      throw new Refused(200, 'boards:refusal.token', {}, 'board_token')
    return { row, board: () => db.system((tx) => boardAt(tx, row.tenantId, path)), scope: await scopeOf(db, row) }
  }

  serve(app, readBoardByToken, async ({ path, token, known, day, period, facilityId, ...beat }, _, request) => {
    const { row, board, scope } = await screenFor({ path, token }, request)
    await noteBeat(row, { ...beat, address: request.ip })
    const definition = await board()
    const subject = subjectOf(latest, definition, scope, { day, period, facilityId })
    const about = isOnPaper(definition) ? await db.system((tx) => findNameOf(tx, row.tenantId, row.deptId)) : ''
    const wanted = { definition, scope, language: languageOf(request.headers), known, subject, about }
    return { build: build.version, ...(await readBoardOf(computer, groundOf, wanted)) }
  })

  serve(app, showBoardPicture, async ({ path, token, ...camera }, _, request) => {
    const { row, board, scope } = await screenFor({ path, token }, request)
    if (!hasPictures(await board())) throw notFound()
    const asker = { account: `board ${row.id}`, token: keyOf(row) }
    return openPicture({ media, cameras }, onlooker(scope), asker, { ...camera, stream: 'sub' })
  })
}

/** Returns a function that notes that a screen is there, at its pace. */
function heartbeats(db: Database) {
  const beats = new Map<string, number>()
  // Who makes up screens writes no more than those of one token would.
  const mayNote = createRateLimiter({ burst: mostScreens, perSecond: (mostScreens * 1000) / heartbeatMs })
  return async (row: TokenRow, beat: Parameters<typeof noteHeartbeat>[2]) => {
    const key = `${row.id} ${beat.screen}`
    if ((beats.get(key) ?? 0) >= Date.now() - heartbeatMs || !mayNote(String(row.id), Date.now())) return
    if (beats.size > mostRemembered) beats.clear()
    beats.set(key, Date.now())
    await db.system((tx) => noteHeartbeat(tx, row, { ...beat, dataAge: Math.round(beat.dataAge) }))
  }
}
