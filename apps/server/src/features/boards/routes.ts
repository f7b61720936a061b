import { randomBytes } from 'node:crypto'
import { mostDaysBack } from '@huanwei/contract/boards/codes'
import {
  addBoardToken,
  listBoardTokens,
  mostBoardTokens,
  readBoard,
  readBoardByToken,
  revokeBoardToken,
} from '@huanwei/contract/boards/endpoints'
import { dayMs } from '@huanwei/contract/time'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/connect.ts'
import { departmentsBelow, departmentsFor, mayUse, mustSeeAll } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { createRateLimiter } from '../../lib/rate-limiter.ts'
import { dayText } from '../../lib/time.ts'
import type { Latest } from '../../position/latest/latest.ts'
import { hashToken } from '../session/authenticate.ts'
import type { Build } from '../sites/build.ts'
import type { GroundOf } from '../sites/ground.ts'
import { isInRange, parseRange } from './address-range.ts'
import { type BoardScope, type Computer, createComputer } from './compute.ts'
import type { Preset } from './preset.ts'
import { presetAt } from './presets.ts'
import {
  countBoardTokens,
  findBoardTokens,
  findTokenByHash,
  insertBoardToken,
  markTokenRevoked,
  mostScreens,
  noteHeartbeat,
} from './queries.ts'
import { readBoardOf } from './read-board.ts'
import type { BoardSubject } from './source.ts'

type Parts = {
  db: Database
  latest: Latest
  build: Build
  groundOf: GroundOf
}

export function boardRoutes(app: FastifyInstance, parts: Parts) {
  const { db, latest, build, groundOf } = parts
  const computer = createComputer({ db, latest, log: app.log })
  serve(app, readBoard, async ({ path, deptId, known, ...about }, viewer, { headers }) => {
    const preset = presetAt(path)
    if (!preset) throw notFound()
    const departments = await db.within(viewer, (tx) => departmentsFor(tx, viewer, deptId))
    const scope = { tenantId: viewer.tenantId, departments }
    const subject = subjectOf(latest, preset, scope, about)
    const wanted = { path, preset, scope, language: languageOf(headers), known, subject }
    return { build: build.version, ...(await readBoardOf(computer, groundOf, wanted)) }
  })
  tokenCalls(app, db)
  screenCalls(app, parts, computer)
}

/** The day of a board of past days: the one asked for, as far as there are some, or yesterday; undefined for others. */
function dayOf({ isPast }: Preset, asked: string | undefined) {
  if (!isPast) return undefined
  const now = Date.now()
  const [first, last] = [dayText(now - mostDaysBack * dayMs), dayText(now)]
  if (asked === undefined) return dayText(now - dayMs)
  return asked < first ? first : asked > last ? last : asked
}

/** The day or facility in scope that a board is about. A facility out of scope is one that does not exist. */
function subjectOf(latest: Latest, preset: Preset, { tenantId, departments }: BoardScope, { day, facilityId }: BoardSubject) {
  if (!preset.isOfFacility) return { day: dayOf(preset, day) }
  const found = facilityId === undefined ? undefined : latest.facilities.of(tenantId).get(facilityId)
  if (!found || departments?.includes(found.deptId) === false)
    throw new Refused(200, 'boards:refusal.facility', {}, 'board_facility')
  return { facilityId, name: found.name }
}

/** Tokens are made, listed and ended. */
function tokenCalls(app: FastifyInstance, db: Database) {
  serve(app, listBoardTokens, (_, viewer) => db.within(viewer, (tx) => findBoardTokens(tx, viewer)))

  serve(app, addBoardToken, async ({ path, deptId, place, addressRange }, viewer) => {
    const address = path.endsWith('/') ? path.slice(0, -1) : path
    if (!presetAt(address)) throw notFound()
    if (deptId === undefined) mustSeeAll(viewer)
    else if (!mayUse(viewer, deptId)) throw notFound()
    if (addressRange && !parseRange(addressRange)) throw new Refused(400, 'boards:refusal.addressRange')
    const token = randomBytes(24).toString('base64url')
    const id = await db.within(viewer, async (tx) => {
      if (deptId !== undefined && !(await departmentsBelow(tx, viewer.tenantId, [deptId])).length) throw notFound()
      if ((await countBoardTokens(tx, viewer)) >= mostBoardTokens)
        throw conflict('boards:refusal.tooMany', { most: mostBoardTokens })
      const fields = { path: address, deptId: deptId ?? null, place, addressRange, hash: hashToken(token) }
      return insertBoardToken(tx, viewer, fields)
    })
    return { id, token }
  })

  serve(app, revokeBoardToken, async ({ id }, viewer) => {
    if (!(await db.within(viewer, (tx) => markTokenRevoked(tx, viewer, id)))) throw notFound()
    return true
  })
}

/** A screen says that it is there once in this time, ms. */
const heartbeatMs = 10_000
/** Heartbeats that are remembered. */
const mostRemembered = 10_000
/** Questions of one address: those of 200 screens behind it. */
const questions = { burst: 400, perSecond: 100 }

/** Screens read their board with a token: wrong, revoked, foreign or from elsewhere, the refusal is the same. */
function screenCalls(app: FastifyInstance, { db, latest, build, groundOf }: Parts, computer: Computer) {
  const beats = new Map<string, number>()
  // Who makes up screens writes no more than those of one token would.
  const mayNote = createRateLimiter({ burst: mostScreens, perSecond: (mostScreens * 1000) / heartbeatMs })
  const mayAsk = createRateLimiter(questions)
  serve(app, readBoardByToken, async ({ path, token, known, day, facilityId, screen, ...beat }, _, { headers, ip }) => {
    if (!mayAsk(ip, Date.now())) throw new Refused(429, 'common:error.429')
    const preset = presetAt(path)
    const row = preset && (await db.system((tx) => findTokenByHash(tx, hashToken(token))))
    const isOfBoard = row && presetAt(row.path) === preset
    // In the envelope alone: a screen asks every few seconds, and a failing status would fill its console.
    if (!preset || !isOfBoard || !isInRange(row.addressRange, ip))
      throw new Refused(200, 'boards:refusal.token', {}, 'board_token')
    const { tenantId, deptId, id } = row
    const key = `${id} ${screen}`
    if ((beats.get(key) ?? 0) < Date.now() - heartbeatMs && mayNote(String(id), Date.now())) {
      if (beats.size > mostRemembered) beats.clear()
      beats.set(key, Date.now())
      const noted = { ...beat, dataAge: Math.round(beat.dataAge), screen, address: ip }
      await db.system((tx) => noteHeartbeat(tx, row, noted))
    }
    const departments = deptId === null ? null : await db.system((tx) => departmentsBelow(tx, tenantId, [deptId]))
    const scope = { tenantId, departments }
    const subject = subjectOf(latest, preset, scope, { day, facilityId })
    const wanted = { path, preset, scope, language: languageOf(headers), known, subject }
    return { build: build.version, ...(await readBoardOf(computer, groundOf, wanted)) }
  })
}
