import { pick, seeded, whole } from '@huanwei/city/random'
import { ApprovalStatus, Half, LeaveType } from '@huanwei/contract/approvals/codes'
import { daysOf, overlap, type Span } from '@huanwei/contract/approvals/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { approvalSteps, approvals } from '../features/approvals/table.ts'
import { recipientsOf } from '../features/messages/sending/queries.ts'
import { pushes } from '../features/messages/table.ts'
import { displayName } from '../features/users/queries.ts'
import { users } from '../features/users/table.ts'
import { timeText } from '../lib/time.ts'

const historyMs = 30 * dayMs
const recentMs = 3 * dayMs
const waitingShare = 0.8

/** Types of leave with the maximum number of half days and the reasons. */
const kinds = [
  { type: LeaveType.personal, halves: 4, reasons: ['家中老人住院需陪护', '参加孩子家长会', '办理房产过户手续', '搬家'] },
  { type: LeaveType.sick, halves: 6, reasons: ['感冒发烧，医生建议休息', '牙疼就诊', '腰肌劳损复查'] },
  { type: LeaveType.annual, halves: 10, reasons: ['回老家探亲', '带家人出游', '年假休息'] },
  { type: LeaveType.timeOff, halves: 2, reasons: ['周末加班调休', '夜间保障任务后补休'] },
  { type: LeaveType.rest, halves: 2, reasons: ['本周轮休', '与同事换班休息'] },
  { type: LeaveType.marriage, halves: 6, reasons: ['本人结婚'] },
  { type: LeaveType.bereavement, halves: 6, reasons: ['亲属去世，回乡料理后事'] },
  { type: LeaveType.workInjury, halves: 10, reasons: ['作业时扭伤脚踝，医生建议静养'] },
  { type: LeaveType.other, halves: 1, reasons: ['参加社区志愿活动', '驾驶证换证体检'] },
] as const
/** The kinds, repeated by their frequency. */
const drawn = kinds.flatMap((kind, i) => Array.from({ length: i < 3 ? 6 : i < 5 ? 4 : 1 }, () => kind))

const opinions = {
  [ApprovalStatus.approved]: ['同意', '同意，请做好工作交接', '同意，注意休息', ''],
  [ApprovalStatus.rejected]: ['当日人手不足，请改期', '请先安排好顶岗人员再申请', '请补充医院证明后重新提交'],
  [ApprovalStatus.revoked]: [''],
}

type Counts = {
  /** Applications over the whole history, which are decided. */
  past: number
  /** More in the last days, most of which still wait. */
  recent: number
}

/** Adds applications of people of a tenant in the last month, pushed to their approvers; returns their number. */
export async function loadApprovals(tx: Tx, tenantId: number, { past, recent }: Counts, now: Date) {
  const random = seeded(2026 + tenantId)
  const everybody = await tx
    .select({ id: users.id, name: displayName(users), deptId: users.deptId, isNamed: sql<boolean>`${users.name} <> ''` })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.lockFlag, '0')))
    .orderBy(users.id)
  const people = everybody.filter(({ isNamed }) => isNamed)
  const holders = new Map<number, number[]>()
  for (const { deptId } of people)
    if (!holders.has(deptId)) holders.set(deptId, await recipientsOf(tx, tenantId, 'approval_handle', deptId))

  const ages = (length: number, oldest: number) =>
    Array.from({ length }, () => whole(random, 5 * minuteMs, oldest)).filter((ageMs) => isByDay(now.getTime() - ageMs))
  const taken = new Map<number, Span[]>()
  let count = 0
  for (const ageMs of [...ages(past, historyMs), ...ages(recent, recentMs)].sort((a, b) => b - a)) {
    const applied = now.getTime() - ageMs
    const person = pick(random, people)
    const { type, halves, reasons } = pick(random, drawn)
    const span = spanFrom(random, applied, whole(random, 1, halves))
    const reason = pick(random, reasons)
    const proxy = random() < 0.2 ? people.find(({ id, deptId }) => deptId === person.deptId && id !== person.id) : undefined
    const submitter = proxy ?? person
    const others = taken.get(person.id) ?? []
    const approvers = (holders.get(person.deptId) ?? []).filter((id) => id !== person.id && id !== submitter.id)
    if (others.some((other) => overlap(other, span)) || !approvers.length) continue
    const isWaiting = ageMs < recentMs && random() < waitingShare
    const status = isWaiting ? ApprovalStatus.pending : outcomeOf(random)
    if (status !== ApprovalStatus.rejected && status !== ApprovalStatus.revoked) taken.set(person.id, [...others, span])

    const isDecided = status !== ApprovalStatus.pending
    const ended = isDecided ? applied + Math.min(whole(random, 20, 30 * 60) * minuteMs, ageMs - minuteMs) : applied
    const application = { tenantId, applied, ended, person, submitter, type, span, reason, status }
    const applyForId = await store(tx, application, approvers)
    if (isDecided) {
      // The administrator is first in the list and leaves the decision to the dispatchers.
      const deciderId = status === ApprovalStatus.revoked ? submitter.id : approvers.at(-1)
      const actor = everybody.find(({ id }) => id === deciderId)
      if (!actor) throw new Error('nobody decides')
      const opinion = pick(random, opinions[status])
      await tx.insert(approvalSteps).values(stepOf(tenantId, applyForId, { at: ended, who: actor, status, reason: opinion }))
    }
    count++
  }
  return count
}

type Person = { id: number; name: string; deptId: number }
type Application = {
  tenantId: number
  /** Epoch ms of the first step and of the last. */
  applied: number
  ended: number
  person: Person
  submitter: Person
  type: LeaveType
  span: Span
  reason: string
  status: ApprovalStatus
}

/** Stores an application with its first step and the messages to its approvers; returns its id. */
async function store(
  tx: Tx,
  { tenantId, applied, ended, person, submitter, type, span, reason, status }: Application,
  approvers: number[],
) {
  const base = { tenantId, objectId: person.id, deptId: person.deptId, createTime: timeText(applied) }
  const isDecided = status === ApprovalStatus.approved || status === ApprovalStatus.rejected
  const [added] = await tx
    .insert(approvals)
    .values({
      ...base,
      ...span,
      submittedBy: submitter.id,
      type,
      fate: daysOf(span),
      reason,
      status,
      decideTime: isDecided ? timeText(ended) : null,
    })
    .returning()
  if (!added) throw new Error('an application was not stored')
  const first = { at: applied, who: submitter, status: ApprovalStatus.pending, reason }
  await tx.insert(approvalSteps).values(stepOf(tenantId, added.id, first))
  const readUnread = status === ApprovalStatus.pending ? 0 : 1
  const { soonTime, dueTime } = added
  const about = { soonTime, dueTime, eventId: added.id, objectType: ObjectType.person, fromId: submitter.id }
  const event = { ...base, ...about, msgType: MsgType.approval, status } as const
  await tx.insert(pushes).values(approvers.map((pushObjectId) => ({ ...event, pushObjectId, readUnread }) as const))
  return added.id
}

/** Stores an application that `decider` approved two hours after it was made. */
export async function storeApproved(
  tx: Tx,
  { person, ...application }: Omit<Application, 'submitter' | 'status' | 'ended'>,
  approvers: number[],
  decider: { id: number; name: string },
) {
  const status = ApprovalStatus.approved
  const ended = application.applied + 120 * minuteMs
  const id = await store(tx, { ...application, ended, person, submitter: person, status }, approvers)
  const who = { ...decider, deptId: person.deptId }
  await tx.insert(approvalSteps).values(stepOf(application.tenantId, id, { at: ended, who, status, reason: '同意' }))
}

type Step = { at: number; who: Person; status: ApprovalStatus; reason: string }

const stepOf = (tenantId: number, applyForId: number, { at, who, status, reason }: Step) => ({
  tenantId,
  applyForId,
  createTime: timeText(at),
  userId: who.id,
  userName: who.name,
  status,
  reason,
})

/** True from 7:00 to 21:00 in Asia/Shanghai, when people apply. */
function isByDay(moment: number) {
  const hour = Number(timeText(moment).slice(11, 13))
  return hour >= 7 && hour < 21
}

const outcomeOf = (random: () => number) => {
  const draw = random()
  return draw < 0.78 ? ApprovalStatus.approved : draw < 0.91 ? ApprovalStatus.rejected : ApprovalStatus.revoked
}

/** A span of `halves` half days that starts within a week after `applied`, epoch ms. */
function spanFrom(random: () => number, applied: number, halves: number): Span {
  const first = applied + whole(random, 0, 6) * dayMs
  const isAfternoon = random() < 0.25
  const begin = isAfternoon ? 1 : 0
  const end = begin + halves - 1
  return {
    firstDay: timeText(first).slice(0, 10),
    firstHalf: isAfternoon ? Half.afternoon : Half.morning,
    lastDay: timeText(first + Math.floor(end / 2) * dayMs).slice(0, 10),
    lastHalf: end % 2 ? Half.afternoon : Half.morning,
  }
}
