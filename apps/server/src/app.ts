import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Config } from './config.ts'
import type { Changes } from './db/changes.ts'
import type { Database } from './db/connect.ts'
import { standIns } from './demo/stand-ins.ts'
import { viewersWithBoards } from './features/boards/screens/viewers.ts'
import { findOpenEmergencies } from './features/emergencies/queries.ts'
import { type FileAddresses, fileAddresses } from './features/files/file-addresses.ts'
import { ensureSecret } from './features/files/queries.ts'
import { createJobs, type Jobs } from './features/jobs/jobs.ts'
import { startOperationLog } from './features/logs/operation-log.ts'
import { findSummaries } from './features/messages/summaries/queries.ts'
import { createCallTimes } from './features/platform/call-times.ts'
import { authenticator } from './features/session/authenticate.ts'
import { readBuild } from './features/sites/build.ts'
import { isLoopback } from './features/social/identity.ts'
import { frameOrigins } from './features/units/frame-origins.ts'
import { findTerminalOwner } from './features/video/queries.ts'
import { createVideoSources, type VideoSources } from './features/video/sources/video-sources.ts'
import type { Health } from './health/health-server.ts'
import { keepAddresses, senderOf } from './http/addresses.ts'
import { parseJson, readToEnd } from './http/bodies.ts'
import { answerBrokenRequest } from './http/broken-requests.ts'
import { documentation } from './http/documentation.ts'
import { requestId } from './http/elsewhere/place.ts'
import { acceptInPlace } from './http/elsewhere/sockets.ts'
import { answerFailure } from './http/failures.ts'
import { languageOf } from './http/language.ts'
import { securityHeaders } from './http/security-headers.ts'
import { limitSlowBodies } from './http/slow-bodies.ts'
import { limitShutdown } from './http/stop.ts'
import { createTurns } from './http/turns.ts'
import { webFiles } from './http/web-files.ts'
import { currentCall } from './lib/current-call.ts'
import { createFavourTimeWhenMany } from './lib/favour-time.ts'
import { describeError } from './lib/log.ts'
import { processName } from './lib/process-name.ts'
import { sealingWith } from './lib/sealing.ts'
import { startAttachmentPort } from './media/attachments/attachment-port.ts'
import { startMedia } from './media/media.ts'
import { type MediaShare, shareAmong, wholeShare } from './media/share.ts'
import { startFtpPort } from './media/uploads/ftp-port.ts'
import { startVideoPort } from './media/video-port.ts'
import type { Latest } from './position/latest/latest.ts'
import type { IngestCalls } from './position/link.ts'
import { startHub } from './position/push/hub.ts'
import { sockJs, sockJsInfo } from './position/push/sockjs.ts'
import { allRoutes } from './routes.ts'

declare module 'fastify' {
  interface FastifyInstance {
    say(request: FastifyRequest, word: TextKey, values?: Record<string, string | number>): string
    jobs: Jobs
  }
}

type Parts = {
  db: Database
  changes: Changes
  config: Config
  latest: Latest
  ingest: IngestCalls
  /** Hears of every answered call. */
  onAnswered?: Health['answered'] | undefined
}
type Authenticator = ReturnType<typeof authenticator>

/** The whole server without a port: tests inject requests, `main.ts` listens. */
export async function buildApp({ db, changes, config, latest, ingest, onAnswered }: Parts) {
  const app = emptyApp(config)
  // With a young generation of one megabyte its collection takes a fifth of the time of many requests.
  const favourTime = createFavourTimeWhenMany()
  app.addHook('onRequest', async () => favourTime())
  const callTimes = createCallTimes()
  app.addHook('onRequest', (request, _reply, done) => currentCall.run(request.id, done))
  measureAnswers(app, (call) => {
    callTimes.note(call)
    onAnswered?.(call)
  })
  keepAddresses(app)
  limitShutdown(app)
  const build = readBuild()
  const auth = authenticator(db, changes)
  const addresses = fileAddresses(await db.system((tx) => ensureSecret(tx, 'file addresses')))
  decorate(app, { config, db, auth, addresses })
  app.decorate('tokenChecks', { secret: config.CLIENT_SECRET, isProduction: config.isProduction })
  await securityHeaders(app, { baseMapUrl: config.BASE_MAP_URL, originsFor: frameOrigins(db, changes) })
  await plugins(app)
  const sealing = sealingWith(await db.system((tx) => ensureSecret(tx, 'sealing')))
  const { DEMO, PRIVATE_HOSTS } = config
  const mayBePrivate = (host: string) => PRIVATE_HOSTS.includes(host) || (DEMO && isLoopback(host))
  const sources = createVideoSources({ db, changes, sealing, mayBePrivate })
  const ports = mediaPorts(config)
  const share = config.NATS_URL ? await shareOf(config, db, ingest) : wholeShare
  const media = await livePictures(app, { config, ports, db, ingest, auth, sources, share })
  const attachments = await filesOfAlarms(app, config, ports)
  const ftp = await uploadsOfTerminals(app, config, ports)
  await allRoutes(app, {
    db,
    changes,
    config,
    latest,
    ingest,
    build,
    callTimes,
    viewersOf: auth.viewersOf,
    addresses,
    media,
    share,
    sources,
    attachments,
    ftp,
  })
  liveChannel(app, { db, changes, latest, auth })
  limitSlowBodies(app)
  if (DEMO) standIns(app)
  await documentation(app, build.version, config)
  await webFiles(app)
  await videoInterface(app, config, ports)
  return app
}

const emptyApp = (config: Config) =>
  Fastify({
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : {
            level: config.LOG_LEVEL,
            redact: ['req.headers.authorization', 'req.headers.cookie'],
            serializers: { error: describeError },
          },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: ['loopback', ...config.TRUSTED_PROXIES],
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    // `limitShutdown` says it in the shape of every other refusal.
    return503OnClosing: false,
    frameworkErrors: answerFailure,
    clientErrorHandler: answerBrokenRequest,
    // A client that offers HTTP/2 beside its request, as Java's does, is answered in HTTP/1.1.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
  })

/** A socket is no call: it lasts as long as its page. */
function measureAnswers(app: FastifyInstance, onAnswered: Health['answered']) {
  app.addHook('onResponse', async ({ method, routeOptions, ws }, reply) => {
    if (ws) return
    const { url: route = 'none', config } = routeOptions
    const { statusCode: status, elapsedTime } = reply
    const isFile = config?.takesFile || !/json/.test(String(reply.getHeader('content-type') ?? 'json'))
    onAnswered({ method, route, isFile, status, seconds: elapsedTime / 1000 })
  })
}

type Served = { config: Config; db: Database; auth: Authenticator; addresses: FileAddresses }

/** Adds the decorations that `serve` uses. */
function decorate(app: FastifyInstance, { config, db, auth, addresses }: Served) {
  const operations = startOperationLog(db, app.log)
  app.decorate('endpoints', [])
  app.decorate('authenticate', auth.authenticate)
  app.decorate('operations', operations)
  app.decorate('jobs', createJobs({ db, log: app.log, holder: config.NATS_URL && processName }))
  app.decorate('inTurn', createTurns())
  app.decorate('isSigned', (request: FastifyRequest) => addresses.isSigned(request.url))
  app.decorate('forgetViewersOf', auth.forget)
  app.decorate('say', (request: FastifyRequest, word: TextKey, values?: Record<string, string | number>) =>
    say(languageOf(request.headers), word, values),
  )
  app.addHook('onClose', operations.close)
  app.setErrorHandler(answerFailure)
}

async function plugins(app: FastifyInstance) {
  parseJson(app)
  readToEnd(app)
  await app.register(compress, { threshold: 1024 })
  await app.register(formbody)
  await app.register(rateLimit, { global: false, keyGenerator: senderOf })
  await app.register(websocket, {
    options: { maxPayload: 64 * 1024 },
    errorHandler: (error, socket, request) => {
      request.log.info({ error }, 'live connection broken off')
      socket.terminate()
    },
  })
}

/** The ports to which terminals and their clients come; none where another process has the cameras. */
function mediaPorts({ ROLES, JT1078_PORT, JT808_FILES_PORT, FTP_PORT, VIDEO_API_PORT }: Config) {
  const [cameras, alarms, uploads, clients] = ROLES.includes('media')
    ? [JT1078_PORT, JT808_FILES_PORT, FTP_PORT, VIDEO_API_PORT]
    : []
  return { cameras, alarms, uploads, clients }
}
type MediaPorts = ReturnType<typeof mediaPorts>

async function shareOf({ OWN_URL: address, ROLES }: Config, db: Database, { processes }: IngestCalls) {
  const secret = await db.system((tx) => ensureSecret(tx, 'processes'))
  return shareAmong(processes, { address, isMedia: ROLES.includes('media'), secret })
}

type PictureParts = {
  config: Config
  ports: MediaPorts
  db: Database
  ingest: IngestCalls
  auth: Authenticator
  sources: VideoSources
  share: MediaShare
}

/** Listens for the cameras of terminals and shows their pictures to browsers that come with a ticket. */
async function livePictures(app: FastifyInstance, { config, ports, db, ingest, auth, sources, share }: PictureParts) {
  const media = await startMedia({
    host: config.HOST,
    port: ports.cameras,
    publicHost: config.JT1078_HOST,
    send: ingest.send,
    remote: sources,
    viewersOf: viewersWithBoards(db, auth.viewersOf),
    async terminalHere(terminalNo) {
      const found = await db.system((tx) => findTerminalOwner(tx, terminalNo))
      return found && found.tenantId !== null && share.isHere(found.tenantId) ? found.id : undefined
    },
    log: app.log,
  })
  const Query = z.object({ ticket: z.string().max(100).catch('') })
  /** A ticket is good where it was made. */
  const accepting = (accept: (socket: WebSocket, ticket: string) => Promise<void>) =>
    acceptInPlace(share.places, (socket, { query }) => void accept(socket, Query.parse(query).ticket))
  app.get('/live/media', { websocket: true }, accepting(media.accept))
  app.get('/live/talk', { websocket: true }, accepting(media.talks.accept))
  app.addHook('preClose', media.close)
  return media
}

/** Listens for the files of alarms that terminals are asked for. */
async function filesOfAlarms(app: FastifyInstance, config: Config, { alarms: port }: MediaPorts) {
  const folder = join(config.DATA_DIR, 'attachments', String(port ?? 'none'))
  const attachments = await startAttachmentPort({ host: config.HOST, port, folder, log: app.log })
  app.addHook('preClose', attachments.close)
  return attachments
}

/** Listens for what terminals were asked to upload. */
async function uploadsOfTerminals(app: FastifyInstance, config: Config, { uploads: port }: MediaPorts) {
  const folder = join(config.DATA_DIR, 'uploads', String(port ?? 'none'))
  const { HOST: host, JT1078_HOST: publicHost } = config
  const ftp = await startFtpPort({ host, port, publicHost, folder, log: app.log })
  app.addHook('preClose', ftp.close)
  return ftp
}

/** Completes the server, and listens for clients of the video interface. */
async function videoInterface(app: FastifyInstance, { HOST: host }: Config, { clients: port }: MediaPorts) {
  let videoPort: Awaited<ReturnType<typeof startVideoPort>> | undefined
  app.decorate('videoApiPort', 0)
  app.addHook('preClose', async () => videoPort?.close())
  await app.ready()
  videoPort = await startVideoPort({ host, port, app })
  app.videoApiPort = videoPort.port
}

type LiveParts = { db: Database; changes: Changes; latest: Latest; auth: Authenticator }

/** Serves the live channel: plain STOMP, and STOMP through SockJS. */
function liveChannel(app: FastifyInstance, { db, changes, latest, auth }: LiveParts) {
  const hub = startHub({
    latest,
    changes,
    // A locked screen receives nothing.
    viewersOf: async (tokens) => {
      const found = await auth.viewersOf(tokens)
      return new Map([...found].filter(([, viewer]) => !viewer.isLocked))
    },
    summariesOf: (viewer) => db.within(viewer, (tx) => findSummaries(tx, viewer)),
    emergenciesOf: (viewer) => db.within(viewer, (tx) => findOpenEmergencies(tx, viewer)),
    log: app.log,
  })
  app.get('/act/ws', { websocket: true }, (socket) => hub.accept(socket))
  // SockJS clients ask this first, from any origin; the reply holds no secret.
  app.get('/act/ws/info', (_, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-store')
      .send(sockJsInfo(randomInt(2 ** 32))),
  )
  app.get('/act/ws/:server/:session/websocket', { websocket: true }, (socket) => hub.accept(sockJs(socket)))
  app.addHook('preClose', async () => hub.close())
}
