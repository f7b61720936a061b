import { join } from 'node:path'
import Tinypool from 'tinypool'
import { Refused } from '../../http/refuse.ts'
import type { Log } from '../../position/log.ts'
import type { Drawn } from './picture.ts'

/**
 * Draws the picture at `source` (path or bytes) anew: `redraw` as JPEG for people outside, `shrink` as WebP for lists.
 * Says why where there is none; refuses with 503 when too many wait, and when the drawing process died or hung: another try may succeed.
 */
export type Draw = (how: 'redraw' | 'shrink', source: string | Uint8Array) => Promise<Buffer | Exclude<Drawn, Uint8Array>>

/** Pictures that wait for the one being drawn. */
const maxWaiting = 24
/** After the last picture the process ends and its memory is given back, ms. */
const idleMs = 20_000
/** A picture that takes longer has hung the process, ms: waiting for all others included. */
const hungMs = 240_000

/**
 * A queue that draws one picture at a time, in a process of its own without the server's secrets.
 * Strangers and people at work have one each: the ones must not hold up the others.
 */
export function createPictureDrawer(log: Log) {
  const pool = new Tinypool({
    filename: join(import.meta.dirname, 'picture.ts'),
    runtime: 'child_process',
    serialization: 'advanced',
    env: {},
    minThreads: 0,
    maxThreads: 1,
    maxQueue: maxWaiting,
    idleTimeout: idleMs,
  })
  // One that dies with nothing to do, as when a shutdown reaches the whole process group, must not take the server along.
  pool.on('error', (error) => log.info({ error: String(error) }, 'the process that draws pictures ended'))
  const draw: Draw = async (how, source) => {
    if (pool.queueSize >= maxWaiting) throw new Refused(503, 'files:busy')
    const drawn: Drawn = await pool.run(source, { name: how, signal: AbortSignal.timeout(hungMs) }).catch((error) => {
      log.error({ error: String(error), how }, 'the process that draws pictures failed')
      throw new Refused(503, 'files:drawerFailed')
    })
    return typeof drawn === 'string' ? drawn : Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)
  }
  return {
    draw,
    /** Process ids of the running processes. */
    processes: () => pool.threads.map(({ threadId }) => threadId),
    close: () => pool.destroy(),
  }
}
