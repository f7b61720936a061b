import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Changes, listen } from '../../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { createTestDatabase } from '../../test-kit.ts'
import { type Registry, startRegistry } from './registry.ts'

let db: OwnedDatabase
let changes: Changes
let registry: Registry
beforeAll(async () => {
  const url = await createTestDatabase()
  db = connectOwned(url, { system: 3, app: 1 })
  changes = await listen(url)
  registry = await startRegistry({ db, changes, log: pino({ level: 'error' }) })
})
afterAll(async () => {
  await registry.close()
  await changes.close()
  await db.close()
})

const query = (text: string) => db.owner.query(text)
const codeOf = (terminalNo: string) => registry.byNumber(terminalNo)?.authCode

test('a change makes the terminal that it names be read, and no other; one that names none makes all be read', async () => {
  await query(`insert into device (terminal_no, auth_code) values ('11', 'a'), ('12', 'a')`)
  await expect.poll(() => [codeOf('11'), codeOf('12')]).toEqual(['a', 'a'])
  await query(
    `begin; set local session_replication_role = replica; update device set auth_code = 'b' where terminal_no = '11'; commit`,
  )
  await query(`update device set auth_code = 'b' where terminal_no = '12'`)
  await expect.poll(() => codeOf('12')).toBe('b')
  expect(codeOf('11')).toBe('a')
  await query(`select send_change('device', 0, null, null, null)`)
  await expect.poll(() => codeOf('11')).toBe('b')
})

test('a removed terminal is forgotten, and its number may be another’s', async () => {
  await query(`insert into device (terminal_no, auth_code) values ('13', 'a')`)
  await expect.poll(() => codeOf('13')).toBe('a')
  const { id } = registry.byNumber('13')!
  await query(`delete from device where terminal_no = '13'`)
  await expect.poll(() => registry.byId(id)).toBeUndefined()
  expect(registry.byNumber('13')).toBeUndefined()
  await query(`begin; insert into device (terminal_no, auth_code) values ('14', 'a'); commit`)
  await expect.poll(() => codeOf('14')).toBe('a')
  await query(
    `begin; delete from device where terminal_no = '14'; insert into device (terminal_no, auth_code) values ('14', 'b'); commit`,
  )
  await expect.poll(() => codeOf('14')).toBe('b')
})

test('a terminal that is bound belongs to its tenant, one that is removed from its object to none', async () => {
  await query(`insert into device (terminal_no) values ('15')`)
  const known = () => registry.byNumber('15')
  await expect.poll(known).toMatchObject({ tenantId: 0, objectId: null })
  await query(`update device set tenant_id = 2, object_type = '1', object_id = 7 where terminal_no = '15'`)
  await expect.poll(known).toMatchObject({ tenantId: 2, objectType: '1', objectId: 7 })
  await query(`update device set tenant_id = null, object_type = null, object_id = null where terminal_no = '15'`)
  await expect.poll(known).toMatchObject({ tenantId: 0, objectType: null, objectId: null })
})
