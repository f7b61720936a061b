import { minuteMs } from '@huanwei/contract/time'
import type { FastifyInstance } from 'fastify'

/** Time for the body of a call, ms; a file of the largest size needs 0.7 Mbit/s. */
const limits = { bodyMs: minuteMs, fileMs: 20 * minuteMs }

/** Closes connections whose body has not come in time: dripping ones would be held for ever. A call without a body may take longer. */
export function limitSlowBodies(app: FastifyInstance, { bodyMs, fileMs } = limits) {
  app.addHook('preParsing', async ({ headers, raw }, _, payload) => {
    if (!('transfer-encoding' in headers) && !Number(headers['content-length'] ?? 0)) return payload
    // It was cut off while its caller was looked up: it ends no more, and a timer would keep it in memory.
    if (raw.destroyed) return payload
    const isForm = headers['content-type']?.startsWith('multipart/')
    const timer = setTimeout(() => raw.destroy(), isForm ? fileMs : bodyMs)
    timer.unref()
    for (const end of ['end', 'error', 'close']) payload.once(end, () => clearTimeout(timer))
    return payload
  })
}
