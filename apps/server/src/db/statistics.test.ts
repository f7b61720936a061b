import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test-kit.ts'
import { connectOwned, type OwnedDatabase } from './owned.ts'
import { ensureStatistics } from './statistics.ts'

let db: OwnedDatabase
beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 1, app: 1 })
})
afterAll(() => db.close())

test('tables with many rows that PostgreSQL knows nothing of, as after a restore, have statistics after the start', async () => {
  const known = async () =>
    (
      await db.owner.query(
        `select relname, reltuples from pg_class where relname in ('violation_process', 'msg_push', 'area') order by 1`,
      )
    ).rows
  await db.owner.query(`
    insert into violation_process (tenant_id, violation_id, object_name, alarm_type, remark) select 1, i, 'x', 1, '' from generate_series(1, 20000) i;
    insert into msg_push (tenant_id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id)
    select 1, now(), '3', 1, i, '1', 1, 1 from generate_series(1, 20000) i`)
  await ensureStatistics(db.owner)
  expect(await known()).toEqual([
    { relname: 'area', reltuples: -1 },
    { relname: 'msg_push', reltuples: 20000 },
    { relname: 'violation_process', reltuples: 20000 },
  ])
})
