import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { processorMs } from '../kit/process-usage.ts'
import { repeat } from '../kit/repeat.ts'
import { addVehicles } from '../kit/seed.ts'
import { addLogIns, tokenOf } from '../kit/seed-log-ins.ts'
import { openSockets } from '../kit/stomp.ts'
import { count, ms, quantile, type Result } from '../kit/table.ts'

const sockets = 2000
const locksEveryMs = 100
const forMs = 20_000

/** Measures the cost of locks and unlocks for a server with many open sockets, and for the calls of others meanwhile. */
export async function measureLocks(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('locks')
  await addVehicles(db, 200, 20)
  await addLogIns(db, sockets)
  await addLocks(db)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  await openSockets(bench, product.url, sockets)
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

/** Log-ins that lock and unlock; nobody listens behind them. */
const addLocks = (db: OwnedDatabase) =>
  db.owner.query(`
    insert into sys_token_lock (tenant_id, user_id, family, password)
    select 1, user_id, 'locks ' || user_id, '' from sys_user where tenant_id = 1 and username like 'bench%' limit 50`)

/** Locks or unlocks one log-in after the other, as another process of the installation would. */
const startLocks = (db: OwnedDatabase) =>
  repeat(
    (turn) =>
      db.owner.query(
        `update sys_token_lock set locked_time = case when locked_time is null then now() end
         where family = (select family from sys_token_lock order by family limit 1 offset $1)`,
        [turn % 50],
      ),
    locksEveryMs,
  )
