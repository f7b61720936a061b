import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
/** Sees everything; sees 一部 alone. */
let people: { person: Person; scope: (list: List) => string }[]
const ids = { first: 0, second: 0, role: 0 }

/** Rows of each list at the start, and of an addition. A list of so many is known by its blocks, and with most filters by its rows. */
const rows = 15_000
const added = 1500

/**
 * A list: its table, key and order, its filters as the call and as SQL, and how rows are added and changed. `$i` is the number of a row, `$d` a
 * department.
 */
type List = {
  path: string
  from: string
  key: string
  order: string
  inScope: (dept: number) => string
  filters: [query: string, sql: string][]
  add: (from: number, to: number) => string
  changes: string[]
}

const numbered = (from: number, to: number) => `generate_series(${from}, ${to}) i`
const dept = () => `case i % 3 when 0 then ${ids.second} else ${ids.first} end`
/** A time that mostly, but not always, grows with the number. */
const time = `timestamptz '2026-01-05 08:00:00' + i * interval '2 minutes' + (i * 7919 % 900) * interval '1 minute'`
const january = [
  'startTime=2026-01-08 00:00:00&endTime=2026-01-12 23:59:59',
  `between '2026-01-08' and '2026-01-12 23:59:59'`,
] as const

const byPerson = (column: string) => (id: number) =>
  `${column} in (select username from sys_user where tenant_id = 1 and dept_id = ${id})`
const moves = (table: string, id: string) => [
  `update ${table} set dept_id = ${ids.second} where ${id} % 97 = $n`,
  `update ${table} set dept_id = ${ids.first} where ${id} % 89 = $n`,
]

const vehiclesOf = (): List => ({
  path: '/admin/vehicle/page',
  from: 'vehicle v where tenant_id = 1 and removed_time is null',
  key: 'id',
  order: 'id desc',
  inScope: (id) => `dept_id = ${id}`,
  filters: [
    ['vehicleType=2', `vehicle_type = '2'`],
    ['plateNumber=77', `plate_number like '%77%'`],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
  ],
  add: (
    from,
    to,
  ) => `insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
      select 1, ${dept()}, '川A' || i, 2, 'ca' || i, (1 + i % 3)::text, '1' from ${numbered(from, to)}`,
  changes: [
    ...moves('vehicle', 'id'),
    `update vehicle set vehicle_type = '2' where id % 101 = $n`,
    `update vehicle set removed_time = now() where id % 103 = $n`,
    `delete from vehicle where id % 503 = $n and not exists (select from device d where d.object_id = vehicle.id)`,
  ],
})

const peopleOf = (): List => ({
  path: '/admin/user/page',
  from: 'sys_user u where tenant_id = 1',
  key: 'userId',
  order: 'create_time desc, user_id desc',
  inScope: (id) => `dept_id = ${id}`,
  filters: [
    ['lockFlag=9', `lock_flag = '9'`],
    ['username=77', `username like '%77%'`],
    [`roleId=${ids.role}`, `user_id in (select user_id from sys_user_role where role_id = ${ids.role})`],
  ],
  add: (from, to) => `with added as (
        insert into sys_user (tenant_id, username, password, dept_id, lock_flag, create_time)
        select 1, 'p' || i, '', ${dept()}, case i % 4 when 0 then '9' else '0' end, ${time} from ${numbered(from, to)} returning user_id)
      insert into sys_user_role select 1, user_id, ${ids.role} from added where user_id % 5 = 0`,
  changes: [
    ...moves('sys_user', `(username not in ('admin', 'handler', 'viewer', 'nobody'))::int * 1000 + user_id`).map((change) =>
      change.replace(' where ', ` where username ~ '^p' and `),
    ),
    `update sys_user set lock_flag = '9' where username ~ '^p' and user_id % 101 = $n`,
    `delete from sys_user_role where role_id = ${ids.role} and user_id % 53 = $n`,
    `delete from sys_user where username ~ '^p' and user_id % 503 = $n`,
  ],
})

const logsOf = (): List => ({
  path: '/admin/log/page',
  from: 'sys_log l where tenant_id = 1',
  key: 'id',
  order: 'create_time desc, id desc',
  inScope: byPerson('create_by'),
  filters: [
    ['type=9', `type = '9'`],
    ['createBy=p77', `create_by like '%p77%'`],
    [january[0], `create_time ${january[1]}`],
    [`type=0&${january[0]}`, `type = '0' and create_time ${january[1]}`],
  ],
  add: (
    from,
    to,
  ) => `insert into sys_log (tenant_id, create_time, type, title, service_id, create_by, remote_addr, user_agent, request_uri, method, params)
      select 1, ${time}, case i % 7 when 0 then '9' else '0' end, 'x', '', 'p' || i % 1000, '', '', '', '', '' from ${numbered(from, to)}`,
  changes: [
    `delete from sys_log where id % 503 = $n`,
    // A list of what people did follows who is where.
    `update sys_user set dept_id = ${ids.first} + ${ids.second} - dept_id where username ~ '^p' and user_id % 89 = $n`,
  ],
})

const violationsOf = (): List => ({
  path: '/admin/violationEvent/page',
  from: 'violation_event e where tenant_id = 1 and merged_into is null',
  key: 'id',
  order: 'create_time desc, id desc',
  inScope: (id) => `dept_id = ${id}`,
  filters: [
    ['alarmType=-1', 'alarm_type = -1'],
    ['handled=true', 'alarm_type <> -1'],
    ['objectType=1&objectId=7', 'object_id = 7'],
    ['ruleIds=3&ruleIds=5', 'rule_id in (3, 5)'],
    [`deptId=${ids.second}&${january[0]}`, `dept_id = ${ids.second} and create_time ${january[1]}`],
  ],
  add: (
    from,
    to,
  ) => `insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name,
        object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action)
      select 1, ${time}, now(), 1 + i % 8, 1, '1', i % 500, 'x', '1', ${dept()}, '', 'x', 'alarm', '', 'recorded' from ${numbered(from, to)}`,
  changes: [
    ...moves('violation_event', 'id'),
    'update violation_event set alarm_type = 0 where id % 7 = $n',
    'update violation_event set merged_into = 1 where id % 503 = $n',
    'update violation_event set last_time = now() where id % 11 = $n',
    'delete from violation_event where id % 503 = $n',
  ],
})

const terminalsOf = (): List => ({
  path: '/admin/device/page',
  from: `device d left join vehicle v on v.tenant_id = d.tenant_id and d.object_type = '1' and v.id = d.object_id
      where d.tenant_id is not distinct from 1`,
  key: 'id',
  order: 'd.create_time desc, d.id desc',
  inScope: (id) => `v.dept_id = ${id}`,
  filters: [
    ['terminalNo=77', `terminal_no like '%77%'`],
    ['objectType=1', `object_type = '1'`],
    ['objectName=A7', `v.plate_number like '%A7%'`],
  ],
  add: (from, to) => `insert into device (tenant_id, terminal_no, object_type, object_id, create_time)
      select 1, '2' || lpad(i::text, 9, '0'), '1', v.id, ${time} from ${numbered(from, to)}
      join (select id, row_number() over (order by id) as n from vehicle where not exists (select from device d where d.object_id = vehicle.id)) v
        on v.n = i - ${from}`,
  changes: [
    'delete from device where id % 503 = $n',
    'update device set last_seen = now() where id % 11 = $n',
    ...moves('vehicle', 'id'),
    `update vehicle set plate_number = '川A7' || plate_number where id % 97 = $n and length(plate_number) < 12`,
  ],
})

const listNames = ['vehicles', 'people', 'logs', 'violations', 'terminals'] as const
let lists: Record<(typeof listNames)[number], List>

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.db
  const found = await owner.query(`select (select dept_id from sys_dept where tenant_id = 1 and name = '一部') as first,
    (select dept_id from sys_dept where tenant_id = 1 and name = '二部') as second,
    (select min(role_id) from sys_role where tenant_id = 1 and role_code = 'ROLE_NOBODY') as role`)
  Object.assign(ids, found.rows[0])
  await owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, ur.role_id, m.menu_id from sys_user u join sys_user_role ur using (tenant_id, user_id), sys_menu m
    where u.tenant_id = 1 and u.username = 'handler' and m.tenant_id = 1 on conflict do nothing`)
  lists = {
    vehicles: vehiclesOf(),
    people: peopleOf(),
    logs: logsOf(),
    violations: violationsOf(),
    terminals: terminalsOf(),
  }
  for (const name of listNames) await owner.query(lists[name].add(1, rows))
  await owner.query('analyze')
  people = [
    { person: await server.login('admin'), scope: () => 'true' },
    { person: await server.login('handler'), scope: (list) => list.inScope(ids.first) },
  ]
}, 120_000)
afterAll(() => server.close())

/** The page that SQL finds: `[total, the keys of its rows]`. */
async function expectedPage(list: List, conditions: string, size: number, current: number) {
  const wanted = `from ${list.from} and ${conditions}`
  const alias = /^\w+ (\w)/.exec(list.from)![1]
  const key = list.key === 'userId' ? 'user_id' : 'id'
  const { rows: found } = await server.db.owner.query<{ key: number }>(
    `select ${alias}.${key} as key ${wanted} order by ${list.order} limit ${size} offset ${(current - 1) * size}`,
  )
  const counted = await server.db.owner.query(`select count(*)::int as total ${wanted}`)
  return { total: counted.rows[0].total, keys: found.map(({ key: one }) => one) }
}

type Asked = { filter: number; who: number; part: number; size: number }

/** Asks for the page at a part of the list (0 its beginning, 1 its end), and compares it with SQL. */
async function mustBeExact(list: List, { filter, who, part, size }: Asked) {
  const [query, condition] = [['', 'true'], ...list.filters][filter % (list.filters.length + 1)]!
  const { person, scope } = people[who]!
  const conditions = `${scope(list)} and ${condition}`
  const { total } = await expectedPage(list, conditions, 1, 1)
  const current = 1 + Math.floor((total / size) * part)
  const answer = await person.call('GET', `${list.path}?${query}&size=${size}&current=${current}`)
  const page = { total: answer.data?.total, keys: answer.data?.records.map((row: Record<string, number>) => row[list.key]) }
  expect([answer.msg, query, current, page]).toEqual([
    answer.msg,
    query,
    current,
    await expectedPage(list, conditions, size, current),
  ])
}

let next = rows + 1
const statement = (list: List, what: number, n: number) => {
  if (what < list.changes.length) return list.changes[what]!.replace('$n', String(n))
  next += added
  return list.add(next - added, next - 1)
}

/** Runs `work` while a second transaction has written and not ended, and ends it then. */
async function meanwhile(text: string, end: 'commit' | 'rollback', work: () => Promise<void>) {
  const client: pg.PoolClient = await server.db.owner.connect()
  try {
    await client.query('begin')
    await client.query(text)
    await work()
    await client.query(end)
  } finally {
    client.release()
  }
}

const asked = fc.record({
  filter: fc.nat({ max: 5 }),
  who: fc.nat({ max: 1 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  size: fc.constantFrom(3, 20, 500),
})
const step = fc.record({
  list: fc.constantFrom(...listNames),
  what: fc.nat({ max: 6 }),
  n: fc.nat({ max: 50 }),
  end: fc.constantFrom('at once' as const, 'commit' as const, 'rollback' as const),
  asked: fc.array(asked, { minLength: 1, maxLength: 3 }),
})

test.each(listNames)(
  '%s: total and rows of any page are those of SQL before anything is changed',
  async (name) => {
    const list = lists[name]
    for (let filter = 0; filter <= list.filters.length; filter++)
      for (const who of [0, 1])
        for (const part of [0, 0.3, 0.5, 0.9, 0.9999, 1]) await mustBeExact(list, { filter, who, part, size: 20 })
  },
  120_000,
)

test('they are after whatever is added, moved, changed or removed, also by two at once', async () => {
  await fc.assert(
    fc.asyncProperty(step, async (one) => {
      const list = lists[one.list]!
      const all = async () => {
        for (const each of one.asked) await mustBeExact(list, each)
      }
      const text = statement(list, one.what, one.n)
      if (one.end === 'at once') await server.db.owner.query(text)
      else await meanwhile(text, one.end, all)
      await all()
    }),
    { numRuns: 60, endOnFailure: true },
  )
}, 300_000)
