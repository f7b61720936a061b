import { minuteMs } from '@huanwei/contract/time'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { place, useRig } from '../../position/store/recorder.test-kit.ts'
import { createJobs } from '../jobs/jobs.ts'
import { countOpenTasks, countTouchedTasks, makeTasks, startWorkJobs } from './jobs.ts'
import { countTask } from './tasks/count-task.ts'
import { addCrew, addPlan, addSweeper, type Crew, midnight, placeAt, shiftStart, yesterday } from './work.test-kit.ts'

const rig = await useRig()
const { db, query } = rig
beforeEach(async () => {
  for (const table of ['work_touch', 'work_task', 'work_basis', 'work_plan', 'calendar_day']) await query(`delete from ${table}`)
})

const run = (now = Date.now()) => ({ db, now })
let plates = 0
const crew = () => addCrew(query, `川A${10_000 + plates++}`)
const tasksOf = (planId: number) =>
  query(
    `select id, day::text, turn, start_time::text, end_time::text, planned_metres, worked_metres, stop_count, visited_count, first_time, done_time, open
     from work_task where plan_id = $1 and day = $2 order by start_time`,
    [planId, yesterday],
  )

/** A fix so many metres along the street, `at` seconds after the shift began. */
function fix(at: number, east: number, { speed = 12, on = true, north = 0 } = {}) {
  const [lng, lat] = placeAt(east, north)
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return place(shiftStart + at * 1000, { lng: round(lng), lat: round(lat), speed, status: on ? 3 : 2 })
}
/** Along the whole street in five minutes, and 60 s at the toilet. */
const wholeStreet = [
  ...Array.from({ length: 31 }, (_, i) => fix(i * 10, (i * 1000) / 30)),
  fix(310, 1000, { speed: 0 }),
  fix(370, 1000, { speed: 0 }),
]

test('a plan has a task for each part of its shift, which is done when positions say so', async () => {
  const own = await crew()
  const planId = await addPlan(query, own, { times: 2 })
  await makeTasks(run())
  await makeTasks(run())
  expect(await tasksOf(planId)).toMatchObject([
    { turn: 1, planned_metres: 1000, stop_count: 1, worked_metres: 0, start_time: expect.stringContaining('05:00'), open: true },
    { turn: 2, start_time: expect.stringContaining('09:00'), end_time: expect.stringContaining('13:00') },
  ])
  const recorder = await rig.start()
  await recorder.send(rig.report(own.deviceId, wholeStreet))
  await countOpenTasks(run())
  const [first, second] = await tasksOf(planId)
  expect(first).toMatchObject({ worked_metres: 1000, visited_count: 1, open: false })
  expect(first!.done_time).toBe(`${timeText(shiftStart + 310_000)}+08`)
  expect(second).toMatchObject({ worked_metres: 0, visited_count: 0, done_time: null })
})

test('a report that comes after all was counted corrects its task, and no other', async () => {
  const [own, other] = [await crew(), await crew()]
  const [planId, otherPlan] = [await addPlan(query, own), await addPlan(query, other)]
  await makeTasks(run())
  await countOpenTasks(run())
  const before = await query('select count_time from work_task where plan_id = $1', [otherPlan])
  const recorder = await rig.start()
  await recorder.send(rig.report(own.deviceId, wholeStreet))
  await countOpenTasks(run())
  expect(await tasksOf(planId)).toMatchObject([{ worked_metres: 0 }])
  await countTouchedTasks(run())
  expect(await tasksOf(planId)).toMatchObject([{ worked_metres: 1000, visited_count: 1 }])
  expect(await query('select count_time from work_task where plan_id = $1', [otherPlan])).toEqual(before)
  expect(await query('select * from work_touch')).toEqual([])
})

test('what people did is seen from their badges, and corrected when one reports late', async () => {
  const own = await crew()
  const { userId, badgeId } = await addSweeper(query, own)
  const planId = await addPlan(query, own, { userIds: [userId] })
  await makeTasks(run())
  const walk = (at: number, from: number, to: number) =>
    Array.from({ length: 46 }, (_, i) => fix(at + i * 10, from + (i * (to - from)) / 45, { speed: 4, on: false }))
  const recorder = await rig.start()
  // The vehicle of the crew is not planned.
  await recorder.send(rig.report(own.deviceId, wholeStreet))
  await recorder.send(rig.report(badgeId, walk(600, 510, 1000)))
  await countTouchedTasks(run())
  await countOpenTasks(run())
  expect(await tasksOf(planId)).toMatchObject([{ worked_metres: 500, visited_count: 0, done_time: null, open: false }])
  await recorder.send(rig.report(badgeId, [...walk(0, 0, 490), fix(1060, 1000, { speed: 0 }), fix(1120, 1000, { speed: 0 })]))
  await countTouchedTasks(run())
  expect(await tasksOf(planId)).toMatchObject([{ worked_metres: 1000, visited_count: 1 }])
})

test('a day of rest has no tasks where the plan keeps to the calendar, and tasks that nothing asks for go', async () => {
  const own = await crew()
  const planId = await addPlan(query, own)
  await query(`insert into calendar_day (tenant_id, day, kind) values (1, $1, 'rest')`, [yesterday])
  await makeTasks(run())
  expect(await tasksOf(planId)).toEqual([])
  await query('update work_plan set calendar = false where id = $1', [planId])
  // As if it were the evening before: the task of that day has not begun.
  await makeTasks(run(midnight + minuteMs))
  expect(await tasksOf(planId)).toHaveLength(1)
})

test.each(['vehicle', 'person'] as const)(
  'whatever order positions of a %s come in, what is kept equals what is counted from all of them',
  async (kind) => {
    const own = await crew()
    const { userId, badgeId } = await addSweeper(query, own)
    const [deviceId, userIds] = kind === 'person' ? [badgeId, [userId]] : [own.deviceId, []]
    const recorder = await rig.start()
    const step = fc.record({
      gap: fc.integer({ min: 1, max: 120 }),
      east: fc.integer({ min: -60, max: 90 }),
      north: fc.constantFrom(0, 0, 0, 10, 40),
      speed: fc.constantFrom(0, 0, 2, 8, 12, 15, 40),
      on: fc.constantFrom(true, true, true, false),
    })
    const batches = fc.array(step, { minLength: 5, maxLength: 60 }).chain((steps) =>
      fc.record({
        steps: fc.constant(steps),
        // The place in the order of arrival of each, most of them in the order of time; some come twice.
        order: fc.array(fc.tuple(fc.constantFrom(0, 0, 0, 5, 30), fc.boolean()), {
          minLength: steps.length,
          maxLength: steps.length,
        }),
        size: fc.integer({ min: 1, max: 12 }),
      }),
    )
    await fc.assert(
      fc.asyncProperty(batches, async ({ steps, order, size }) => {
        for (const table of ['work_task', 'work_basis', 'work_plan', 'position']) await query(`delete from ${table}`)
        await addPlan(query, own, { userIds })
        await makeTasks(run())
        const [{ id } = {}] = await query('select id from work_task where day = $1', [yesterday])
        let [at, east] = [0, 0]
        const fixes = steps.map(({ gap, east: more, ...rest }) => {
          at += gap
          east = Math.max(0, Math.min(1000, east + more))
          return fix(at, east, rest)
        })
        const arriving = fixes.map((one, i) => ({ one, i: i + order[i]![0] })).sort((a, b) => a.i - b.i)
        const sent = arriving.flatMap(({ one }, i) => (order[i]![1] ? [one, one] : [one]))
        for (let i = 0; i < sent.length; i += size) {
          await recorder.send(rig.report(deviceId, sent.slice(i, i + size)))
          await db.system((tx) => countTask(tx, 1, Number(id), shiftStart))
        }
        const read = async () =>
          (
            await query(
              'select worked_metres, visited_count, first_time, done_time, piece_marks, stop_marks, leave_marks, progress from work_task where id = $1',
              [id],
            )
          )[0]
        const kept = await read()
        await db.system((tx) => countTask(tx, 1, Number(id), shiftStart, { isFromScratch: true }))
        expect(kept).toEqual(await read())
      }),
      { numRuns: 40 },
    )
  },
  120_000,
)

test('the jobs make and count tasks by themselves, and end', async () => {
  const own: Crew = await crew()
  const planId = await addPlan(query, own)
  const recorder = await rig.start()
  await recorder.send(rig.report(own.deviceId, wholeStreet))
  const errors: object[] = []
  const stop = startWorkJobs(db, createJobs({ db, log: { error: (what) => errors.push(what) } }))
  await expect.poll(async () => (await tasksOf(planId))[0]?.worked_metres, { timeout: 60_000 }).toBe(1000)
  await stop()
  expect(errors).toEqual([])
})
