import { dayMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../test-kit.ts'
import { openOwner } from './connect.ts'
import { dropOldDays, ensureDays } from './partitions.ts'

let owner: ReturnType<typeof openOwner>
beforeAll(async () => {
  owner = openOwner(await createTestDatabase())
})
afterAll(() => owner.end())

test('old days go some at a time, so that a clock that is far ahead does not end a history at once', async () => {
  const client = await owner.connect()
  const days = async () =>
    (await client.query(`select relname from pg_class where relname ~ '^position_2024' and relkind = 'r' order by 1`)).rows.map(
      ({ relname }) => relname,
    )
  const first = Date.parse('2024-05-01T12:00:00+08:00')
  const tenDays = Array.from({ length: 10 }, (_, i) => first + i * dayMs)
  try {
    await ensureDays(client, 'position', tenDays)
    await dropOldDays(client, new Date('2031-01-01T00:00:00Z'), 180)
    expect(await days()).toEqual(['position_20240508', 'position_20240509', 'position_20240510'])
    // One day after the other is what a clock that is right asks for.
    await dropOldDays(client, new Date('2024-05-19T00:00:00Z'), 10)
    expect(await days()).toEqual(['position_20240509', 'position_20240510'])
  } finally {
    client.release()
  }
})
