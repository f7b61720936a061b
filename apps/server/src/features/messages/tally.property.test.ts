import { type Permission, permissions } from '@huanwei/contract/permissions'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { movePushes, pushTo, sumPushTallies } from './sending/queries.ts'
import { findSummaries } from './summaries/queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let people: Awaited<ReturnType<typeof server.login>>[]
beforeAll(async () => {
  server = await startTestServer()
  people = await Promise.all(['admin', 'handler', 'viewer'].map((name) => server.login(name)))
})
afterAll(() => server.close())

const person = fc.nat({ max: 2 })
const eventId = fc.integer({ min: 1, max: 4 })
const msgType = fc.constantFrom('1' as const, '3' as const, '5' as const)
const act = fc.oneof(
  fc.record({ do: fc.constant('push' as const), msgType, eventId, to: fc.uniqueArray(person, { minLength: 1 }) }),
  fc.record({ do: fc.constant('move' as const), msgType, eventId, status: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('read' as const), who: person, nth: fc.nat({ max: 20 }) }),
  fc.record({ do: fc.constant('readAll' as const), who: person, msgType: fc.option(msgType, { nil: undefined }) }),
  fc.record({ do: fc.constant('merge' as const), eventId, who: person, merged: fc.boolean() }),
  fc.record({ do: fc.constant('sum' as const) }),
  fc.record({ do: fc.constant('fail' as const), msgType, eventId, to: fc.uniqueArray(person, { minLength: 1 }) }),
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

const eventOf = ({ msgType, eventId }: { msgType: '1' | '3' | '5'; eventId: number }) => ({
  tenantId: 1,
  msgType,
  eventId,
  createTime: '2026-01-01 08:00:00',
  objectType: '1' as const,
  objectId: people[1]!.userId,
  fromId: people[2]!.userId,
  deptId: 1,
})

async function run(one: Act) {
  const { db } = server
  if (one.do === 'push')
    await db.system((tx) =>
      pushTo(
        tx,
        eventOf(one),
        one.to.map((i) => people[i]!.userId),
      ),
    )
  else if (one.do === 'move') await db.system((tx) => movePushes(tx, eventOf(one), one.status))
  else if (one.do === 'sum') await db.system(sumPushTallies)
  else if (one.do === 'readAll') {
    const { status } = await people[one.who]!.call('PUT', '/admin/msgPush/updateAllRead', { msgType: one.msgType })
    expect(status).toBe(200)
  } else if (one.do === 'read') {
    const { userId } = people[one.who]!
    const { rows } = await db.owner.query('select id from msg_push where push_object_id = $1 order by id offset $2 limit 1', [
      userId,
      one.nth,
    ])
    if (rows[0]) await people[one.who]!.call('PUT', '/admin/msgPush/updateRead', { id: rows[0].id })
  } else if (one.do === 'merge') {
    const values = [one.merged, one.eventId, people[one.who]!.userId]
    await db.owner.query(`update msg_push set merged = $1 where msg_type = '1' and event_id = $2 and push_object_id = $3`, values)
  } else {
    const failing = db.system(async (tx) => {
      await pushTo(
        tx,
        eventOf(one),
        one.to.map((i) => people[i]!.userId),
      )
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
  }
}

const summariesOf = (userId: number, held: readonly Permission[]) =>
  server.db.system((tx) => findSummaries(tx, { tenantId: 1, userId, departments: null, permissions: new Set(held) }))

/** Asserts that what waits for a person equals a recount, for a handler of everything and for somebody who handles nothing. */
async function waitingIsExact(userId: number) {
  const counted = async (condition: string) => {
    const { rows } = await server.db.owner.query(
      `select msg_type, object_type, count(*)::int as waiting from msg_push where push_object_id = $1 and not merged and not folded and (${condition})
       group by 1, 2`,
      [userId],
    )
    return rows.map((row) => [row.msg_type, row.object_type, row.waiting]).sort()
  }
  const found = async (held: readonly Permission[]) => {
    const summaries = await summariesOf(userId, held)
    return summaries
      .flatMap(({ msgType, waitingCount, waitingOf }) =>
        Object.entries(waitingOf ?? { 1: waitingCount }).map(([objectType, waiting]) => [msgType, objectType, waiting]),
      )
      .filter(([, , waiting]) => waiting !== 0)
      .sort()
  }
  expect(await found(permissions)).toEqual(await counted(`status = 1 or msg_type = '3' and status = 4`))
  expect(await found([])).toEqual(
    await counted(`msg_type = '3' and (object_id = $1 and status in (1, 4) or from_id = $1 and status = 2)`),
  )
}

test('after any simultaneous pushes, moves, merges, reads, rollbacks and sums, unread and waiting counts equal a recount, without a deadlock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      await Promise.all(acts.map(run))
      for (const { userId } of people) {
        const { rows } = await server.db.owner.query(
          `select msg_type, object_type, (count(*) filter (where read_unread = 0 and not merged))::int as unread
           from msg_push where push_object_id = $1 group by 1, 2`,
          [userId],
        )
        const counted = new Map<string, number>()
        for (const { msg_type: msgType, unread } of rows) counted.set(msgType, (counted.get(msgType) ?? 0) + unread)
        const ofViolations = rows.filter((row) => row.msg_type === '1').map((row) => [row.object_type, row.unread])
        const summaries = await summariesOf(userId, permissions)
        const { rows: totals } = await server.db.owner.query(
          `select (select coalesce(sum(total), 0) from msg_push_tally where push_object_id = $1)::int as kept,
             (select count(*) from msg_push where push_object_id = $1 and not merged)::int as counted`,
          [userId],
        )
        expect(totals[0].kept).toBe(totals[0].counted)
        for (const { msgType, unreadCount } of summaries)
          expect([msgType, unreadCount]).toEqual([msgType, counted.get(msgType) ?? 0])
        const none = { 0: 0, 1: 0, 2: 0 }
        expect(summaries.find(({ msgType }) => msgType === '1')?.unreadOf).toEqual({
          ...none,
          ...Object.fromEntries(ofViolations),
        })
        await waitingIsExact(userId)
      }
    }),
    { numRuns: 25 },
  )
})

test('events of one day, pushed anew to some of those they are pushed to, while others are read and taken back: no deadlock', async () => {
  const { db } = server
  const everybody = people.map(({ userId }) => userId)
  const events = Array.from({ length: 8 }, (_, n) => ({ ...eventOf({ msgType: '3', eventId: 1 }), eventId: 100 + n }))
  await rounds(
    10,
    async () => {
      // One person of each event knows it already: theirs is changed, that of the others added.
      await Promise.all(events.map((event, n) => db.system((tx) => pushTo(tx, event, [everybody[n % 3]!]))))
      await db.owner.query('update msg_push set read_unread = 1 where event_id >= 100')
      await Promise.all(events.map((event) => db.system((tx) => pushTo(tx, event, everybody))))
      await Promise.all(
        events.map(({ eventId }) =>
          db.system(async (tx) => {
            await tx.execute(
              sql`update msg_push set read_unread = 1 where event_id = ${eventId} and push_object_id = ${everybody[eventId % 3]}`,
            )
            await tx.execute(sql`delete from msg_push where event_id = ${eventId}`)
          }),
        ),
      )
    },
    1,
  )
  await db.system(sumPushTallies)
  await tallyIsExact(db)
})

test('two add up at once, something is pushed between: a key has one line afterwards', async () => {
  const { db } = server
  const push = (eventId: number) => db.system((tx) => pushTo(tx, eventOf({ msgType: '5', eventId }), [people[0]!.userId]))
  await push(201)
  let second: Promise<void> | undefined
  await db.system(async (tx) => {
    await sumPushTallies(tx)
    await push(202)
    second = db.system(sumPushTallies)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.owner.query(waiting)).rowCount).toBe(1)
  })
  await second
  const twice =
    'select from msg_push_tally group by tenant_id, push_object_id, msg_type, object_type, status, dept_id having count(*) > 1'
  expect((await db.owner.query(twice)).rowCount).toBe(0)
})
