import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import type { Ingest } from '../position/link.ts'

/** The parts of a running process that are asked how they are. */
export type Watched = {
  db: Pick<Database, 'system' | 'figures'>
  ingest: Pick<Ingest, 'figures'>
  /** Open sockets of browsers: the live channel and pictures. */
  sockets?(): number
  /** Computations of boards so far. */
  boardComputations?(): number
}

/** Time after which a part that does not answer counts as failed, ms. */
const patienceMs = 2000

export type Check = 'ok' | 'failed'
/** Answer of `/health/ready`; the checks are left out while the process starts or stops. */
export type Readiness = {
  status: 'ready' | 'starting' | 'stopping' | 'unavailable'
  checks?: Record<'database' | 'terminals', Check>
}

/** Asks the database and the ingest thread whether they answer. */
export async function readinessOf({ db, ingest }: Watched): Promise<Readiness> {
  const asked = [inTime(db.system((tx) => tx.execute(sql`select 1`))), inTime(ingest.figures())] as const
  const [rows, figures] = await Promise.all(asked)
  const checks: Readiness['checks'] = { database: rows ? 'ok' : 'failed', terminals: figures ? 'ok' : 'failed' }
  return { status: Object.values(checks).includes('failed') ? 'unavailable' : 'ready', checks }
}

/** The answer; undefined where it fails or takes too long. Never rejects. */
export const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), sleep(patienceMs, undefined, { ref: false })])
