import { Tier } from '@huanwei/contract/emergencies/codes'
import { escalateMs, lapseMs } from '@huanwei/contract/emergencies/rules'
import { dayMs } from '@huanwei/contract/time'
import type { Changes } from '../../db/changes.ts'
import type { Database, Tx } from '../../db/connect.ts'
import { timeText } from '../../lib/time.ts'
import { dutiesOf } from '../attendance/duties.ts'
import { findDutyRecords } from '../attendance/queries.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type DueEmergency, findRoster, lockDue, setLapsed, setTold, type Told } from './queries.ts'
import { nextTier, type Roster } from './tiers.ts'

/** Tells everybody whose turn has come by `now` (epoch ms), one tier after the other where the server was away for longer. */
export async function escalateDue(db: Database, now: number) {
  while (await db.system((tx) => escalate(tx, now)));
}

/** Moves due emergencies to their next tier; false when there are none. */
async function escalate(tx: Tx, now: number) {
  const due = await lockDue(tx, now)
  const isOver = ({ tier }: DueEmergency) => tier === Tier.administrators
  await setLapsed(tx, now, due.filter(isOver))
  const told: Told[] = []
  for (const [tenantId, ofTenant] of Map.groupBy(
    due.filter((one) => !isOver(one)),
    ({ tenantId }) => tenantId,
  )) {
    const roster = await rosterOf(tx, tenantId, [...new Set(ofTenant.map(({ deptId }) => deptId))], now)
    for (const one of ofTenant) {
      const { tier: to, userIds } = nextTier(one, roster)
      told.push({ ...one, to, userIds })
    }
  }
  if (told.length) await setTold(tx, now, told, ({ dueAt, to }) => dueAt + (to === Tier.administrators ? lapseMs : escalateMs))
  return due.length > 0
}

async function rosterOf(tx: Tx, tenantId: number, deptIds: readonly number[], now: number): Promise<Roster> {
  const { covering, administrators } = await findRoster(tx, tenantId, deptIds)
  const { dutyOf } = dutiesOf(await findDutyRecords(tx, tenantId))
  // A night shift began yesterday.
  const days = [now - dayMs, now].map((time) => timeText(time).slice(0, 10))
  const offDuty = covering.filter(({ userId, homeId }) => {
    const duty = dutyOf({ userId, deptId: homeId })
    return duty && !days.flatMap(duty.spansOn).some(({ start, end }) => start <= now && now < end)
  })
  const handlers = Map.groupBy(covering, ({ deptId }) => deptId)
  return {
    handlers: new Map(Array.from(handlers, ([deptId, people]) => [deptId, people.map(({ userId }) => userId)])),
    offDuty: new Set(offDuty.map(({ userId }) => userId)),
    administrators,
  }
}

/** Tells the first tier as soon as an emergency is committed, and looks this often for what is due, ms. */
const lookMs = 1000

type Parts = { db: Database; changes: Changes; jobs: Jobs }

/** Escalates emergencies from now on, what became due while the server was away first. Returns the function that stops it. */
export function startEmergencyJobs({ db, changes, jobs }: Parts) {
  let running: Promise<unknown> | undefined
  let isAskedAgain = false
  let isOver = false
  const run = () => {
    isAskedAgain = running !== undefined
    running ??= jobs
      .run('emergencies', lookMs, () => escalateDue(db, Date.now()))
      .finally(() => {
        running = undefined
        if (isAskedAgain && !isOver) run()
      })
  }
  changes.on(['emergency'], run)
  run()
  const timer = setInterval(run, lookMs)
  return async () => {
    isOver = true
    clearInterval(timer)
    await running
  }
}
