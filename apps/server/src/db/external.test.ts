import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { diskStore } from '../features/files/file-store.ts'
import { createTenant } from '../features/tenants/queries.ts'
import { createLog } from '../lib/log.ts'
import { writeBackup } from './backup/write-backup.ts'
import { connect } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { addressesOf } from './logins.ts'
import { asOwner, prepare } from './migrate.ts'

// A customer's cluster that asks for passwords. Its users are no superusers; `city` may create roles, `bureau` may not.
const dir = mkdtempSync(join(tmpdir(), 'huanwei-external-'))
let cluster: Embedded
beforeAll(async () => {
  cluster = await startEmbedded(dir, { settings: { fsync: 'off' } })
  await asSuperuser("create role city login createrole password 'shovel'", 'create database city owner city')
  await asSuperuser("create role bureau login password 'broom'", 'create database bureau owner bureau')
  writeFileSync(join(dir, 'pg/pg_hba.conf'), 'local all huanwei trust\nlocal all all scram-sha-256\n')
  await asSuperuser('select pg_reload_conf()')
  await vi.waitFor(() => expect(logIn(urlOf('bureau', 'wrong'))).rejects.toThrow('password authentication failed'))
})
afterAll(async () => {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function logIn(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    for (const text of statements) await client.query(text)
  } finally {
    await client.end()
  }
}
const asSuperuser = (...statements: string[]) => logIn(cluster.url, ...statements)

/** Address of the database of that name for its owner, whose name is the same. */
function urlOf(name: string, password: string) {
  const url = new URL(cluster.url)
  url.username = name
  url.password = password
  url.pathname = `/${name}`
  return url.toString()
}

const prepareAt = (url: string) => asOwner(url, (owner) => prepare(owner, url, new Date()))
const refusalAt = (url: string) => prepareAt(url).then(String, String)

/** Two organisations; which of their departments requests see, and as whom they are logged in. */
async function expectIsolation(url: string, login: string) {
  const db = connect(addressesOf(url), { log: createLog('error', 'test'), size: { system: 1, app: 1 } })
  const common = {
    type: 'sanitation' as const,
    title: 't',
    shortName: 's',
    platform: false,
    admin: { username: 'admin', passwordHash: 'x' },
  }
  await db.system((tx) => createTenant(tx, { id: 1, name: 'one', code: 'a', hosts: [], ...common }))
  await db.system((tx) => createTenant(tx, { id: 2, name: 'two', code: 'b', hosts: [], ...common }))
  const names = (tenantId: number) =>
    db.within(
      { tenantId },
      async (tx) => (await tx.execute<{ login: string; name: string }>('select session_user as login, name from sys_dept')).rows,
    )
  expect(await names(1)).toEqual([{ login, name: 'one' }])
  expect(await names(2)).toEqual([{ login, name: 'two' }])
  const write = "insert into sys_dept (tenant_id, parent_id, name) values (2, 0, 'x')"
  await expect(db.within({ tenantId: 1 }, (tx) => tx.execute(write))).rejects.toThrow()
  await db.close()
}

test('an owner who may create roles needs no preparation', async () => {
  await prepareAt(urlOf('city', 'shovel'))
  await prepareAt(urlOf('city', 'shovel'))
  await expectIsolation(urlOf('city', 'shovel'), 'city_app_login')
})

test('for another one the refusal has the statements for the administrator, without a password; after them everything works', async () => {
  const url = urlOf('bureau', 'broom')
  const [refusal, statements = ''] = (await refusalAt(url)).split('ask the administrator for: ')
  expect(refusal).toContain('the user of DATABASE_URL may not make the roles')
  expect(statements).toContain('CREATE ROLE "bureau_app_login" LOGIN')
  for (const address of Object.values(addressesOf(url)))
    expect(statements).not.toContain(new URL(address).searchParams.get('password'))
  await asSuperuser(statements)
  await prepareAt(url)
  await expectIsolation(url, 'bureau_app_login')
})

test('the log-ins follow a new password of the owner, who must be able to set theirs', async () => {
  await asSuperuser("alter role bureau password 'rake'")
  const url = urlOf('bureau', 'rake')
  expect(await refusalAt(url)).toContain('ALTER ROLE "bureau_app_login" PASSWORD')
  await asSuperuser('alter role bureau createrole; grant bureau_app_login, bureau_system_login to bureau with admin option')
  await prepareAt(url)
  await logIn(addressesOf(url).app)
  await expect(logIn(addressesOf(urlOf('bureau', 'broom')).app)).rejects.toThrow('password authentication failed')
})

test('a log-in that may do more than its role is refused', async () => {
  const url = urlOf('city', 'shovel')
  await asSuperuser('grant pg_read_all_data to city_app_login')
  expect(await refusalAt(url)).toContain('city_app_login may do more than the product lets it')
  await asSuperuser('revoke pg_read_all_data from city_app_login; alter role city_app_login bypassrls')
  expect(await refusalAt(url)).toContain('city_app_login may do more than the product lets it')
  await asSuperuser('alter role city_app_login nobypassrls')
  await prepareAt(url)
})

test('a backup has the rows of every partition, also where row-level security binds the owner', async () => {
  const url = urlOf('city', 'shovel')
  await prepareAt(url)
  await asOwner(url, async (owner) => {
    const at = `date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`
    await owner.query(`insert into device_connection (tenant_id, device_id, time, authenticated, address)
      select 1, 7, ${at} + n * interval '1 hour', now(), '' from generate_series(1, 3) n`)
    await owner.query(`insert into sys_log_login (tenant_id, operation, status, username, grant_type, remote_addr, user_agent, create_time)
      values (1, 0, 1, 'admin', 'password', '', '', ${at})`)
    const { tables } = await writeBackup(owner, await diskStore(join(dir, 'files')), join(dir, 'backup'))
    const rowsOf = (of: string) => tables.filter((table) => table.of === of).reduce((sum, { rows }) => sum + rows, 0)
    expect([rowsOf('device_connection'), rowsOf('sys_log_login')]).toEqual([3, 1])
    expect(tables.find(({ of, rows }) => of === 'device_connection' && rows)?.name).toMatch(/_\d{8}$/)
  })
})
