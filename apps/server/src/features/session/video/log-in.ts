import { createHash, randomBytes } from 'node:crypto'
import { VideoResult } from '@huanwei/contract/video/codes'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../../db/connect.ts'
import { senderOf } from '../../../http/addresses.ts'
import { Refused } from '../../../http/refuse.ts'
import { createTurns } from '../../../http/turns.ts'
import type { Viewer } from '../../../http/viewer.ts'
import { beginTry } from '../attempts.ts'
import { hashToken } from '../authenticate.ts'
import { cameFrom, logged, tenantOf } from '../log-in.ts'
import { hashPassword, isPassword } from '../password.ts'
import { endSessions, findAccount, forgetFailures, holdUser, loadViewer } from '../queries.ts'
import { addVideoSession, findVideoDigest, keepVideoDigest, takeVideoSession } from './queries.ts'

/** Log-ins that run at once, and wait. */
const maxRunning = 2
const maxWaiting = 50

const isDigest = (sent: string) => /^[0-9a-f]{32}$/i.test(sent)
const digestOf = (password: string) => createHash('md5').update(password).digest('hex')
const marked = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('hex')

type User = { tenantId: number; id: number; password: string }

/**
 * Lets an account log in by the MD5 of its password too, as clients of video servers do. The password is known only while somebody logs in with it, so
 * that is when this is called, for accounts that may call the video interface.
 */
export async function keepDigestOf(db: Database, { tenantId, id: userId, password: passwordHash }: User, password: string) {
  const madeFrom = marked(passwordHash)
  if (await db.system((tx) => findVideoDigest(tx, { tenantId, userId }, madeFrom))) return
  const digest = await hashPassword(digestOf(password))
  await db.system((tx) => keepVideoDigest(tx, { tenantId, userId, digest, madeFrom }))
}

/** A log-in that failed, with the code that says why. */
export class VideoLogInFailed extends Refused {
  readonly result: VideoResult
  constructor(result: VideoResult) {
    super(403, result === VideoResult.userDisabled ? 'session:refusal.userLocked' : 'session:refusal.badCredentials')
    this.result = result
  }
}

type Named = { account: string; password: string }

/**
 * Log-ins to the video interface, by password or by its MD5. Tries count with those of the log-in page, and wait like them. An account without the
 * permission does not exist for who does not know its password. Record: docs/decisions/0077.
 */
export function videoLogIn(db: Database) {
  const inTurn = createTurns(maxRunning, { maxWaiting })

  async function check({ tenantId, username }: { tenantId: number; username: string }, password: string) {
    const account = await db.system((tx) => findAccount(tx, { tenantId, username }))
    const user = account?.user
    const digest =
      user && isDigest(password)
        ? await db.system((tx) => findVideoDigest(tx, { tenantId, userId: user.id }, marked(user.password)))
        : undefined
    const isPlain = await isPassword(user?.password, password)
    const isRight = isPlain || (isDigest(password) && (await isPassword(digest, password.toLowerCase())))
    const viewer = user && (await db.system((tx) => loadViewer(tx, tenantId, user.id, '')))?.viewer
    const mayCall = viewer?.permissions.has('video_api') ?? false
    if (!user || (!isRight && !mayCall)) throw new VideoLogInFailed(VideoResult.unknownUser)
    if (!isRight) throw new VideoLogInFailed(VideoResult.wrongPassword)
    if (user.lockFlag === '9') throw new VideoLogInFailed(VideoResult.userDisabled)
    if (!account.isTenantOpen) throw new VideoLogInFailed(VideoResult.userExpired)
    if (!viewer || !mayCall) throw new VideoLogInFailed(VideoResult.noPermission)
    if (isPlain) await keepDigestOf(db, user, password)
    return { user, viewer }
  }

  async function begin(user: User, request: FastifyRequest) {
    const jsession = randomBytes(24).toString('hex').toUpperCase()
    await db.system(async (tx) => {
      const whose = { tenantId: user.tenantId, userId: user.id }
      const held = await holdUser(tx, whose)
      if (held?.password !== user.password) throw new VideoLogInFailed(VideoResult.wrongPassword)
      const family = randomBytes(16).toString('hex')
      await addVideoSession(tx, { ...whose, accessHash: hashToken(jsession), family, ...cameFrom(request) })
    })
    return jsession
  }

  async function logIn({ account: username, password }: Named, request: FastifyRequest) {
    const tenantId = await tenantOf(db, request)
    const sender = senderOf(request)
    const name = `${tenantId}:${username.toLowerCase()}`
    const [keys, address] = [[`account:${name}`, `from:${sender}:${name}`], `address:${sender}`]
    await db.system((tx) => beginTry(tx, [...keys, address]))
    return logged(db, { tenantId, username, grantType: 'password' }, request, async () => {
      const { user, viewer } = await check({ tenantId, username }, password)
      const jsession = await begin(user, request)
      await db.system((tx) => forgetFailures(tx, keys, address))
      return { jsession, viewer }
    })
  }

  return (named: Named, request: FastifyRequest) => inTurn('', () => logIn(named, request))
}

/** Who is behind a video session, or the code that says why nobody is: then the session has ended. */
export async function findVideoViewer(db: Database, jsession: string): Promise<Viewer | VideoResult> {
  return db.system(async (tx) => {
    const found = await takeVideoSession(tx, hashToken(jsession))
    if (!found) return VideoResult.noSession
    const { tenantId, userId, family, isDisplaced } = found
    const viewer = (await loadViewer(tx, tenantId, userId, family))?.viewer
    if (!isDisplaced && viewer?.permissions.has('video_api')) return viewer
    await endSessions(tx, found, { family })
    if (!viewer) return VideoResult.noSession
    return isDisplaced ? VideoResult.loggedInElsewhere : VideoResult.noPermission
  })
}

/** Ends a video session; its signed addresses end with it. */
export const endVideoSession = (db: Database, viewer: Viewer) =>
  db.system((tx) => endSessions(tx, viewer, { family: viewer.family }))
