import { hourMs } from '@huanwei/contract/time'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { place, useRig } from '../../position/store/recorder.test-kit.ts'
import { createJobs } from '../jobs/jobs.ts'
import { addDuty, addWearer, applyForLeave, daysAgo, elsewhere, yesterday, yesterdayAt } from './attendance.test-kit.ts'
import { startAttendanceJobs } from './jobs.ts'
import { workOutNewDays, workOutTouchedDays } from './work-out.ts'

const rig = await useRig()
const { db, query } = rig
beforeEach(async () => {
  for (const table of [
    'attendance_day',
    'attendance_month',
    'apply_for_record',
    'calendar_day',
    'monitoring_rule',
    'shift',
    'area',
    'attendance_touch',
  ])
    await query(`delete from ${table}`)
})

const workOut = (days = 1) => workOutNewDays({ db, now: Date.now(), progress: new Map() }, days)
const workOutAgain = () => workOutTouchedDays({ db, now: Date.now() })
/** The past days: today's may be over too. */
const daysOf = (userId: number) =>
  query(
    'select day, state, shift_name, actual_in, actual_out, late_minutes, early_minutes from attendance_day where user_id = $1 and day < current_date order by day',
    [userId],
  )
const stateOf = async (userId: number, day = yesterday) => (await daysOf(userId)).find((one) => one.day === day)?.state
let names = 0
const person = () => addWearer(query, `保洁员${++names}`)

test('a late report of a badge corrects the day of its person, and of nobody else', async () => {
  await addDuty(query)
  const [one, other] = [await person(), await person()]
  const recorder = await rig.start()
  const walk = (...hours: number[]) =>
    recorder.send(
      rig.report(
        one.deviceId,
        hours.map((hour) => place(yesterdayAt(hour))),
      ),
    )
  await walk(7.9, 8, 12)
  await query('delete from attendance_touch')
  expect(await workOut()).toBeGreaterThanOrEqual(2)
  expect(await daysOf(one.userId)).toMatchObject([{ day: yesterday, state: 'early', shift_name: '常白班', early_minutes: 300 }])
  expect(await daysOf(other.userId)).toMatchObject([{ day: yesterday, state: 'absent', actual_in: null }])
  expect(await workOut()).toBe(0)
  expect(await workOutAgain()).toBe(0)

  const before = await query('select worked_time from attendance_day where user_id = $1', [other.userId])
  await walk(16, 17.1)
  expect(await query('select distinct user_id, day from attendance_touch')).toEqual([{ user_id: one.userId, day: yesterday }])
  expect(await workOutAgain()).toBe(1)
  expect(await daysOf(one.userId)).toMatchObject([
    {
      state: 'normal',
      early_minutes: 0,
      actual_in: expect.stringContaining('07:54'),
      actual_out: expect.stringContaining('17:06'),
    },
  ])
  expect(await query('select worked_time from attendance_day where user_id = $1', [other.userId])).toEqual(before)

  await recorder.send(rig.report(other.deviceId, [place(yesterdayAt(13), elsewhere)]))
  expect(await workOutAgain()).toBe(0)
  expect(await stateOf(other.userId)).toBe('absent')
})

test('late reports touch the days of their positions and those whose nights they may be of, and none between', async () => {
  const [one, other] = [await person(), await person()]
  const recorder = await rig.start()
  const send = ({ deviceId }: typeof one, times: number[]) =>
    recorder.send(
      rig.report(
        deviceId,
        times.map((time) => place(time)),
      ),
    )
  await send(one, [daysAgo(8) + 15 * hourMs, daysAgo(5) + 15 * hourMs, yesterdayAt(3)])
  await send(other, [yesterdayAt(14)])
  const touched = await query('select user_id, day from attendance_touch order by user_id, day')
  expect(touched).toEqual([
    ...[8, 5, 2, 1].map((days) => ({ user_id: one.userId, day: dayText(daysAgo(days)) })),
    { user_id: other.userId, day: yesterday },
  ])
  await query('delete from attendance_touch')
})

test('an approved leave makes the day one, and its end makes it what it was', async () => {
  await addDuty(query)
  const { userId } = await person()
  await workOut()
  const id = await applyForLeave(query, userId, yesterday, { status: 1 })
  expect(await workOutAgain()).toBe(0)
  await query('update apply_for_record set status = 2 where id = $1', [id])
  expect(await workOutAgain()).toBe(1)
  expect(await stateOf(userId)).toBe('leave')
  await query('delete from apply_for_record where id = $1', [id])
  expect(await workOutAgain()).toBe(1)
  expect(await stateOf(userId)).toBe('absent')
})

test('a rest day of the calendar is one, a swapped day is work; both only where the rule keeps to the calendar', async () => {
  const [rest, work] = [dayText(daysAgo(1)), dayText(daysAgo(2))]
  await query(`insert into calendar_day (tenant_id, day, kind) values (1, $1, 'rest'), (1, $2, 'work')`, [rest, work])
  // Mondays alone.
  const { ruleId } = await addDuty(query, { weekdays: [1], calendar: true })
  const { userId } = await person()
  await workOut(2)
  expect([await stateOf(userId, work), await stateOf(userId, rest)]).toEqual(['absent', 'rest'])
  await query('update monitoring_rule set calendar = false where id = $1', [ruleId])
  const { userId: second } = await person()
  await workOut(2)
  const isMonday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1
  const expected = (day: string) => (isMonday(day) ? 'absent' : 'rest')
  expect([await stateOf(second, work), await stateOf(second, rest)]).toEqual([expected(work), expected(rest)])
  // What is over stays as it was expected then.
  expect(await stateOf(userId, work)).toBe('absent')
})

test('nobody has a day before they could be seen, nor by a rule that is younger', async () => {
  const { ruleId } = await addDuty(query)
  const { userId, deviceId } = await person()
  await query('update device_binding set started = $2 where device_id = $1', [deviceId, new Date(yesterdayAt(12))])
  await workOut()
  expect(await daysOf(userId)).toEqual([])
  await query('update device_binding set started = $2 where device_id = $1', [deviceId, new Date(yesterdayAt(7))])
  await query('update monitoring_rule set create_time = $2 where id = $1', [ruleId, new Date(yesterdayAt(9))])
  await workOut()
  expect(await daysOf(userId)).toEqual([])
})

test('a change of a shift, of today in the calendar or of the rule touches the days of today that stand on it', async () => {
  const { shiftId, ruleId } = await addDuty(query)
  const { userId } = await person()
  const basis = { spans: [{ shiftId, name: '常白班', start: 1, end: 2 }], grace: { lateMs: 0, earlyMs: 0 } }
  for (const ago of [0, 1])
    await query(
      `insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
       select 1, user_id, dept_id, $2, $3, 'absent', 'absent', $4 from sys_user where user_id = $1`,
      [userId, dayText(daysAgo(ago)), new Date(daysAgo(ago)), basis],
    )
  const today = [{ user_id: userId, day: dayText(daysAgo(0)) }]
  const changes = [
    `update shift set "end" = '16:00' where id = ${shiftId}`,
    `insert into calendar_day (tenant_id, day, kind) values (1, current_date, 'rest')`,
    `update calendar_day set kind = 'work'`,
    `update monitoring_rule set enabled = false where id = ${ruleId}`,
  ]
  for (const change of changes) {
    await query('delete from attendance_touch')
    await query(change)
    expect([change, await query('select distinct user_id, day from attendance_touch')]).toEqual([change, today])
  }
  await query('delete from attendance_touch')
  await query(`update shift set update_by = 'x'`)
  await query(`update monitoring_rule set name = 'x'`)
  expect(await query('select * from attendance_touch')).toEqual([])
})

test('the job works out what is over by itself', async () => {
  await addDuty(query)
  const { userId } = await person()
  const errors: unknown[] = []
  const stop = startAttendanceJobs(db, createJobs({ db, log: { error: (...what) => errors.push(what) } }))
  await expect.poll(() => stateOf(userId), { timeout: 60_000 }).toBe('absent')
  await stop()
  expect(errors).toEqual([])
})

test('the months equal a recount of the days, whatever happens to them', async () => {
  const people = [await person(), await person()].map(({ userId }) => userId)
  const states = ['normal', 'late', 'early', 'absent', 'leave', 'rest']
  const act = fc.record({
    act: fc.constantFrom('put', 'put', 'put', 'drop'),
    who: fc.nat({ max: 1 }),
    day: fc.integer({ min: 1, max: 59 }),
    state: fc.constantFrom(...states),
  })
  const counts = states.map((state) => `count(*) filter (where state = '${state}')::int as ${state}`)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      for (const one of acts) {
        const day = new Date(Date.UTC(2026, 0, one.day)).toISOString().slice(0, 10)
        const key = [people[one.who], day]
        if (one.act === 'drop') await query('delete from attendance_day where user_id = $1 and day = $2', key)
        else
          await query(
            `insert into attendance_day (tenant_id, user_id, dept_id, day, day_time, worked_state, state, basis)
             select 1, user_id, dept_id, $2, $2::date::timestamptz, $3, $3, '{"spans": []}' from sys_user where user_id = $1
             on conflict (tenant_id, user_id, day) do update set state = excluded.state`,
            [...key, one.state],
          )
      }
      const kept = await query(
        `select user_id, month, ${states} from attendance_month where ${states.join(' + ')} <> 0 order by 1, 2`,
      )
      const counted = await query(
        `select user_id, date_trunc('month', day::timestamp)::date as month, ${counts} from attendance_day group by 1, 2 order by 1, 2`,
      )
      expect(kept).toEqual(counted)
    }),
    { numRuns: 25 },
  )
})
