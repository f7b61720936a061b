import { between, pick, seeded, whole } from '@huanwei/city/random'
import { streetNetwork } from '@huanwei/city/streets'
import type { Team } from '@huanwei/city/teams'
import { badgeWearers, isRoadSweeper, shiftBeginOf } from '@huanwei/city/workers'
import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { Half, LeaveType } from '@huanwei/contract/approvals/codes'
import { AttendanceState } from '@huanwei/contract/attendance/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs, hourMs, minuteMs } from '@huanwei/contract/time'
import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { adjustmentSteps, adjustments } from '../features/adjustments/table.ts'
import { attendanceDays, attendanceTouches } from '../features/attendance/table.ts'
import { workOutNewDays } from '../features/attendance/work-out.ts'
import { recipientsOf } from '../features/messages/sending/queries.ts'
import { terminals } from '../features/terminals/table.ts'
import { displayName } from '../features/users/queries.ts'
import { users } from '../features/users/table.ts'
import type { Span } from '../http/span.ts'
import { dayText, timeText } from '../lib/time.ts'
import { storeApproved } from './approvals.ts'
import { type DrivenFix, Driver, walkingSpeeds } from './driving/drive.ts'
import { type Legs, legsOf } from './driving/legs.ts'
import { roadStintsOf } from './driving/stints.ts'
import { daysWithTracks } from './track-days.ts'
import { storeTracks } from './tracks.ts'

const tenantId = 1
const shiftMs = 8 * hourMs
/** A badge of the demo's past reports this often, ms. */
const everyMs = 6 * minuteMs
/** The last fix is this old at the first start, ms: then the badges themselves report. */
const restMs = minuteMs
/** Everybody has one day off in so many, applied for. */
const restEvery = 8

type Decider = { id: number; name: string }
type Wearer = { id: number; name: string; deptId: number; deviceId: number; index: number }

/** Adds where badges were in the last days, the leave of their wearers, the days that follow from both, and adjustments. Returns the number of days. */
export async function loadAttendance(tx: Tx, now: Date, deciderId: number) {
  const random = seeded(20_261_125)
  const [decider] = await tx
    .select({ id: users.id, name: displayName(users) })
    .from(users)
    .where(eq(users.id, deciderId))
  if (!decider) throw new Error('nobody decides')
  const wearers = await findWearers(tx)
  const days = daysWithTracks(now.getTime()).toReversed()
  const teams = badgeWearers().map(({ team }) => team)
  const grounds = new Map([...new Set(teams)].map((team) => [team, groundOf(team)]))
  const tracks = wearers.map(({ deviceId }) => ({ deviceId, fixes: [] as DrivenFix[] }))
  for (const [n, day] of days.entries())
    for (const [i, wearer] of wearers.entries()) {
      if ((wearer.index + n) % restEvery === 0) {
        await takeOff(tx, wearer, day, random, decider)
        continue
      }
      const span = presenceOn(day + shiftBeginOf(wearer.index) * hourMs, random)
      if (!span) continue
      const inTime = { ...span, to: Math.min(span.to, now.getTime() - restMs) }
      const ground = grounds.get(teams[wearer.index]!)!
      tracks[i]!.fixes.push(...(isRoadSweeper(wearer.index) ? sweep(inTime, ground, random) : walk(inTime, ground.legs, random)))
    }
  await storeTracks(tx, tenantId, tracks)
  await workOutNewDays({ db: { system: (work) => work(tx) }, now: now.getTime(), progress: new Map() }, days.length - 1)
  await tx.delete(attendanceTouches)
  await askForSome(tx, now, random, decider)
  return tx.$count(attendanceDays)
}

/** The wearers of badges with their number in the city. */
async function findWearers(tx: Tx): Promise<Wearer[]> {
  const numbers = new Map(badgeWearers().map(({ username }, index) => [username, index]))
  const rows = await tx
    .select({ id: users.id, username: users.username, name: displayName(users), deptId: users.deptId, deviceId: terminals.id })
    .from(terminals)
    .innerJoin(users, and(eq(users.tenantId, terminals.tenantId), eq(users.id, terminals.objectId)))
    .where(and(eq(terminals.tenantId, tenantId), eq(terminals.objectType, ObjectType.person)))
    .orderBy(asc(users.id))
  return rows.flatMap(({ username, ...row }) => {
    const index = numbers.get(username)
    return index === undefined ? [] : [{ ...row, index }]
  })
}

/** When somebody is at work in a shift that begins then: most are punctual, some late, some leave early; undefined for who does not come. */
function presenceOn(begin: number, random: () => number) {
  const draw = random()
  if (draw < 0.02) return undefined
  const from = begin + (draw < 0.07 ? between(random, 8, 50) : between(random, -20, 3)) * minuteMs
  const to = begin + shiftMs + (draw > 0.96 ? -between(random, 20, 90) : between(random, 2, 20)) * minuteMs
  return { from, to }
}

/** The streets of a team, and its roads as work. */
function groundOf(team: Team) {
  const legs = legsOf(team)
  return { team, legs, stints: roadStintsOf(team, legs) }
}

/** The way of somebody who sweeps the roads of the team. A broom is no input of a badge. */
function sweep(span: Span, ground: ReturnType<typeof groundOf>, random: () => number): DrivenFix[] {
  const sweeper = new Driver({ ...ground, odometerKm: 0, speeds: walkingSpeeds }, random)
  sweeper.work(span, [])
  return sweeper.fixes.map((fix) => ({ ...fix, isOn: false }))
}

/** The way of a worker from corner to corner, m and km as the street network has them. */
function walk({ from, to }: Span, legs: Legs, random: () => number): DrivenFix[] {
  const { nodes } = streetNetwork()
  let node = pick(random, [...legs.keys()])
  let metres = 0
  const fixes: DrivenFix[] = []
  for (let time = from; time <= to; time += everyMs) {
    const { lng, lat } = nodes[node]!
    const onward = legs.get(node) ?? []
    const leg = onward.length ? pick(random, onward) : undefined
    fixes.push({ time, lng, lat, speed: 4, direction: leg?.direction ?? 0, km: metres / 1000 })
    node = leg?.to ?? node
    metres += leg?.length ?? 0
  }
  return fixes
}

const reasons = {
  [LeaveType.rest]: '本周轮休',
  [LeaveType.sick]: '感冒发烧，医生建议休息',
  [LeaveType.personal]: '家中有事',
} as const

/** An approved day off, as a rule, or leave. */
async function takeOff(tx: Tx, person: Wearer, day: number, random: () => number, decider: Decider) {
  const draw = random()
  const type = draw < 0.8 ? LeaveType.rest : draw < 0.9 ? LeaveType.sick : LeaveType.personal
  const text = dayText(day)
  const span = { firstDay: text, firstHalf: Half.morning, lastDay: text, lastHalf: Half.afternoon }
  const applied = day - dayMs + 9 * hourMs
  const approvers = (await recipientsOf(tx, tenantId, 'approval_handle', person.deptId)).filter((id) => id !== person.id)
  await storeApproved(tx, { tenantId, applied, person, type, span, reason: reasons[type] }, approvers, decider)
}

const asked = [
  '工牌没电，当天正常到岗',
  '临时支援其他路段，班长可以证明',
  '到岗后工牌死机，重启后才有定位',
  '提前交班，已与班长说明',
]

/** Adjustments of the latest irregular days: most wait, some were decided. */
async function askForSome(tx: Tx, now: Date, random: () => number, decider: Decider) {
  const irregular = [AttendanceState.absent, AttendanceState.late, AttendanceState.early]
  const found = await tx
    .select({
      id: attendanceDays.id,
      userId: attendanceDays.userId,
      deptId: attendanceDays.deptId,
      day: attendanceDays.day,
      state: attendanceDays.state,
      name: displayName(users),
    })
    .from(attendanceDays)
    .innerJoin(users, and(eq(users.tenantId, attendanceDays.tenantId), eq(users.id, attendanceDays.userId)))
    .where(and(eq(attendanceDays.tenantId, tenantId), inArray(attendanceDays.state, irregular)))
    .orderBy(desc(attendanceDays.day), attendanceDays.id)
    .limit(24)
  for (const [i, { id: dayId, userId, deptId, day, state, name }] of found.entries()) {
    const status = i % 3 === 2 ? (i % 2 ? AdjustmentStatus.rejected : AdjustmentStatus.approved) : AdjustmentStatus.pending
    const at = now.getTime() - whole(random, 60, 600) * minuteMs
    const reason = pick(random, asked)
    const [added] = await tx
      .insert(adjustments)
      .values({
        tenantId,
        objectId: userId,
        deptId,
        day,
        fromState: state,
        toState: AttendanceState.normal,
        reason,
        status,
        submittedBy: userId,
        createTime: timeText(at),
      })
      .returning({ id: adjustments.id })
    const step = { tenantId, adjustmentId: added!.id }
    await tx
      .insert(adjustmentSteps)
      .values({ ...step, createTime: timeText(at), userId, userName: name, status: AdjustmentStatus.pending, reason })
    if (status === AdjustmentStatus.pending) continue
    const opinion = status === AdjustmentStatus.approved ? '情况属实' : '请补充班长证明'
    const decided = {
      createTime: timeText(at + 50 * minuteMs),
      userId: decider.id,
      userName: decider.name,
      status,
      reason: opinion,
    }
    await tx.insert(adjustmentSteps).values({ ...step, ...decided })
    if (status === AdjustmentStatus.approved)
      await tx
        .update(attendanceDays)
        .set({ adjustedState: AttendanceState.normal, state: AttendanceState.normal })
        .where(and(eq(attendanceDays.tenantId, tenantId), eq(attendanceDays.id, dayId)))
  }
}
