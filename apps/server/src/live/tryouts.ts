import type { Socket } from 'node:net'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Tryout } from '@huanwei/contract/tryouts/endpoints'
import { conflict } from '../lib/refuse.ts'
import type { Viewer } from '../lib/serve.ts'
import { timeText } from '../lib/time.ts'
import type { Tried } from './tryout.ts'

/** What the thread gets. `limitMs`: when it looks at no further object, ms from its start. */
export type Job = { url: string; viewer: Viewer; rule: Tried; now: number; limitMs: number }

const limitMs = 20_000
/** Rules that are tried out at a time, each in a thread and on a connection of its own. */
const most = 3

/** Tries rules out, away from the thread that answers people: one for each person at a time, given up when who asked has gone. */
export function createTryouts(url: string) {
  const trying = new Map<number, number>()
  return async (viewer: Viewer, rule: Tried, socket: Socket): Promise<Tryout> => {
    const now = Date.now()
    const since = trying.get(viewer.userId)
    if (since !== undefined) throw conflict('tryoutRuns', { when: timeText(since) })
    if (trying.size >= most) throw conflict('tryoutsBusy')
    trying.set(viewer.userId, now)
    try {
      return await inThread({ url, viewer, rule, now, limitMs }, socket)
    } finally {
      trying.delete(viewer.userId)
    }
  }
}

function inThread(job: Job, socket: Socket): Promise<Tryout> {
  const worker = new Worker(join(import.meta.dirname, 'tryout-thread.ts'), { workerData: job, name: 'tryout' })
  const stop = () => void worker.terminate()
  socket.once('close', stop)
  return new Promise<Tryout>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(conflict('tryoutStopped')))
  }).finally(() => socket.off('close', stop))
}
