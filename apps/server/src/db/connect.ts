import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { transact } from './transaction.ts'

/** A connection inside an open transaction; `$client` for statements where building them would cost more than running them. */
export type Tx = NodePgDatabase & { $client: pg.PoolClient }

/** Rows that a transaction may access: those of one tenant, and with `platform` those of no tenant. Passed explicitly, never ambient. */
export type Scope = { tenantId: number; platform?: boolean }

export type Database = {
  /** Address, for another thread to connect to. */
  url: string
  /** One transaction as the app role: sees and writes only what `scope` allows. */
  within<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction as the owner, across tenants: log-in, jobs, the recorder. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  owner: pg.Pool
  close(): Promise<void>
}

/** The role that requests run as: owns nothing, bypasses nothing. */
export const appRole = 'huanwei_app'

/** Longest wait for a free connection, ms. */
const waitMs = 30_000
/** Lifetime of a connection, seconds: an old temporary table would hold back the transaction horizon of the whole database. */
const longestSeconds = 86_400
/** Timeouts of requests: 60 s. */
const requestLimits = '-c statement_timeout=60s -c idle_in_transaction_session_timeout=60s'
/** Timeouts of background work such as a migration or the demo city. */
const ownLimits = '-c statement_timeout=20min -c idle_in_transaction_session_timeout=5min'

const asText = { getTypeParser: () => (value: string) => value }
// Times stay the text PostgreSQL prints; bigint columns (ids, bit masks) are below 2^53.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === pg.types.builtins.TIMESTAMPTZ || oid === pg.types.builtins.DATE) return asText.getTypeParser()
    if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number
    return pg.types.getTypeParser(oid, format)
  },
}

/** Opens two pools on the database at `url`; the app pool starts every connection in the app role. */
export function connect(url: string, size = { owner: 10, app: 20 }): Database {
  const options = '-c TimeZone=Asia/Shanghai -c DateStyle=ISO'
  const common = {
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: waitMs,
    maxLifetimeSeconds: longestSeconds,
  }
  const owner = new pg.Pool({ ...common, options: `${options} ${ownLimits}`, max: size.owner })
  const app = new pg.Pool({ ...common, options: `${options} -c role=${appRole} ${requestLimits}`, max: size.app })
  let isClosing = false
  for (const pool of [owner, app]) {
    // A pool ends before its connections do: their errors are expected then.
    pool.on('error', (error) => isClosing || console.error('database connection lost:', error.message))
    // A connection that is lost while in use fails its statement; without a listener it would end the process as well.
    pool.on('connect', (client) => client.on('error', () => undefined))
  }

  return {
    url,
    within: ({ tenantId, platform }, work) =>
      transact(
        app,
        `begin; set local huanwei.tenant = '${Math.trunc(tenantId)}'; set local huanwei.platform = '${platform ? 'on' : 'off'}'`,
        (client) => work(drizzle({ client, casing: 'snake_case' })),
      ),
    system: (work) => transact(owner, 'begin', (client) => work(drizzle({ client, casing: 'snake_case' }))),
    owner,
    close: async () => {
      isClosing = true
      await Promise.all([owner.end(), app.end()])
    },
  }
}
