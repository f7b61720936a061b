import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import type { Ingest } from '../position/link.ts'

/** The parts of a running process that are asked how they are. */
export type Watched = {
  db: Pick<Database, 'system' | 'figures'>
  /** The work with terminals that this process needs: its own, or that of the others. */
  ingest: Pick<Ingest, 'figures'>
  /** The ingest thread of this process, where it has one: the others count theirs themselves. */
  own: Pick<Ingest, 'figures'> | undefined
  /** Resolves when NATS answers; left out where the process works without it. */
  nats?: (() => Promise<unknown>) | undefined
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
  checks?: Record<'database' | 'terminals', Check> & { nats?: Check }
}

/** Asks the database, the ingest thread and NATS whether they answer. */
export async function readinessOf({ db, ingest, nats }: Watched): Promise<Readiness> {
  const check = async (answer: Promise<unknown>): Promise<Check> => ((await inTime(answer)) ? 'ok' : 'failed')
  const [database, terminals, stream] = await Promise.all([
    check(db.system((tx) => tx.execute(sql`select 1`))),
    check(ingest.figures()),
    nats && check(nats()),
  ])
  const checks: Readiness['checks'] = { database, terminals, ...(stream && { nats: stream }) }
  return { status: Object.values(checks).includes('failed') ? 'unavailable' : 'ready', checks }
}

/** The answer; undefined where it fails or takes too long. Never rejects. */
export const inTime = <T>(answer: Promise<T>): Promise<T | undefined> =>
  Promise.race([answer.catch(() => undefined), sleep(patienceMs, undefined, { ref: false })])
