import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../features/tenants/queries.ts'
import { connect } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

// A customer's cluster: its user is no superuser and may not create roles.
const dir = mkdtempSync(join(tmpdir(), 'huanwei-external-'))
let cluster: Embedded
let url: string
beforeAll(async () => {
  cluster = await startEmbedded(dir, { settings: { fsync: 'off' } })
  await asSuperuser('create role bureau login nosuperuser nocreaterole nocreatedb nobypassrls')
  await asSuperuser('create database bureau owner bureau')
  const own = new URL(cluster.url)
  own.username = 'bureau'
  own.pathname = '/bureau'
  url = own.toString()
})
afterAll(async () => {
  await cluster.stop()
  rmSync(dir, { recursive: true, force: true })
})

async function asSuperuser(text: string) {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  await client.query(text)
  await client.end()
}

test('without the role the refusal names the statements for the administrator; with it everything works, isolation included', async () => {
  const db = connect(url, { owner: 2, app: 2 })
  await expect(migrate(db.owner, new Date())).rejects.toThrow('CREATE ROLE huanwei_app NOLOGIN; GRANT huanwei_app TO bureau')
  await asSuperuser('create role huanwei_app nologin; grant huanwei_app to bureau')
  await migrate(db.owner, new Date())
  await migrate(db.owner, new Date())

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
      async (tx) => (await tx.execute<{ role: string; name: string }>('select current_user as role, name from sys_dept')).rows,
    )
  expect(await names(1)).toEqual([{ role: 'huanwei_app', name: 'one' }])
  expect(await names(2)).toEqual([{ role: 'huanwei_app', name: 'two' }])
  await expect(
    db.within({ tenantId: 1 }, (tx) => tx.execute("insert into sys_dept (tenant_id, parent_id, name) values (2, 0, 'x')")),
  ).rejects.toThrow()
  const back = await db.within({ tenantId: 1 }, async (tx) => {
    await tx.execute('reset role')
    return (await tx.execute<{ role: string }>('select current_user as role')).rows[0]?.role
  })
  expect(back).toBe('huanwei_app')
  await db.close()
})
