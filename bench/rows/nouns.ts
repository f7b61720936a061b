import type { OwnedDatabase } from '@huanwei/server/db/owned'
import type { Measurement } from '../kit/bench.ts'
import { sendRequests } from '../kit/http-load.ts'
import { logIn } from '../kit/log-in.ts'
import { elapsedMs } from '../kit/process-usage.ts'
import { repeat } from '../kit/repeat.ts'
import { addVehicles } from '../kit/seed.ts'
import { addNouns, limitToCompany, type Noun } from '../kit/seed-lists.ts'
import { addPeople } from '../kit/seed-queues.ts'
import { count, median, ms, quantile, type Result } from '../kit/table.ts'

const rows = 1_000_000
const departments = 200
const people = 2000
const longestMs = 20
const forMs = 1500
/** Interval of the rows that are changed during a measurement. */
const changeMs = 50

/** A list: its call, what its rows are called, the filters that people use, and a statement that changes a row of many. */
type List = { path: string; plural: string; filters: [label: string, query: string][]; change: string }

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const week = `startTime=${encodeURIComponent(`${day(97)} 00:00:00`)}&endTime=${encodeURIComponent(`${day(90)} 23:59:59`)}`
const of = (text: string) => encodeURIComponent(text)
const period: List['filters'][number] = ['of seven days, three months ago', week]
/** `$dept` stands for the id of a team, `$company` for that of a company. */
const byDepartment: List['filters'] = [
  ['of one team', 'deptId=$dept'],
  ['of one company with its teams', 'deptId=$company'],
]
const changed = (table: string, id: string, column: string) =>
  `update ${table} set ${column} = ${column} || 'x' where tenant_id = 1 and ${id} = (select max(${id}) - (random() * ${rows - 1})::int from ${table})`

const lists: Record<Noun, List> = {
  users: {
    path: '/admin/user/page',
    plural: 'users',
    filters: [
      ...byDepartment,
      ['of one name', 'username=worker77777'],
      ['with a text', 'text=gr7777'],
      ['that are locked', 'lockFlag=9'],
    ],
    change: changed('sys_user', 'user_id', 'name'),
  },
  vehicles: {
    path: '/admin/vehicle/page',
    plural: 'vehicles',
    filters: [
      ...byDepartment,
      ['of one plate', `plateNumber=${of('川B0077777')}`],
      ['with a text', 'text=cb7777'],
      ['of one type', 'vehicleType=3'],
    ],
    change: changed('vehicle', 'id', 'name'),
  },
  facilities: {
    path: '/admin/facility/page',
    plural: 'facilities',
    filters: [...byDepartment, ['with a name', `name=${of('公厕7777')}`], ['of one type', 'facilityType=2']],
    change: changed('facility', 'id', 'name'),
  },
  cans: {
    path: '/admin/garbageCan/page',
    plural: 'garbage cans',
    filters: [...byDepartment, ['with a name', `name=${of('公厕7777')}`], ['of one kind of waste', 'wasteType=2']],
    change: changed('facility', 'id', 'name'),
  },
  areas: {
    path: '/admin/area/page',
    plural: 'areas',
    filters: [...byDepartment, ['with a name', `name=${of('片区7777')}`]],
    change: changed('area', 'id', 'name'),
  },
  terminals: {
    path: '/admin/device/page',
    plural: 'terminals',
    filters: [
      ['of one number', 'terminalNo=15000777777'],
      ['on one vehicle', `objectName=${of('川C0077777')}`],
      ['on vehicles', 'objectType=1'],
    ],
    change: `update vehicle set plate_number = plate_number || 'x' where tenant_id = 1 and length(plate_number) < 18
      and id = (select 1000001 + (random() * ${rows - 1})::int)`,
  },
  logs: {
    path: '/admin/log/page',
    plural: 'lines of the operation log',
    filters: [['of one user', 'createBy=person777'], ['errors', 'type=9'], ['with a text', 'text=777777'], period],
    change: `insert into sys_log (tenant_id, type, title, service_id, create_by, remote_addr, user_agent, request_uri, method, params)
      values (1, '0', 'PUT /admin/area', '', 'person1', '', '', '', '', '')`,
  },
  'log-ins': {
    path: '/admin/loginLog/page',
    plural: 'lines of the log of log-ins',
    filters: [['of one user', 'username=person777'], ['that failed', 'status=0'], ['log-outs', 'operation=1'], period],
    change: `insert into sys_log_login (tenant_id, operation, status, username, grant_type, remote_addr, user_agent) values (1, 0, 1, 'person1', 'password', '', '')`,
  },
  files: {
    path: '/admin/sys-file/page',
    plural: 'files',
    filters: [
      ['of one user', 'createUser=person777'],
      ['with a name', `original=${of('照片7777')}`],
      ['of one type', 'type=png'],
      period,
    ],
    change: changed('sys_file', 'id', 'original'),
  },
  violations: {
    path: '/admin/violationEvent/page',
    plural: 'violations',
    filters: [
      ...byDepartment,
      ['that are pending', 'alarmType=-1'],
      ['of one vehicle', 'objectType=1&objectId=77'],
      ['of two rules', 'ruleIds=3&ruleIds=5'],
      ['that are warnings', 'severity=warning'],
      period,
    ],
    change: `update violation_event set alarm_type = 1 where tenant_id = 1 and id = (select (random() * ${rows - 1})::int)`,
  },
}

/** Measures pages of a list of a million for who sees everything and for who sees one company of 14, and while its rows change. */
export const measureNoun =
  (noun: Noun): Measurement =>
  async (bench) => {
    const list = lists[noun]
    const { url, db } = await bench.createDatabase(noun.replace('-', '_'))
    await addVehicles(db, 100, departments)
    await addPeople(db, people)
    bench.log(`storing ${count(rows)} ${list.plural}`)
    await addNouns(db, noun, rows)
    await limitToCompany(db, 'person0')
    const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
    const queries = await queriesOf(list, db)
    const results: Result[] = []
    for (const [who, username] of [
      ['an administrator', 'admin'],
      ['one company', 'person0'],
    ] as const) {
      bench.log(`requesting pages of ${who}`)
      const { token } = await logIn(product.url, username)
      const ask = { url: product.url, path: list.path, token }
      const total = await totalOf(ask)
      const pages: [string, string][] = [
        ['newest', ''],
        ['page 1 000', 'current=1000'],
        ['the middle', `current=${Math.ceil(total / 40)}`],
        ['the last page', `current=${Math.ceil(total / 20)}`],
        ...queries,
      ]
      for (const [i, [label, query]] of pages.entries())
        results.push(await measurePage(ask, `${i ? '…' : `${count(total)} ${list.plural} of ${who}:`} ${label}`, query))
      results.push(await whileChanging(ask, db, list.change))
    }
    return results
  }

type Ask = { url: string; path: string; token: string }

const headersOf = ({ token }: Ask) => ({ authorization: `Bearer ${token}` })

async function totalOf(ask: Ask): Promise<number> {
  const reply = await fetch(`${ask.url}${ask.path}?size=1`, { headers: headersOf(ask) })
  return (await reply.json()).data.total
}

/** The first request reads what the following ones find known. */
async function measurePage(ask: Ask, label: string, query: string): Promise<Result> {
  const plan = { url: ask.url, path: () => `${ask.path}?size=20&${query}`, headers: headersOf(ask), connections: 1 }
  const firstMs = await elapsedMs(() => sendRequests({ ...plan, forMs: 0 }))
  return resultOf(`${label}, one at a time`, await sendRequests({ ...plan, forMs }), `; the first time ${ms(firstMs)}`)
}

async function whileChanging(ask: Ask, db: OwnedDatabase, statement: string): Promise<Result> {
  const changing = repeat(() => db.owner.query(statement), changeMs)
  const path = () => `${ask.path}?size=20`
  const { times } = await sendRequests({ url: ask.url, path, headers: headersOf(ask), connections: 1, forMs: 2 * forMs })
  const changes = await changing.stop()
  return resultOf(`… newest, while ${Math.round(changes / ((2 * forMs) / 1000))} rows/s are changed`, { times }, '')
}

function resultOf(label: string, { times }: { times: number[] }, more: string): Result {
  const middle = median(times)
  return {
    label,
    measured: `median ${ms(middle)}, p99 ${ms(quantile(times, 0.99))}${more}`,
    budget: `median ≤ ${longestMs} ms`,
    met: middle <= longestMs,
  }
}

async function queriesOf({ filters }: List, { owner }: OwnedDatabase): Promise<[string, string][]> {
  const { rows: found } = await owner.query<{ team: number; company: number }>(`
    select (select min(dept_id) from sys_dept where name like '环卫公司1作业队%') as team, (select dept_id from sys_dept where name = '环卫公司1') as company`)
  const { team, company } = found[0]!
  return filters.map(([label, query]) => [label, query.replace('$dept', String(team)).replace('$company', String(company))])
}
