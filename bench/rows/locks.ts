import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '@huanwei/server/db/connect'
import type { Bench } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { processorMs } from '../kit/process-usage.ts'
import { addVehicles } from '../kit/seed.ts'
import { subscribe } from '../kit/stomp.ts'
import { count, ms, quantile, type Result } from '../kit/table.ts'

const sockets = 2000
/** Each account has so many log-ins, each log-in a socket. */
const perAccount = 10
const locksEveryMs = 100
const forMs = 20_000

const tokenOf = (index: number) => `bench-${index}`

/** Measures the cost of locks and unlocks for a server with many open sockets, and for the calls of others meanwhile. */
export async function measureLocks(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('locks')
  await addVehicles(db, 200, 20)
  await addLogIns(db)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  for (let opened = 0; opened < sockets; opened += 100) {
    const batch = Array.from({ length: 100 }, (_, i) =>
      subscribe(product.url, tokenOf(opened + i), '/live/vehicle', () => undefined),
    )
    for (const socket of await Promise.all(batch)) bench.onEnd(socket.close)
  }
  bench.log(`${count(sockets)} sockets are open`)
  await sleep(5000)

  const load = () =>
    sendRequests({
      url: product.url,
      path: () => '/admin/vehicle/page?size=20',
      headers: { authorization: `Bearer ${tokenOf(0)}` },
      connections: 4,
      forMs,
      everyMs: 200,
    })
  const spent = async <T>(work: () => Promise<T>) => {
    const before = processorMs(product.pid)
    const result = await work()
    return { result, used: processorMs(product.pid) - before }
  }
  const quiet = await spent(load)
  const locking = startLocks(db)
  const busy = await spent(load)
  const locks = await locking.stop()

  const timesOf = ({ times }: { times: number[] }) => `median ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}`
  return [
    {
      label: `Processor time of the server for ${count(locks)} locks and unlocks in ${count(forMs / 1000)} s, ${count(sockets)} sockets open, 20 calls a second`,
      measured: `${ms(busy.used)} of ${ms(forMs)}`,
      limit: `${ms(quiet.used)} without locks`,
      ratio: busy.used / quiet.used,
    },
    { label: '… the calls meanwhile', measured: timesOf(busy.result), limit: `${timesOf(quiet.result)} without locks` },
  ]
}

/** Accounts with the role of the administrator and their log-ins. */
async function addLogIns(db: Database) {
  const hashes = Array.from({ length: sockets }, (_, i) => createHash('sha256').update(tokenOf(i)).digest('hex'))
  await db.owner.query(`
    insert into sys_user (tenant_id, username, password, dept_id)
    select 1, 'bench' || n, '', (select min(dept_id) from sys_dept where tenant_id = 1) from generate_series(1, ${sockets / perAccount}) n;
    insert into sys_user_role (tenant_id, user_id, role_id)
    select 1, u.user_id, a.role_id from sys_user u, sys_user_role a join sys_user admin using (tenant_id, user_id)
    where u.tenant_id = 1 and u.username like 'bench%' and a.tenant_id = 1 and admin.username = 'admin'`)
  await db.owner.query(
    `insert into sys_token (tenant_id, user_id, client_id, access_hash, refresh_hash, family, address, user_agent, access_expires, refresh_expires)
     select 1, u.id, 'pig', h.hash, h.hash || 'r', h.hash, '', '', now() + interval '1 day', now() + interval '1 day'
     from unnest($1::text[]) with ordinality h (hash, n)
     join (select user_id as id, row_number() over (order by user_id) - 1 as place from sys_user where tenant_id = 1 and username like 'bench%') u
       on u.place = (h.n - 1) / ${perAccount}`,
    [hashes],
  )
  // These log-ins lock and unlock; nobody listens behind them.
  await db.owner.query(`
    insert into sys_token_lock (tenant_id, user_id, family, password)
    select 1, user_id, 'locks ' || user_id, '' from sys_user where tenant_id = 1 and username like 'bench%' limit 50`)
}

/** Locks or unlocks one log-in after the other, as another process of the installation would. */
function startLocks(db: Database) {
  let locks = 0
  let stopped = false
  const working = (async () => {
    const began = performance.now()
    while (!stopped) {
      await db.owner.query(
        `update sys_token_lock set locked_time = case when locked_time is null then now() end
         where family = (select family from sys_token_lock order by family limit 1 offset $1)`,
        [locks % 50],
      )
      locks++
      await sleep(Math.max(0, began + locks * locksEveryMs - performance.now()))
    }
  })()
  return {
    async stop() {
      stopped = true
      await working
      return locks
    },
  }
}
