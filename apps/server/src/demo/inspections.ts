import { pick, seeded, whole } from '@huanwei/city/random'
import type { Team } from '@huanwei/city/teams'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { disposeMinutes, type InspectionState, tabOf } from '@huanwei/contract/inspections/rules'
import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/connect.ts'
import { inspectionSteps, inspections } from '../features/inspections/table.ts'
import { recipientsOf } from '../features/messages/sending/queries.ts'
import { pushes } from '../features/messages/table.ts'
import { roles } from '../features/roles/table.ts'
import { displayName } from '../features/users/queries.ts'
import { userRoles, users } from '../features/users/table.ts'
import { timeText } from '../lib/time.ts'
import type { Department } from './organisation.ts'
import type { DemoPhotos } from './photos.ts'
import type { DepartmentOf } from './vehicles.ts'
import { places } from './violations/history.ts'

/** Business type and assessment item as dictionary values, the finding and the feedback. */
const found = [
  ['1', '1', '非机动车道有散落纸屑和烟头', '已安排保洁员清扫，路面干净'],
  ['1', '1', '绿化带边有白色垃圾', '已捡拾清理，并纳入重点巡回路段'],
  ['1', '2', '路缘石边积尘明显，未冲洗', '已用洗扫车冲洗两遍'],
  ['1', '2', '施工路口带泥上路，积泥未清', '已冲洗路面，并通知工地加强冲车'],
  ['2', '3', '路口三个垃圾桶满溢', '已清运并增加一个频次'],
  ['2', '4', '小区门口桶装垃圾到十点仍未清运', '车辆故障延误，已补收'],
  ['3', '5', '公厕地面有污渍，有异味', '已全面冲洗，喷洒除臭剂'],
  ['3', '6', '公厕第二隔间门锁损坏', '已更换门锁'],
  ['4', '6', '果皮箱内胆缺失', '已补装内胆'],
  ['4', '6', '垃圾亭宣传栏玻璃破损', '已更换玻璃并清理碎片'],
  ['5', '7', '运输车尾部撒漏', '已清洗路面，车辆密封条已更换'],
  ['5', '8', '作业人员未穿反光衣', '已教育当事人并现场整改'],
] as const
const scores = [0.5, 1, 1, 2, 2, 3, 5]
const returns = ['照片上仍有积泥，请重新处理', '复查时仍有异味', '没有上传处理后的情况，请补充', '整改不彻底']
const verdicts = ['复查合格', '现场复查已整改', '']

type Finding = (typeof found | typeof foundInVillages)[number]
type Person = { id: number; name: string; deptId: number; roleCode: string }
type Step = InspectionState & { at: number; who: Person; remark: string }

/** Steps of an inspection until `now`: feedback after a while, seldom a return, finally the close. Times are epoch ms. */
function stepsUntil(random: () => number, now: number, at: number, reporter: Person, responsible: Person, answer: string) {
  const steps: Step[] = [{ status: InspectionStatus.waiting, ifReturn: null, at, who: reporter, remark: '' }]
  const { fedBack, waiting, closed } = InspectionStatus
  const slowness = random() < 0.15 ? 10 : 1
  for (let moment = at; steps.at(-1)?.status !== closed; ) {
    moment += whole(random, 40, 900) * (steps.at(-1)?.ifReturn ? 6 : slowness) * minuteMs
    if (moment >= now) break
    steps.push({ status: fedBack, ifReturn: null, at: moment, who: responsible, remark: answer })
    moment += whole(random, 60, 2000) * slowness * minuteMs
    if (moment >= now) break
    if (steps.length === 2 && random() < 0.3)
      steps.push({ status: waiting, ifReturn: 1, at: moment, who: reporter, remark: pick(random, returns) })
    else steps.push({ status: closed, ifReturn: null, at: moment, who: reporter, remark: pick(random, verdicts) })
  }
  return steps
}

/** Findings in villages, in the same form. */
const foundInVillages = [
  ['3', '5', '户厕蹲便器有污垢，地面未冲洗', '已上门清洗，并向农户讲解日常维护'],
  ['3', '6', '三格化粪池盖板移位，存在安全隐患', '盖板已复位并加装锁扣'],
  ['3', '5', '化粪池粪液外溢', '已安排吸粪车抽运，周边已冲洗'],
  ['3', '6', '冲水桶损坏，农户无法使用', '已更换冲水桶，试用正常'],
  ['5', '7', '吸粪车抽运后道路有粪液撒漏', '已冲洗路面，并检查了车辆阀门'],
] as const

type Ground = {
  tenantId: number
  teams: readonly Team[]
  /** The departments of the teams. */
  crews: readonly Department[]
  deptIdOf: DepartmentOf
  count: number
  isRural?: boolean
}

/** Adds inspections of the month before `now` on the teams' ground: reported by inspectors of its department or the one above, answered by its leader. */
export async function loadInspections(tx: Tx, ground: Ground, photos: DemoPhotos, now: Date) {
  const { tenantId, crews } = ground
  const drawn = draw(await findPeople(tx, tenantId), ground, now.getTime())
  const stored = await tx
    .insert(inspections)
    .values(
      drawn.map(({ row, answered }, i) => ({
        ...row,
        img: photos.before(row.eventContent, i),
        ...(answered && { treatImg: photos.after(row.eventContent, i) }),
      })),
    )
    .returning({ id: inspections.id, soonTime: inspections.soonTime, dueTime: inspections.dueTime })
  const events = drawn.map((one, i) => ({ ...one, ...stored[i]! }))
  await tx.insert(inspectionSteps).values(events.flatMap((event, i) => stepRows(event, photos, i)))
  const handlers = new Map<number, number[]>()
  for (const { id } of crews) handlers.set(id, await recipientsOf(tx, tenantId, 'inspection_handle', id))
  await tx.insert(pushes).values(events.flatMap((event) => pushRows(event, handlers.get(event.row.deptId) ?? [])))
  return drawn.length
}

type Drawn = ReturnType<typeof draw>[number]
type Stored = Drawn & { id: number; soonTime: string; dueTime: string }

/** Inspections by time with their steps until `now`, epoch ms. */
function draw(people: readonly Person[], { tenantId, teams, crews, deptIdOf, count, isRural }: Ground, now: number) {
  const random = seeded(20_261_100 + tenantId)
  const placeOf = places()
  const drawn = Array.from({ length: count }, () => {
    const team = pick(random, teams)
    const deptId = deptIdOf(team)
    const above = crews.find(({ id }) => id === deptId)?.parentId
    const responsible = people.find((one) => one.roleCode === 'ROLE_LEADER' && one.deptId === deptId)
    const reporters = people.filter((one) => one.roleCode === 'ROLE_INSPECTOR' && [deptId, above].includes(one.deptId))
    if (!responsible || !reporters.length) return []
    const [businessType, assessmentStandard, eventContent, answer] = pick<Finding>(random, isRural ? foundInVillages : found)
    const place = placeOf(random, team)
    const at = now - 6 * minuteMs - Math.floor(random() ** 2.2 * 30 * dayMs)
    const reporter = pick(random, reporters)
    const steps = stepsUntil(random, now, at, reporter, responsible, answer)
    const { status, ifReturn } = steps.at(-1) ?? { status: InspectionStatus.waiting, ifReturn: null }
    const answered = steps.findLast((step) => step.status === InspectionStatus.fedBack)
    const row = {
      tenantId,
      createTime: timeText(at),
      reportPersonId: reporter.id,
      responsibleId: responsible.id,
      deptId,
      businessType,
      assessmentStandard,
      eventContent,
      score: pick(random, scores),
      position: place.text,
      lng: place.lng,
      lat: place.lat,
      disposeTimeLimit: pick(random, [4, 8, 24]),
      status,
      ifReturn,
      disposeTime: answered ? disposeMinutes(at, answered.at) : null,
    }
    return [{ at, row, steps, answered }]
  })
  return drawn.flat().sort((a, b) => a.at - b.at)
}

const stepRows = ({ id, row, steps }: Drawn & { id: number }, photos: DemoPhotos, i: number) =>
  steps.map(({ at, who, status, ifReturn, remark }, n) => ({
    tenantId: row.tenantId,
    inspectEventId: id,
    createTime: timeText(at),
    userId: who.id,
    userName: who.name,
    status,
    ifReturn,
    remark,
    ...(n === 0 && { img: photos.before(row.eventContent, i) }),
    ...(status === InspectionStatus.fedBack && { img: photos.after(row.eventContent, i) }),
  }))

/** Messages to the responsible, to `handlers` and, once something was done, to the reporter. */
function pushRows({ id, soonTime, dueTime, row, steps }: Stored, handlers: readonly number[]) {
  const recipientIds = [row.responsibleId, ...handlers, ...(steps.length > 1 ? [row.reportPersonId] : [])]
  const isRead = (userId: number) => row.status === InspectionStatus.closed || steps.at(-1)?.who.id === userId
  return [...new Set(recipientIds)].map((pushObjectId) => ({
    tenantId: row.tenantId,
    createTime: row.createTime,
    soonTime,
    dueTime,
    msgType: MsgType.inspection,
    eventId: id,
    pushObjectId,
    objectType: ObjectType.person,
    objectId: row.responsibleId,
    deptId: row.deptId,
    fromId: row.reportPersonId,
    status: tabOf(row),
    readUnread: isRead(pushObjectId) ? (1 as const) : (0 as const),
  }))
}

/** The staff of a tenant, each with their role. */
const findPeople = (tx: Tx, tenantId: number): Promise<Person[]> =>
  tx
    .select({
      id: users.id,
      name: displayName(users),
      deptId: users.deptId,
      roleCode: roles.roleCode,
    })
    .from(users)
    .innerJoin(userRoles, and(eq(userRoles.tenantId, users.tenantId), eq(userRoles.userId, users.id)))
    .innerJoin(roles, and(eq(roles.tenantId, users.tenantId), eq(roles.id, userRoles.roleId)))
    .where(and(eq(users.tenantId, tenantId), eq(users.lockFlag, '0')))
    .orderBy(users.id)
