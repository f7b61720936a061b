import { VideoResult, videoPrefixes } from '@huanwei/contract/video/codes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { passOn } from '../../../http/elsewhere/calls.ts'
import { Elsewhere, elsewhere } from '../../../http/elsewhere/place.ts'
import { Refused, refuseGone } from '../../../http/refuse.ts'
import { endVideoSession, findVideoViewer, VideoLogInFailed, videoLogIn } from '../../session/video/log-in.ts'
import { accountOf } from '../cameras.ts'
import { alarmEvidence, queryAlarmDetail } from './alarms.ts'
import { type ApiAnswer, failed, isRefusal, parametersOf, succeeded } from './asked.ts'
import type { ApiCall, ApiParts } from './call.ts'
import { controllDownLoad, ftpUpload, queryFtpStatus, sendPTZControl } from './commands.ts'
import { getVideoFileInfo } from './files.ts'
import { getDeviceOlStatus, getDeviceStatus, queryUserVehicle } from './vehicles.ts'

/** Calls with a session. */
export const apiCalls: ApiCall[] = [
  queryUserVehicle,
  getDeviceOlStatus,
  getDeviceStatus,
  getVideoFileInfo,
  queryAlarmDetail,
  alarmEvidence,
  sendPTZControl,
  ftpUpload,
  queryFtpStatus,
  controllDownLoad,
]

/** Characters of an account and of a password. */
const longest = 128

type Parameters = Record<string, string>
type Answering = (parameters: Parameters, request: FastifyRequest) => Promise<ApiAnswer | Elsewhere>

/**
 * The video interface: what clients of CMSV6 video servers ask, answered from the own media server, at paths without a prefix and under those of the
 * family. Nobody's token opens it but its own sessions. Source: spec 3, section 16; spec 4, part III. Record: docs/decisions/0077.
 */
export function videoApiRoutes(app: FastifyInstance, parts: ApiParts) {
  const { db } = parts
  const logIn = videoLogIn(db)

  const login: Answering = async ({ account = '', password = '' }, request) => {
    if (!account || !password || Math.max(account.length, password.length) > longest || /\0/.test(account + password))
      return failed(VideoResult.badParameters)
    const { jsession, viewer } = await logIn({ account, password }, request)
    return succeeded({ jsession, JSESSIONID: jsession, account_name: viewer.username, pri: '' })
  }

  const logout: Answering = async (parameters, request) => {
    const viewer = await viewerOf(parameters, request)
    if (typeof viewer === 'number') return failed(viewer)
    await endVideoSession(db, viewer)
    return succeeded()
  }

  async function viewerOf({ jsession, jsessionid }: Parameters, request: FastifyRequest) {
    const sent = jsession ?? jsessionid ?? cookieOf(request)
    return sent ? findVideoViewer(db, sent) : VideoResult.badParameters
  }

  const answering =
    (call: ApiCall): Answering =>
    async (parameters, request) => {
      // Wrong parameters come before a wrong session. Source: spec 4, III.2.
      const run = call.read(parameters)
      if (!run) return failed(VideoResult.badParameters)
      const viewer = await viewerOf(parameters, request)
      if (typeof viewer === 'number') return failed(viewer)
      const place = elsewhere(parts.places, viewer.tenantId, request)
      if (place) return place
      return app.inTurn(`${accountOf(viewer)} video`, () => {
        refuseGone(request)
        return run(viewer, parts, request)
      })
    }

  const calls = { login, logout, ...Object.fromEntries(apiCalls.map((call) => [call.name, answering(call)])) }
  for (const prefix of ['', ...videoPrefixes])
    for (const [name, answer] of Object.entries(calls))
      for (const ending of ['.action', ''])
        app.route({
          method: ['GET', 'POST'],
          url: `${prefix}/StandardApiAction_${name}${ending}`,
          handler: (request, reply) => send(app, request, reply, answer),
        })
}

const cookieOf = ({ headers }: FastifyRequest) => /(?:^|;\s*)JSESSIONID=([\w-]{1,100})/.exec(headers.cookie ?? '')?.[1]

/** Name of a function that a client wants its answer in (JSONP). */
const callbackName = /^[\w$][\w$.]{0,99}$/

async function send(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply, answer: Answering) {
  const parameters = parametersOf(request.body, request.query)
  const { code, answer: given } = await answer(parameters, request).then(
    (done) => ({ code: 200, answer: done }),
    (error: unknown) => failureOf(error, request),
  )
  if (given instanceof Elsewhere) return passOn(request, reply, given)
  const said = withText(app, request, given)
  reply.code(code).header('cache-control', 'no-store')
  const { callback } = parameters
  if (callback === undefined || !callbackName.test(callback)) return reply.send(said)
  return reply.type('text/javascript; charset=utf-8').send(`${callback}(${JSON.stringify(said).replaceAll('<', '\\u003c')})`)
}

/** The answer with the text of its code in the caller's language. */
function withText(app: FastifyInstance, request: FastifyRequest, answer: ApiAnswer) {
  const { result, cmsserver } = answer
  if (cmsserver !== undefined || !isRefusal(result)) return answer
  return { ...answer, message: app.say(request, `video:result.${result}`) }
}

/** The code that fits an error best, with the status of HTTP that says what clients do not read. */
function failureOf(error: unknown, request: FastifyRequest) {
  if (error instanceof VideoLogInFailed) return { code: 200, answer: failed(error.result) }
  if (error instanceof Refused) {
    // A camera that went meanwhile.
    if (error.status === 404 || error.status === 409) return { code: 200, answer: failed(VideoResult.notInSight) }
    return { code: error.status, answer: failed(VideoResult.exception) }
  }
  request.log.error({ error, reference: request.id, url: request.routeOptions.url }, 'bug')
  return { code: 500, answer: failed(VideoResult.exception) }
}
