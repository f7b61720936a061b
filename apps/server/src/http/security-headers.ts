import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { wantsPage } from './web-files.ts'

/** Desktop helper of an organisation's own intercom. Source: spec 1, section 7. */
const intercomHelper = 'ws://localhost:5003'

type Options = {
  /** Address of the base map's tiles. */
  baseMapUrl: string | undefined
  /** Returns the outside origins that the pages of a host may frame. */
  originsFor: (host: string) => Promise<readonly string[]>
}

/** Sends security headers with every reply; the policy of a page also lets it frame the outside origins of its host. */
export async function securityHeaders(app: FastifyInstance, { baseMapUrl, originsFor }: Options) {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...originOf(baseMapUrl)],
        connectSrc: ["'self'", intercomHelper, ...originOf(baseMapUrl)],
        // Players give the browser pictures piece by piece.
        mediaSrc: ["'self'", 'blob:'],
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
  app.addHook('onRequest', async (request, reply) => {
    // Replies of calls are not cached; pages and files set their own lifetime.
    reply.header('cache-control', 'no-store')
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000')
    if (!wantsPage(request)) return
    const origins = await originsFor(request.hostname).catch((error: Error) => {
      request.log.warn({ error }, 'a page goes out without its outside origins')
      return []
    })
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header(
      'content-security-policy',
      policy.replace("frame-src 'self'", (self) => [self, ...origins].join(' ')),
    )
  })
}

const originOf = (url: string | undefined) => (url ? [new URL(url.replaceAll(/[{}]/g, '')).origin] : [])
