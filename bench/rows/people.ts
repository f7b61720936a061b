import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from '../kit/bench.ts'
import { exportSheet } from '../kit/export-sheet.ts'
import { logIn } from '../kit/log-in.ts'
import { processorMs, residentBytes } from '../kit/process-usage.ts'
import { repeat } from '../kit/repeat.ts'
import { addVehicles, terminalNumber } from '../kit/seed.ts'
import { addPeople } from '../kit/seed-queues.ts'
import { count, median, megabytes, ms, type Result, seconds } from '../kit/table.ts'

const people = 1_000_000
const badges = 10_000
const vehicles = 5000
const starts = 3
const treeRequests = 5
const restMs = 10_000
const backMs = 30_000
const roundMs = 15_000
const changesEveryMs = 200
const longestStartMs = 5000
const mostBytes = 400e6
const mostProcessorMs = 20

/** Measures the server with a million people in one organisation, of whom some have badges: start, memory, a sheet of all, one of them changed. */
export async function measurePeople(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('people')
  await addVehicles(db, vehicles, 200)
  const without = await start(bench, url)
  await without.product.stop()
  bench.log(`storing ${count(people)} people`)
  await addPeople(db, people)
  await addRoleAndBadges(db)
  const { product, startMs } = await start(bench, url)
  await sleep(restMs)
  const rest = residentBytes(product.pid)

  const { token } = await logIn(product.url)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const tree = await requestTree(product.url, headers)
  const changed = await measureChanges(db, product.pid)

  bench.log('exporting all of them')
  const sheet = await exportSheet(product, headers, '/admin/user/page', people)
  await sleep(backMs)
  const back = residentBytes(product.pid)
  return [
    {
      label: `Start with ${count(people)} people, ${count(badges)} of them with a badge, and ${count(vehicles)} vehicles (median of ${starts})`,
      measured: seconds(startMs),
      limit: `${seconds(without.startMs)} without people`,
      ratio: startMs / without.startMs,
      budget: `≤ ${longestStartMs / 1000} s`,
      met: startMs <= longestStartMs,
    },
    memory(`Memory of the server's process ${restMs / 1000} s after the start`, rest),
    {
      label: `The tree of people for the administrator (median of ${treeRequests}; ${megabytes(tree.bytes)})`,
      measured: ms(median(tree.times)),
    },
    {
      label: `Processor time of the server each time a person goes to another department (${count(changed.made)} in ${count(roundMs / 1000)} s)`,
      measured: ms(changed.each),
      budget: `≤ ${mostProcessorMs} ms`,
      met: changed.each <= mostProcessorMs,
    },
    { label: `A sheet of ${count(people)} people`, measured: seconds(sheet.elapsed) },
    memory('… memory at most meanwhile', sheet.peak),
    memory(`… memory ${backMs / 1000} s later`, back, ` (${megabytes(rest)} after the start)`),
  ]
}

/** Starts the product some times; resolves to the median, ms, and to the last one. */
async function start(bench: Bench, url: string) {
  const times: number[] = []
  for (;;) {
    const began = performance.now()
    const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
    times.push(performance.now() - began)
    if (times.length === starts) return { product, startMs: median(times) }
    await product.stop()
  }
}

const memory = (label: string, bytes: number, more = ''): Result => ({
  label,
  measured: megabytes(bytes) + more,
  budget: `≤ ${megabytes(mostBytes)}`,
  met: bytes <= mostBytes,
})

/** Gives everybody of `addPeople` a role, and the first of them badges. */
async function addRoleAndBadges(db: OwnedDatabase) {
  await db.owner.query(`
    with role as (insert into sys_role (tenant_id, role_name, role_code, ds_type) values (1, '保洁员', 'ROLE_CLEANER', 3) returning role_id)
    insert into sys_user_role (tenant_id, user_id, role_id)
    select 1, user_id, role_id from sys_user, role where tenant_id = 1 and username like 'person%';
    insert into device (tenant_id, terminal_no, object_type, object_id)
    select 1, (${terminalNumber(vehicles)}::bigint + row_number() over (order by user_id))::text, '0', user_id
    from sys_user where tenant_id = 1 and username like 'person%' order by user_id limit ${badges}`)
  // The maintenance that autovacuum would do later.
  await db.owner.query('vacuum analyze')
  await db.owner.query('checkpoint')
}

/** Times, ms, of the tree of people, and its size. */
async function requestTree(url: string, headers: Record<string, string>) {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < treeRequests; round++) {
    const began = performance.now()
    const reply = await fetch(`${url}/admin/tree/getUserTreeVoList`, { method: 'POST', headers, body: '{}' })
    bytes = (await reply.arrayBuffer()).byteLength
    times.push(performance.now() - began)
  }
  return { times, bytes }
}

/** The server's processor time for a change of one person, ms, above that of a quiet round; `made` is the number of changes. */
async function measureChanges(db: OwnedDatabase, pid: number) {
  const round = async () => {
    const before = processorMs(pid)
    await sleep(roundMs)
    return processorMs(pid) - before
  }
  const quiet = await round()
  const changing = repeat(
    (turn) =>
      db.owner.query(
        `update sys_user set dept_id = (select dept_id from sys_dept where tenant_id = 1 and parent_id <> 0 order by dept_id offset $1 limit 1)
         where username = $2`,
        // With a badge and without one.
        [turn % 10, turn % 2 ? 'person7' : `person${people - 7}`],
      ),
    changesEveryMs,
  )
  const busy = await round()
  const made = await changing.stop()
  return { made, each: Math.max(0, busy - quiet) / made }
}
