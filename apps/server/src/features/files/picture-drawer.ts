import { join } from 'node:path'
import Tinypool from 'tinypool'
import { Refused } from '../../http/refuse.ts'

/**
 * Draws the picture at `source` (path or bytes) anew: `redraw` as JPEG for people outside, `shrink` as WebP for lists.
 * Undefined for what cannot be drawn; refuses with 503 when too many wait.
 */
export type Draw = (how: 'redraw' | 'shrink', source: string | Uint8Array) => Promise<Buffer | undefined>

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
export function createPictureDrawer() {
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
  const draw: Draw = async (how, source) => {
    if (pool.queueSize >= maxWaiting) throw new Refused(503, 'files:busy')
    const drawn: Uint8Array | undefined = await pool
      .run(source, { name: how, signal: AbortSignal.timeout(hungMs) })
      .catch(() => undefined)
    return drawn && Buffer.from(drawn.buffer, drawn.byteOffset, drawn.byteLength)
  }
  return { draw, close: () => pool.destroy() }
}
