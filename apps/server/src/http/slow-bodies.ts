import type { IncomingMessage } from 'node:http'
import { minuteMs } from '@huanwei/contract/time'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a call whose body is a form with a file. */
    takesFile?: boolean
  }
}

/** Time for the body of a call, ms; a file of the largest size needs 0.7 Mbit/s. Each `bodyMs` brings `leastOfFile` bytes of one while it is being read. */
const limits = { bodyMs: minuteMs, fileMs: 20 * minuteMs, leastOfFile: 64 * 1024 }

/**
 * Closes connections whose body has not come in time: dripping ones would be held for ever. A call without a body may take longer, and a body may wait
 * for its turn to be read. What was answered before its end, as to somebody without a log-in, has the same time for the rest.
 */
export function limitSlowBodies(app: FastifyInstance, { bodyMs, fileMs, leastOfFile } = limits) {
  const limited = new WeakSet<IncomingMessage>()

  function limit({ headers, raw, routeOptions }: FastifyRequest) {
    if (!('transfer-encoding' in headers) && !Number(headers['content-length'] ?? 0)) return
    // It was cut off while its caller was looked up, or read: it ends no more, and a timer would keep it in memory.
    if (raw.destroyed || raw.readableEnded || limited.has(raw)) return
    limited.add(raw)
    const stop = () => raw.destroy()
    const stops = [
      setTimeout(stop, routeOptions.config?.takesFile ? fileMs : bodyMs),
      setInterval(() => isDripping() && stop(), bodyMs),
    ]
    const isDripping = countedFrom(raw, leastOfFile)
    for (const timer of stops) timer.unref()
    for (const end of ['end', 'error', 'close'])
      raw.once(end, () => {
        for (const timer of stops) clearInterval(timer)
      })
  }

  app.addHook('preParsing', async (request, _, payload) => {
    limit(request)
    return payload
  })
  app.addHook('onResponse', async (request) => limit(request))
}

/** True when fewer than `least` bytes came since the last call, although all that came before was read. */
function countedFrom(raw: IncomingMessage, least: number) {
  let before = 0
  let wasRead = false
  return () => {
    const { bytesRead } = raw.socket
    const isRead = raw.readableFlowing === true
    const isSlow = wasRead && isRead && bytesRead - before < least
    before = bytesRead
    wasRead = isRead
    return isSlow
  }
}
