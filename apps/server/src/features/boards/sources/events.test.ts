import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../../lib/time.ts'
import { addVehicle, addViolation, startTestServer } from '../../../test-kit.ts'
import { createComputer } from '../compute.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a ticker of 24 hours shows those, the newest first, and says how many there are besides', async () => {
  const vehicle = await addVehicle(server.db)
  const minutesAgo = (minutes: number) => timeText(Date.now() - minutes * 60_000)
  await addViolation(server.db, vehicle, [], minutesAgo(24 * 60 + 10))
  const within = []
  for (let i = 0; i < 103; i++) within.push(await addViolation(server.db, vehicle, [], minutesAgo(10 + i)))
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const { data } = await computer.of({ tenantId: 1, departments: null }, 'eventsOfDay', {}, 'zh-CN')
  const rows = data?.shape === 'rows' ? data.rows : []
  expect(rows.map(({ key }) => key)).toEqual([...within.slice(0, 100).map(String), 'more'])
  expect(rows.at(-1)?.cells[0]).toContain('3')
})
