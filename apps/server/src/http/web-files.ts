import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const webRoot = join(import.meta.dirname, '../../../web/dist')

/** Pages that need no login: the report form a sticker's code opens, and the state of a report. */
const isCitizens = /^\/open\/(report|status)\//

/** Paths of calls and their files; everything else is a page of the web app. */
const isCall = /^\/(admin|auth|open(?!\/(report|status)\/)|act|code|map|docs|assets)(\/|\?|$)/

/** True when a browser asks for a page of the web app. */
export const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !isCall.test(url) && (headers.accept ?? '').includes('text/html')

/** Serves the built web app; every path that is neither a file nor a call is its page, anything else is answered with 404. */
export async function webFiles(app: FastifyInstance) {
  if (existsSync(webRoot)) {
    const options = { preCompressed: true, setHeaders: cacheByName }
    // One route for all of them: a route for each of two thousand files takes half a second of the start.
    await app.register(serveFiles, { ...options, root: join(webRoot, 'assets'), prefix: '/assets/', decorateReply: false })
    await app.register(serveFiles, { ...options, root: webRoot, wildcard: false, globIgnore: ['assets/**'] })
  }
  app.setNotFoundHandler((request, reply) => {
    const page = isCitizens.test(request.url) ? 'citizen.html' : 'index.html'
    if (wantsPage(request) && existsSync(join(webRoot, page))) return reply.header('cache-control', 'no-cache').sendFile(page)
    return reply.code(404).send({ code: 1, msg: app.say(request, 'common:error.404'), data: null })
  })
}

/** Security headers that only a page obeys. */
const pageHeaders = [
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
  // A script runs under the policy of its page; only a worker (.mjs) has one of its own.
  if (path.includes('.js')) for (const name of pageHeaders) reply.removeHeader(name)
}
