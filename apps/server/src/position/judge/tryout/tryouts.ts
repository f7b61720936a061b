import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Tryout } from '@huanwei/contract/tryouts/endpoints'
import { z } from 'zod'
import type { Addresses } from '../../../db/logins.ts'
import { conflict } from '../../../http/refuse.ts'
import { Viewer } from '../../../http/viewer.ts'
import { timeText } from '../../../lib/time.ts'
import { RuleToTry } from './tryout.ts'

/** Input of the thread. `limitMs`: time after its start at which it takes no further object, ms. */
export const Job = z.object({
  addresses: z.object({ app: z.string(), system: z.string() }),
  viewer: Viewer,
  rule: RuleToTry,
  now: z.number(),
  limitMs: z.number(),
})

const limitMs = 20_000
/** Number of try-outs at a time, each with a thread and a connection of its own. */
const most = 3

/** Tries rules out in threads: one at a time for each user, stopped when the caller disconnects. */
export function createTryouts(addresses: Addresses) {
  const trying = new Map<number, number>()
  return async (viewer: Viewer, rule: RuleToTry, socket: Socket): Promise<Tryout> => {
    const now = Date.now()
    const since = trying.get(viewer.userId)
    if (since !== undefined) throw conflict('tryout:refusal.runs', { when: timeText(since) })
    if (trying.size >= most) throw conflict('tryout:refusal.busy')
    trying.set(viewer.userId, now)
    try {
      return await inThread({ addresses, viewer, rule, now, limitMs }, socket)
    } finally {
      trying.delete(viewer.userId)
    }
  }
}

function inThread(job: z.infer<typeof Job>, socket: Socket): Promise<Tryout> {
  const worker = new Worker(join(import.meta.dirname, 'tryout-thread.ts'), { workerData: job, name: 'tryout' })
  const stop = () => void worker.terminate()
  socket.once('close', stop)
  return new Promise<Tryout>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(conflict('tryout:refusal.stopped')))
  }).finally(() => socket.off('close', stop))
}
