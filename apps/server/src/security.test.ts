import type { Endpoint } from '@huanwei/contract/endpoint'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { nameOf, propertiesOf, requestOf } from './endpoint-requests.test-kit.ts'
import { type Filled, fillTenants, marks } from './security.test-kit.ts'
import { addFacility, startTestServer } from './test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let endpoints: Endpoint[]
let filled: { own: Filled; foreign: Filled }
beforeAll(async () => {
  server = await startTestServer()
  endpoints = server.app.endpoints
  filled = await fillTenants(server)
})
afterAll(() => server.close())

/** Texts that only the other tenant's rows hold; none may come back in a body, a count or an error. */
const leaks = (body: string) => marks(filled.foreign).filter((mark) => body.includes(mark))

/** True when the call takes an `id` or `ids`, whose noun depends on the endpoint. */
const takesId = (endpoint: Endpoint) => {
  const properties = propertiesOf(endpoint)
  return endpoint.path.includes(':') || 'id' in properties || 'ids' in properties
}

/** The call with every id-like field set to `id`, everything else as the form allows. */
const send = (endpoint: Endpoint, fields: Record<string, unknown>, headers: Record<string, string>) =>
  server.app.inject({ ...requestOf(endpoint, fields), headers })

test('every endpoint declares its access, and there are endpoints', () => {
  expect(endpoints.length).toBeGreaterThan(30)
  for (const { access } of endpoints)
    expect(['public', 'client', 'session', 'signed'].includes(String(access)) || typeof access === 'object').toBe(true)
})

test('without a token nothing but public calls answers', async () => {
  for (const endpoint of endpoints.filter((one) => one.access !== 'public')) {
    const reply = await send(endpoint, filled.own.fields, {})
    expect(`${nameOf(endpoint)} ${reply.statusCode}`).toBe(`${nameOf(endpoint)} 401`)
    expect(reply.json()).toMatchObject({ code: 1 })
  }
})

test('a made-up token is refused', async () => {
  for (const endpoint of endpoints.filter((one) => one.access !== 'public' && one.access !== 'client')) {
    const reply = await send(endpoint, filled.own.fields, { authorization: 'Bearer made-up' })
    expect(`${nameOf(endpoint)} ${reply.statusCode}`).toBe(`${nameOf(endpoint)} 401`)
  }
})

test('a role without the permission is refused with 403', async () => {
  const { token } = await server.login('nobody')
  for (const endpoint of endpoints) {
    if (typeof endpoint.access !== 'object') continue
    const reply = await send(endpoint, filled.own.fields, { authorization: `Bearer ${token.access_token}` })
    expect(`${nameOf(endpoint)} ${reply.statusCode}`).toBe(`${nameOf(endpoint)} 403`)
    expect(reply.json()).toMatchObject({ code: 1, data: 'access_denied' })
  }
})

test('a token of one tenant with the header of another is refused', async () => {
  const { token } = await server.login('admin', 1)
  for (const endpoint of endpoints.filter((one) => one.access !== 'public' && one.access !== 'client')) {
    const reply = await send(endpoint, filled.own.fields, { authorization: `Bearer ${token.access_token}`, 'tenant-id': '2' })
    expect(`${nameOf(endpoint)} ${reply.statusCode}`).toBe(`${nameOf(endpoint)} 401`)
  }
})

test('with foreign ids no data of another tenant are returned or changed', async () => {
  const { token } = await server.login('admin', 1)
  const before = await filled.foreign.digest()
  for (const endpoint of endpoints) {
    const headers = { authorization: endpoint.access === 'client' ? clientAuthorization : `Bearer ${token.access_token}` }
    if (endpoint.path === '/auth/token/logout') continue
    const variants = filled.foreign.variants()
    for (const fields of takesId(endpoint) ? variants : variants.slice(0, 1)) {
      const reply = await send(endpoint, fields, headers)
      expect(`${nameOf(endpoint)} ${leaks(reply.body)}`).toBe(`${nameOf(endpoint)} `)
      expect(`${nameOf(endpoint)} ${reply.statusCode < 500}`).toBe(`${nameOf(endpoint)} true`)
    }
  }
  expect(await filled.foreign.digest()).toBe(before)
})

test("the other tenant's own administrator sees those rows, so the marks are real", async () => {
  const { token } = await server.login('admin', 2)
  const seen = new Set<string>()
  for (const endpoint of endpoints.filter((one) => one.method === 'GET' || one.path.startsWith('/admin/tree'))) {
    if (endpoint.access === 'client' || endpoint.access === 'public') continue
    const reply = await send(endpoint, filled.foreign.fields, { authorization: `Bearer ${token.access_token}` })
    for (const mark of leaks(reply.body)) seen.add(mark)
  }
  expect([...seen].sort()).toEqual(marks(filled.foreign).sort())
})

test('row-level security is forced on every table that has a tenant, but on days of positions, into which the recorder only inserts', async () => {
  const { rows } = await server.db.owner.query(`
    select c.relname from pg_class c left join pg_inherits i on i.inhrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and i.inhparent is distinct from 'position'::regclass
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
      and not (c.relrowsecurity and c.relforcerowsecurity and (c.relispartition or exists (select from pg_policy p where p.polrelid = c.oid)))
    union all select c.relname from pg_class c join pg_inherits i on i.inhrelid = c.oid
    where i.inhparent = 'position'::regclass and (has_table_privilege('huanwei_app', c.oid, 'select, insert, update, delete, truncate')
      or has_table_privilege('huanwei_system', c.oid, 'select, update, delete, truncate'))`)
  expect(rows).toEqual([])
})

test('the roles of requests and jobs own nothing and bypass nothing; requests may touch nothing that is not guarded', async () => {
  const { rows } = await server.db.owner.query(`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and has_table_privilege('huanwei_app', c.oid, 'select, insert, update, delete, truncate, references, trigger')
      and not (c.relrowsecurity and c.relforcerowsecurity)
    union all select c.relname from pg_class c where pg_get_userbyid(c.relowner) ~ '^huanwei_(app|system)'
    union all select proname from pg_proc where pg_get_userbyid(proowner) ~ '^huanwei_(app|system)'
    union all select rolname from pg_roles where rolname ~ '^huanwei_(app|system)' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`)
  expect(rows).toEqual([])
})

test('without a tenant a request transaction sees no row of any table', async () => {
  const { rows } =
    await server.db.owner.query(`select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`)
  const client = await server.db.owner.connect()
  try {
    await client.query('begin; set local role huanwei_app')
    for (const { relname } of rows) {
      const counted = await client.query(`select count(*)::int as n from ${relname}`)
      expect(`${relname} ${counted.rows[0].n}`).toBe(`${relname} 0`)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('no table, and so no backup, holds a password, a token or a key in clear', async () => {
  const { token, call } = await server.login('admin')
  const { deviceId, deptId } = await addFacility(server.db, { terminalNo: '70000999' })
  await server.db.owner.query(`update device set protocol = 'http' where id = $1`, [deviceId])
  const { data: sensor } = await call('POST', `/admin/device/${deviceId}/key`)
  const { data: temporary } = await call('POST', '/admin/token/temporary')
  const added = { username: 'backup', newpassword1: 'user-in-clear', phone: '13900009999', deptId, role: [] }
  expect(await call('POST', '/admin/user', added)).toMatchObject({ status: 200 })
  const outside = { password: 'unit-in-clear', intercomPassword: 'intercom-in-clear' }
  expect(await call('POST', '/admin/unitInfo/modifyUnitInfo', outside)).toMatchObject({ status: 200 })
  expect(await call('PUT', '/admin/session/lock', { password: 'lock-in-clear' })).toMatchObject({ status: 200 })
  const secrets = [token.access_token, token.refresh_token, sensor.key, temporary.tempToken, '-in-clear']
  expect(secrets.map((one) => typeof one)).toEqual(secrets.map(() => 'string'))
  const { rows: tables } = await server.db.owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  for (const { name } of tables) {
    const { rows } = await server.db.owner.query(
      `select one as secret from unnest($1::text[]) one where exists (select from ${name} t where strpos(t::text, one) > 0)`,
      [secrets],
    )
    expect([name, rows]).toEqual([name, []])
  }
})

test('calls with many ids take no more than a form allows, name each once, and leave those of others alone', async () => {
  const { token } = await server.login('admin', 1)
  const authorization = `Bearer ${token.access_token}`
  const before = await filled.foreign.digest()
  const tried: string[] = []
  for (const endpoint of endpoints) {
    const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' })
    const lists = Object.keys(properties).filter((name) => /ids$/i.test(name))
    for (const list of lists) {
      tried.push(`${nameOf(endpoint)} ${list}`)
      const usual = filled.own.variants()[0] ?? {}
      const foreign = filled.foreign.variants().flatMap(({ id }) => [id, id])
      for (const ids of [Array.from({ length: 20_000 }, (_, i) => i + 1), Array(20_000).fill(1), foreign]) {
        const reply = await send(endpoint, { ...usual, [list]: ids }, { authorization })
        expect(`${nameOf(endpoint)} ${list} ${reply.statusCode < 500}`).toBe(`${nameOf(endpoint)} ${list} true`)
        expect(leaks(reply.body)).toEqual([])
        if (ids.length === 20_000)
          expect(`${nameOf(endpoint)} ${list} ${reply.statusCode}`).toMatch(/ (400|404|409|413|414|431)$/)
      }
    }
  }
  expect(tried.length).toBeGreaterThan(10)
  expect(await filled.foreign.digest()).toBe(before)
})
