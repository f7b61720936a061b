import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Bench } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { processorMs } from '../kit/process-usage.ts'
import { repeat } from '../kit/repeat.ts'
import { addRules, addVehicles, terminalNumber } from '../kit/seed.ts'
import { addLogIns, tokenOf } from '../kit/seed-log-ins.ts'
import { addPeople } from '../kit/seed-queues.ts'
import { count, ms, quantile, type Result } from '../kit/table.ts'

const vehicles = 100_000
const people = 100_000
const watched = 1000
const changesEveryMs = 200
const roundMs = 20_000
const mostProcessorMs = 20
const mostShare = 1.25

/** Changes of one row; `turn` counts up. */
const changes: Record<string, (db: OwnedDatabase, turn: number) => Promise<unknown>> = {
  'a vehicle is renamed': (db, turn) =>
    db.owner.query(`update vehicle set name = $1 where plate_number = '川A000007'`, [`洗扫${turn}号`]),
  // As the gateway writes it: the number, then the code.
  'a terminal is registered': (db, turn) =>
    db.owner.query(`
      insert into device (terminal_no) values ('${terminalNumber(vehicles + turn)}');
      update device set auth_code = gen_random_uuid() where terminal_no = '${terminalNumber(vehicles + turn)}'`),
  'a person goes to another department': (db, turn) =>
    db.owner.query(
      `update sys_user set dept_id = (select dept_id from sys_dept where tenant_id = 1 and parent_id <> 0 order by dept_id offset $1 limit 1)
       where username = 'person7'`,
      [turn % 10],
    ),
}

/** Measures the server's work for a change of one row in a large organisation, and how long other calls wait for it. */
export async function measureChanges(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('changes')
  await addVehicles(db, vehicles, 200)
  await addPeople(db, people)
  await addRules(db, watched)
  await addLogIns(db, 1)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })

  /** Times of calls, and the server's processor time, ms, in one round. */
  const ask = async () => {
    const before = processorMs(product.pid)
    const { times } = await sendRequests({
      url: product.url,
      path: () => '/admin/vehicle/page?size=20',
      headers: { authorization: `Bearer ${tokenOf(0)}` },
      connections: 2,
      forMs: roundMs,
      everyMs: 50,
    })
    return { p99: quantile(times, 0.99), processor: processorMs(product.pid) - before }
  }
  // The first calls and readings after the start are not those of a day.
  await ask()
  const quiet = await ask()
  const results: Result[] = []
  for (const [label, change] of Object.entries(changes)) {
    const changing = repeat((turn) => change(db, turn), changesEveryMs)
    const { p99, processor } = await ask()
    const made = await changing.stop()
    const each = Math.max(0, processor - quiet.processor) / made
    results.push(
      {
        label: `Processor time of the server each time ${label} (${count(made)} in ${count(roundMs / 1000)} s; ${count(vehicles)} vehicles, ${count(people)} people)`,
        measured: ms(each),
        budget: `≤ ${mostProcessorMs} ms`,
        met: each <= mostProcessorMs,
      },
      {
        label: '… p99 of other calls meanwhile',
        measured: ms(p99),
        limit: `${ms(quiet.p99)} without`,
        ratio: p99 / quiet.p99,
        budget: `≤ ${mostShare}`,
        met: p99 / quiet.p99 <= mostShare,
      },
    )
  }
  return results
}
