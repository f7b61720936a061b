import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { shareKeptLists } from './lists/kept.ts'
import type { Addresses } from './logins.ts'
import { transact } from './transaction.ts'

/** A connection inside an open transaction; `$client` for statements where building them would cost more than running them. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient }

/** Rows that a transaction may access: those of one tenant, and with `platform` those of no tenant. Passed explicitly, never ambient. */
export type Scope = { tenantId: number; platform?: boolean }

export type Database = {
  /** For another thread to connect to. */
  addresses: Addresses
  /** One transaction of a request: sees and writes only what `scope` allows. */
  within<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction across tenants: log-in, jobs, the recorder. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Connections of `system`, for statements that would cost more to build than to run. */
  pool: pg.Pool
  /** Connections of each pool now, and calls that wait for one. */
  figures(): PoolFigures[]
  close(): Promise<void>
}

/** `requests` are those of people, `system` those of jobs and log-ins. */
export type PoolFigures = { name: 'requests' | 'system'; open: number; idle: number; waiting: number }

/** Longest wait for a free connection, ms. */
const waitMs = 30_000
/** Time after which an unused connection is closed, ms: a new one reads the catalogue and plans anew, which the first request on it waits for. */
const idleMs = 600_000
/** Lifetime of a connection, seconds: an old temporary table would hold back the transaction horizon of the whole database. */
const longestSeconds = 86_400
/** Timeouts of requests: 60 s. */
const requestLimits = '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s'
/** Time after which a request gives up a statement that the server does not answer, ms: one that can answer has cancelled it before. */
const answerMs = 70_000
/** Timeouts of background work such as a migration or the demo city. */
const ownLimits = '-c statement_timeout=20min -c idle_in_transaction_session_timeout=5min'
/** A backup has none: one statement of it copies a whole table. */
const noLimits = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'
/** PostgreSQL gives up a client whose machine is off, in the middle of what it sends, too. */
const goneAfter3s = '-c tcp_keepalives_idle=1 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3'
/**
 * The same where another process takes over the work of one that is frozen in the middle: what that one has locked holds nobody up. One that is frozen
 * in the middle of a COPY is ended by the others, see `createFrozenCopies`.
 */
const sharedLimits = `-c statement_timeout=20min -c idle_in_transaction_session_timeout=5s ${goneAfter3s}`

const asText = { getTypeParser: () => (value: string) => value }
// Times stay the text PostgreSQL prints; bigint columns (ids, bit masks) are below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.TIMESTAMPTZ || oid === pg.types.builtins.DATE) return asText.getTypeParser()
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

const zone = '-c TimeZone=Asia/Shanghai -c DateStyle=ISO'

/** Hears of connections that are lost while nothing uses them. */
type PoolLog = { error(what: object, text: string): void }

function openPool(
  connectionString: string,
  limits: string,
  max: number,
  { log, ...more }: Omit<pg.PoolConfig, 'log'> & { log?: PoolLog } = {},
) {
  const pool = new pg.Pool({
    connectionString,
    types,
    keepAlive: true,
    // A machine that is off says nothing: a connection with no statement under way is given up ten seconds after this, one with a statement
    // when TCP has sent it in vain for a quarter of an hour, unless `query_timeout` ends that.
    keepAliveInitialDelayMillis: 5000,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleMs,
    maxLifetimeSeconds: longestSeconds,
    options: `${zone} ${limits}`,
    max,
    ...more,
  })
  // A pool ends before its connections do: their errors are expected then.
  pool.on('error', (error) => pool.ending || log?.error({ error }, 'a connection to the database was lost'))
  // A connection that is lost while in use fails its statement; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Connections of the owner, who may do everything: for the start of the product, tools and tests. One that is lost unused is replaced in silence. */
export const openOwner = (url: string, max = 2): pg.Pool => openPool(url, ownLimits, max)

/** The same without timeouts, for a backup and its restore. */
export const openUnlimited = (url: string): pg.Pool => openPool(url, noLimits, 2)

/** One for all transactions: it remembers how columns are written. */
const dialect = new PgDialect({ casing: 'snake_case' })

const txOn = (client: pg.PoolClient): Tx =>
  Object.assign(new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined), { $client: client })

/** One transaction on a connection of the pool. */
export const inTx = <T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transact(pool, 'begin', (client) => work(txOn(client)))

const figuresOf = (name: PoolFigures['name'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolFigures => ({
  name,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
})

type ConnectOptions = {
  log: PoolLog
  /** Connections of each pool, at most. */
  size?: { system: number; app: number } | undefined
  /** Other processes take over the work of this one. */
  isShared?: boolean
}

/** Opens two pools with the log-ins of requests and of jobs, neither of which owns or bypasses anything. */
export function connect(addresses: Addresses, { log, size = { system: 10, app: 20 }, isShared }: ConnectOptions): Database {
  const pool = openPool(addresses.system, isShared ? sharedLimits : ownLimits, size.system, { log })
  const app = openPool(addresses.app, requestLimits, size.app, { log, query_timeout: answerMs })
  shareKeptLists(pool, app)
  return {
    addresses,
    within: ({ tenantId, platform }, work) =>
      transact(
        app,
        `begin; set local huanwei.tenant = '${Math.trunc(tenantId)}'; set local huanwei.platform = '${platform ? 'on' : 'off'}'`,
        (client) => work(txOn(client)),
      ),
    system: (work) => inTx(pool, work),
    pool,
    figures: () => [figuresOf('requests', app), figuresOf('system', pool)],
    close: async () => {
      await Promise.all([pool.end(), app.end()])
    },
  }
}
