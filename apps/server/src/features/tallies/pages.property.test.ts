import type { Endpoint } from '@huanwei/contract/endpoint'
import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startTestServer } from '../../test-kit.ts'
import { eventLists } from './event-lists.test-kit.ts'
import type { Ids, ListCase } from './lists.test-kit.ts'
import { objectLists } from './object-lists.test-kit.ts'
import { peopleLists } from './people-lists.test-kit.ts'
import { pushLists } from './push-lists.test-kit.ts'
import { settingsLists } from './settings-lists.test-kit.ts'
import { workLists } from './work-lists.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
/** Sees everything; sees 一部 alone, and what is about them. */
let people: Person[]
/** The cases in the order in which their rows are added: some are about rows of others. */
let lists: Map<string, ListCase>

/** Rows of a list at the start, and of an addition. A list of so many is known by its blocks, and with most filters by its rows. */
const rows = 7000
const added = 700

beforeAll(async () => {
  server = await startTestServer()
  const { owner } = server.db
  const found = await owner.query<Ids>(`
    with facility as (
      insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
      select 1, dept_id, '公厕', 'F', 'gc', '1', 104, 30 from sys_dept where tenant_id = 1 and name = '一部' returning id),
    device as (
      insert into device (tenant_id, terminal_no, object_type, object_id)
      select 1, '100000000', '0', user_id from sys_user where tenant_id = 1 and username = 'viewer' returning id, object_id),
    binding as (
      insert into device_binding (tenant_id, device_id, object_type, object_id, started) select 1, id, '0', object_id, '2026-01-01' from device),
    dictionary as (insert into sys_dict (tenant_id, type, description) values (1, 'own', '字典') returning id),
    report as (
      insert into report_form
        (tenant_id, user_id, create_by, name, kind, grouping, first_day, last_day, language, status, departments, total, rows)
      select 1, user_id, '', '里程', 'mileage', 'object', '2026-01-01', '2026-01-31', 'zh-CN', 'done', array[dept_id], 31, 0
      from sys_user where tenant_id = 1 and username = 'viewer' returning id)
    select (select dept_id from sys_dept where tenant_id = 1 and name = '一部') as first,
      (select dept_id from sys_dept where tenant_id = 1 and name = '二部') as second,
      (select role_id from sys_role where tenant_id = 1 and role_code = 'ROLE_NOBODY') as role,
      (select user_id from sys_user where tenant_id = 1 and username = 'admin') as admin,
      (select user_id from sys_user where tenant_id = 1 and username = 'handler') as handler,
      (select object_id from device) as other, (select id from facility) as facility, (select id from device) as device,
      (select id from dictionary) as dictionary, (select id from report) as report`)
  await owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, ur.role_id, m.menu_id from sys_user u join sys_user_role ur using (tenant_id, user_id), sys_menu m
    where u.tenant_id = 1 and u.username = 'handler' and m.tenant_id = 1 on conflict do nothing`)
  const ids = found.rows[0]!
  const all = [objectLists(ids), peopleLists(ids), eventLists(ids), pushLists(ids), workLists(ids), settingsLists()]
  lists = new Map(all.flatMap((some) => Object.entries(some)))
  for (const list of lists.values()) await owner.query(list.add(1, list.rows ?? rows))
  await owner.query('analyze')
  people = [await server.login('admin'), await server.login('handler')]
}, 180_000)
afterAll(() => server.close())

async function countIn(list: ListCase, conditions: string): Promise<number> {
  const { rows: counted } = await server.db.owner.query(`select count(*)::int as total from ${list.from} and ${conditions}`)
  return counted[0].total
}

/** The keys of the rows of the page that SQL finds. */
async function keysIn(list: ListCase, conditions: string, size: number, current: number) {
  const { rows: found } = await server.db.owner.query<{ key: number | string }>(
    `select ${list.key[1]} as key from ${list.from} and ${conditions} order by ${list.order} limit ${size} offset ${(current - 1) * size}`,
  )
  return found.map(({ key }) => (/^\d+$/.test(String(key)) ? Number(key) : key))
}

type Asked = { filter: number; who: number; part: number; size: number }

/** Asks for the page at a part of the list (0 its beginning, 1 its end), and compares it with SQL. */
async function mustBeExact(path: string, { filter, who, part, size }: Asked) {
  const list = lists.get(path)!
  const person = people[who]!
  const [query, condition] = list.filters[filter % list.filters.length]!
  const me = (text: string) => text.replaceAll('$me', String(person.userId))
  const conditions = me(`${who ? list.inScope : 'true'} and ${condition}`)
  const mine = { ...list, from: me(list.from) }
  const total = await countIn(mine, conditions)
  const current = 1 + Math.floor((total / size) * part)
  const asked = `${callOf(path)}?${me(list.query ?? '')}&${query}&size=${size}&current=${current}`.replace('?&', '?')
  const { msg, data } = await person.call('GET', asked)
  const keys = data?.records.map((row: Record<string, number | string>) => row[list.key[0]])
  const expected = await keysIn(mine, conditions, size, current)
  expect([asked, who, msg, data?.total, keys]).toEqual([asked, who, msg, total, expected])
}

let next = rows + 1
const statement = (list: ListCase, what: number, n: number) => {
  if (what < list.changes.length) return list.changes[what]!.replaceAll('$n', String(n))
  next += added
  return list.add(next - added, next - added + Math.floor((list.rows ?? rows) / 10) - 1)
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
    await client.query('rollback')
    client.release()
  }
}

/** True of a call that answers with a page. */
const isList = ({ output }: Endpoint) =>
  output instanceof z.ZodObject && 'records' in output.shape && 'total' in output.shape && 'pages' in output.shape

/** A list that is missing here needs a case in a test kit beside this file; CONTRIBUTING.md, "A new list", says what else it needs. */
test('every list of the contract has a case', () => {
  const calls = server.app.endpoints.filter(isList).map(({ path }) => path)
  const tried = new Set([...[...lists.keys()].map(pathOfCall), ...testedElsewhere])
  expect([...tried].sort()).toEqual(calls.sort())
})
/** A cell shows the rows of another list, in the form of a sheet: the reports' own test compares it. */
const testedElsewhere = ['/admin/reportForms/cell/page']
/** The call of a list without what tells it from other lists of the same call. */
const callOf = (path: string) => path.split(' ')[0]!
const pathOfCall = (path: string) => callOf(path).replace(/\/\d+\//, '/:id/')

/** Filters by the live state, and by what came today: counted each time. */
const ofNow = ['wrong', 'heard', 'inOrder', 'cubicles', 'collected', 'fill']
/** Parameters that are no filters, filters that are counted each time, and those by a period, which every list reads alike. */
const others = ['id', 'current', 'size', 'ascs', 'descs', 'online', 'stormOf', 'documents', 'startTime', 'endTime', ...ofNow]
test('every filter of a list is tried', () => {
  const paths = [...lists.keys()].map(pathOfCall)
  for (const path of new Set(paths)) {
    const cases = [...lists.values()].filter((_, i) => paths[i] === path)
    const call = server.app.endpoints.find((one) => isList(one) && one.path === path)
    const known = call?.input instanceof z.ZodObject ? Object.keys(call.input.shape) : []
    const queries = cases.flatMap(({ query = '', filters }) => [query, ...filters.map(([asked]) => asked)])
    const tried = queries.flatMap((asked) => [...new URLSearchParams(asked).keys()])
    const missing = known.filter((name) => ![...others, ...tried].includes(name))
    expect([path, missing]).toEqual([path, []])
  }
})

test('total and rows of any page are those of SQL, before anything is changed and after each change', async () => {
  for (const [path, list] of lists) {
    const askEach = async (who: number, part: number) => {
      for (let filter = 0; filter < list.filters.length; filter++) await mustBeExact(path, { filter, who, part, size: 20 })
    }
    for (const who of [0, 1]) {
      for (const part of [0, 1]) await mustBeExact(path, { filter: 0, who, part, size: 20 })
      await askEach(who, 0.5)
    }
    for (let what = 0; what <= list.changes.length; what++) {
      await server.db.owner.query(statement(list, what, 7))
      await askEach(what % 2, 0.3)
    }
  }
}, 300_000)

const asked = fc.record({
  /** Another list than the one that is changed, at times. */
  elsewhere: fc.option(fc.nat({ max: 100 })),
  filter: fc.nat({ max: 30 }),
  who: fc.nat({ max: 1 }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  size: fc.constantFrom(3, 20, 500),
})
const step = fc.record({
  list: fc.nat({ max: 100 }),
  what: fc.nat({ max: 7 }),
  n: fc.nat({ max: 50 }),
  end: fc.constantFrom('at once' as const, 'commit' as const, 'rollback' as const),
  asked: fc.array(asked, { minLength: 1, maxLength: 3 }),
})

test('they are after whatever is added, moved, changed or removed, also by two at once', async () => {
  const paths = [...lists.keys()]
  const pathOf = (n: number) => paths[n % paths.length]!
  await fc.assert(
    fc.asyncProperty(step, async ({ list, what, n, end, asked: all }) => {
      const askAll = async () => {
        for (const { elsewhere, ...one } of all) await mustBeExact(pathOf(elsewhere ?? list), one)
      }
      const text = statement(lists.get(pathOf(list))!, what, n)
      if (end === 'at once') await server.db.owner.query(text)
      else await meanwhile(text, end, askAll)
      await askAll()
    }),
    { numRuns: 100, endOnFailure: true },
  )
}, 300_000)

test('log-ins leave their list by themselves', async () => {
  const { owner } = server.db
  await owner.query(`update sys_token set refresh_expires = now() + interval '1 second' where id % 53 = 7`)
  const before = await people[0]!.call('GET', '/admin/token/page')
  const isOver = async () =>
    (await owner.query(`select from sys_token where id % 53 = 7 and refresh_expires > now()`)).rowCount === 0
  await vi.waitUntil(isOver, { timeout: 60_000 })
  await mustBeExact('/admin/token/page', { filter: 0, who: 0, part: 0.5, size: 20 })
  const after = await people[0]!.call('GET', '/admin/token/page')
  expect(after.data.total).toBeLessThan(before.data.total)
})
