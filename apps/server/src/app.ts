import { randomInt, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import compress from '@fastify/compress'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import serveFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import Fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Config } from './config.ts'
import type { Changes } from './db/changes.ts'
import type { Database } from './db/connect.ts'
import { approvalRoutes } from './features/approvals/routes.ts'
import { areaRoutes } from './features/areas/routes.ts'
import { calendarRoutes } from './features/calendar/routes.ts'
import { canRoutes } from './features/cans/routes.ts'
import { cleaningRoutes } from './features/cleaning/routes.ts'
import { startComplaintJobs } from './features/complaints/jobs.ts'
import { citizenRoutes, complaintRoutes } from './features/complaints/routes.ts'
import { departmentRoutes } from './features/departments/routes.ts'
import { dictionaryRoutes } from './features/dictionaries/routes.ts'
import { startExports } from './features/exports/jobs.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { facilityRoutes } from './features/facilities/routes.ts'
import { startFileJobs } from './features/files/jobs.ts'
import { ensureSecret } from './features/files/queries.ts'
import { fileRoutes } from './features/files/routes.ts'
import { historyRoutes } from './features/history/routes.ts'
import { homeRoutes } from './features/home/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { inspectionRoutes } from './features/inspections/routes.ts'
import { lockRoutes } from './features/locks/routes.ts'
import { logRoutes } from './features/logs/routes.ts'
import { menuRoutes } from './features/menus/routes.ts'
import { findSummaries } from './features/messages/queries.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { peopleRoutes } from './features/people/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { preferenceRoutes } from './features/preferences/routes.ts'
import { presenceRoutes } from './features/presence/routes.ts'
import { profileRoutes } from './features/profile/routes.ts'
import { readingRoutes } from './features/readings/routes.ts'
import { regionRoutes } from './features/regions/routes.ts'
import { roleRoutes } from './features/roles/routes.ts'
import { ruleRoutes } from './features/rules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { shiftRoutes } from './features/shifts/routes.ts'
import { siteRoutes } from './features/sites/routes.ts'
import { startSmsJobs } from './features/sms/jobs.ts'
import { smsRoutes } from './features/sms/routes.ts'
import { sealSecrets } from './features/social/queries.ts'
import { socialRoutes } from './features/social/routes.ts'
import { terminalRoutes } from './features/terminals/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { treeRoutes } from './features/trees/routes.ts'
import { unitRoutes } from './features/units/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { vehicleRoutes } from './features/vehicles/routes.ts'
import { violationRoutes } from './features/violations/routes.ts'
import { authenticator } from './lib/authenticate.ts'
import { readBuild } from './lib/build.ts'
import { answerFailure, describeError } from './lib/failures.ts'
import { fileAddresses } from './lib/file-addresses.ts'
import { frameOrigins } from './lib/frame-origins.ts'
import { openStore } from './lib/open-store.ts'
import { openApi } from './lib/openapi.ts'
import { startOperationLog } from './lib/operation-log.ts'
import { placeNames } from './lib/place.ts'
import { sealingWith } from './lib/sealing.ts'
import { smsService } from './lib/sms.ts'
import { limitStop } from './lib/stop.ts'
import { languageOf, say, type Word } from './lib/words.ts'
import { startHub } from './live/hub.ts'
import type { Latest } from './live/latest.ts'
import type { Devices } from './live/link.ts'
import { sockJs, sockJsInfo } from './live/sockjs.ts'

declare module 'fastify' {
  interface FastifyInstance {
    say(request: FastifyRequest, word: Word, values?: Record<string, string | number>): string
  }
}

const webRoot = join(import.meta.dirname, '../../web/dist')

type Parts = { db: Database; changes: Changes; config: Config; latest: Latest; ingest: Devices }

/** The whole server without a port: tests inject requests, `main.ts` listens. */
export async function buildApp({ db, changes, config, latest, ingest }: Parts) {
  const app = Fastify({
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : {
            level: config.LOG_LEVEL,
            redact: ['req.headers.authorization', 'req.headers.cookie'],
            serializers: { error: describeError },
          },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().slice(0, 8),
    trustProxy: 'loopback',
    bodyLimit: 2 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    frameworkErrors: answerFailure,
  })
  const build = readBuild()
  const auth = authenticator(db, changes)
  const addresses = fileAddresses(await db.system((tx) => ensureSecret(tx, 'file addresses')))
  app.decorate('endpoints', [])
  app.decorate('authenticate', auth.authenticate)
  const operations = startOperationLog(db, app.log)
  app.decorate('operations', operations)
  app.decorate('isSigned', (request: FastifyRequest) => addresses.isSigned(request.url))
  app.addHook('onClose', operations.close)
  app.decorate('forgetViewers', auth.forget)
  app.decorate('say', (request: FastifyRequest, word: Word, values?: Record<string, string | number>) =>
    say(languageOf(request.headers), word, values),
  )

  app.setErrorHandler(answerFailure)

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...originOf(config.BASE_MAP_URL)],
        connectSrc: ["'self'", ...originOf(config.BASE_MAP_URL)],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'"],
        frameAncestors: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    strictTransportSecurity: false,
  })
  const originsFor = frameOrigins(db, changes)
  app.addHook('onRequest', async (request, reply) => {
    if (!wantsPage(request)) return
    const origins = await originsFor(request.hostname).catch((error: Error) => {
      request.log.warn({ error: error.message }, 'a page goes out without its outside origins')
      return []
    })
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("frame-src 'self'", (self) => [self, ...origins].join(' ')),
    )
  })
  await app.register(compress, { threshold: 1024 })
  await app.register(formbody)
  await app.register(rateLimit, { global: false })
  await app.register(websocket, {
    options: { maxPayload: 64 * 1024 },
    errorHandler: (error, socket, request) => {
      request.log.info({ error: error.message }, 'live connection broken off')
      socket.terminate()
    },
  })

  sessionRoutes(app, db, config)
  lockRoutes(app, db, addresses)
  const sendSms = smsService(config)
  smsRoutes(app, db, sendSms)
  app.addHook('onClose', startSmsJobs(db, sendSms, app.log))
  const sealing = sealingWith(await db.system((tx) => ensureSecret(tx, 'sealing')))
  await db.system((tx) => sealSecrets(tx, sealing))
  socialRoutes(app, db, config, sealing)
  tokenRoutes(app, db)
  siteRoutes(app, { db, config, build, addresses })
  const store = await openStore(config)
  // In a scope of their own: other calls take no forms with files.
  await app.register(async (scope) => {
    await scope.register(multipart)
    fileRoutes(scope, { db, store, addresses })
    unitRoutes(scope, { db, store, addresses })
    citizenRoutes(scope, { db, store })
  })
  const stopFileJobs = startFileJobs({ db, store }, app.log)
  app.addHook('onClose', async () => stopFileJobs())
  const stopComplaintJobs = startComplaintJobs(db, store, app.log)
  app.addHook('onClose', async () => stopComplaintJobs())
  const folder = join(config.DATA_DIR, 'exports')
  const exports = startExports({ db, store, folder, log: app.log })
  app.addHook('onClose', exports.close)
  exportRoutes(app, { db, store, addresses, exports, folder })
  logRoutes(app, db)
  menuRoutes(app, db)
  userRoutes(app, db)
  profileRoutes(app, db)
  importRoutes(app, db)
  roleRoutes(app, db)
  preferenceRoutes(app, db)
  departmentRoutes(app, db)
  dictionaryRoutes(app, db)
  vehicleRoutes(app, db)
  areaRoutes(app, db)
  regionRoutes(app)
  facilityRoutes(app, db)
  canRoutes(app, { db, latest })
  ruleRoutes(app, db, { sendsTexts: sendSms !== undefined })
  shiftRoutes(app, db)
  calendarRoutes(app, db)
  terminalRoutes(app, db, ingest)
  readingRoutes(app, db, ingest)
  peopleRoutes(app, db, ingest)
  const nameOfPlace = await placeNames(config.DEMO)
  treeRoutes(app, { db, latest, nameOfPlace })
  historyRoutes(app, db, nameOfPlace)
  violationRoutes(app, db)
  approvalRoutes(app, db)
  inspectionRoutes(app, db)
  complaintRoutes(app, db)
  cleaningRoutes(app, { db, latest, nameOfPlace })
  planRoutes(app, db)
  messageRoutes(app, db)
  presenceRoutes(app, db)
  homeRoutes(app, db)
  searchRoutes(app, db)

  const hub = startHub({
    latest,
    changes,
    // Behind a locked screen nothing arrives.
    viewerOf: async (token) => {
      const viewer = await auth.viewerOf(token)
      return viewer?.isLocked ? undefined : viewer
    },
    summariesOf: (viewer) => db.within(viewer, (tx) => findSummaries(tx, viewer.tenantId, viewer.userId)),
    log: app.log,
  })
  app.get('/act/ws', { websocket: true }, (socket) => hub.accept(socket))
  // The same for clients of the family, which speak STOMP through SockJS; asked from anywhere, as it says nothing.
  app.get('/act/ws/info', (_, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-store')
      .send(sockJsInfo(randomInt(2 ** 32))),
  )
  app.get('/act/ws/:server/:session/websocket', { websocket: true }, (socket) => hub.accept(sockJs(socket)))
  app.addHook('preClose', async () => hub.close())
  limitStop(app)

  await app.register(async (scope) => {
    // As plain JSON: the plugin's types stop at OpenAPI 3.0.
    const document = JSON.parse(JSON.stringify(openApi(app.endpoints, build.version)))
    await scope.register(swagger, { mode: 'static', specification: { document } })
    await scope.register(swaggerUi, { routePrefix: '/docs' })
  })
  if (existsSync(webRoot))
    await app.register(serveFiles, { root: webRoot, wildcard: false, preCompressed: true, setHeaders: cacheByName })
  app.setNotFoundHandler((request, reply) => {
    const page = isCitizens.test(request.url) ? 'citizen.html' : 'index.html'
    if (wantsPage(request) && existsSync(join(webRoot, page))) return reply.header('cache-control', 'no-cache').sendFile(page)
    return reply.code(404).send({ code: 1, msg: app.say(request, 'missing'), data: null })
  })
  await app.ready()
  return app
}

/** What a sticker's code leads to, and how far a report is: pages that need no login. */
const isCitizens = /^\/open\/(report|status)\//

/** Paths of calls and their files; everything else is a page of the web app. */
const isCall = /^\/(admin|auth|open(?!\/(report|status)\/)|act|code|map|docs|assets)(\/|\?|$)/

const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !isCall.test(url) && (headers.accept ?? '').includes('text/html')

const originOf = (url: string | undefined) => (url ? [new URL(url.replaceAll(/[{}]/g, '')).origin] : [])

const toldToPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Built files carry their hash in the name and never change; the page itself is asked for each time. */
function cacheByName(reply: FastifyReply, path: string) {
  reply.header('cache-control', relative(webRoot, path).startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-cache')
  // A script obeys what its page was told; only a worker (.mjs) is told for itself.
  if (path.includes('.js')) for (const name of toldToPages) reply.removeHeader(name)
}
