import { personName, phone } from '@huanwei/city/places'
import { pick, seeded, whole } from '@huanwei/city/random'
import { CleaningStatus, CleaningType } from '@huanwei/contract/cleaning/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { dayMs, hourMs, minuteMs } from '@huanwei/contract/time'
import { and, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { cleaningCodeCounters, cleaningReports, cleaningSteps } from '../../features/cleaning/table.ts'
import type { facilities } from '../../features/facilities/table.ts'
import { users } from '../../features/users/table.ts'
import { timeText } from '../../lib/time.ts'
import type { ComplaintPlace } from '../complaints.ts'
import type { Department } from '../organisation.ts'
import type { DemoPhotos } from '../photos.ts'
import type { LoadedVehicle } from '../vehicles.ts'
import type { Recipient } from '../violations/history.ts'
import { type DemoCause, demoCauses } from './causes.ts'

const { suction, cleaning, repair } = CleaningType

/** Type and text of a request, and the remark when it is done. */
const toilet = [
  [cleaning, '地面有积水和脚印，需要保洁', '已拖净地面并摆放防滑牌'],
  [cleaning, '垃圾篓已满，异味较大', '垃圾已清空，已喷洒除臭剂'],
  [cleaning, '洗手台台面和镜面有污渍', '台面、镜面已擦净'],
  [suction, '化粪池液位高，需要抽粪', '已抽运一车，液位恢复正常'],
  [suction, '蹲位返水，疑似化粪池已满', '已抽粪并疏通管道'],
  [repair, '第二隔间门锁损坏', '门锁已更换'],
  [repair, '感应水龙头不出水', '已更换感应器电池，出水正常'],
] as const
const station = [
  [cleaning, '卸料平台有渗滤液，需要冲洗', '平台已冲洗消杀'],
  [cleaning, '站内墙面积灰，需要清洁', '墙面已清洗'],
  [repair, '压缩机液压管渗油', '已更换密封圈，试机正常'],
] as const
const household = [
  [suction, '三格化粪池已满，请安排抽粪', '已抽运，池盖已复位'],
  [suction, '厕所下水慢，可能粪池满了', '已抽粪疏通，下水正常'],
  [suction, '粪池快满了，请赶在下雨前来抽', '已抽运一车，液位恢复正常'],
  [repair, '冲水桶进水阀坏了', '进水阀已更换'],
  [repair, '化粪池盖板开裂', '盖板已更换'],
] as const
const evaluations = ['处理及时，效果很好', '干净', '来得快，满意', '时间稍长，结果可以', '']

/** What is written when work that was dispatched from something is done. */
const results = ['已到场清理，现场恢复整洁', '已清运并冲洗干净', '已处理完毕，周边一并清扫']

type Kind = readonly [CleaningType, string, string]
type Place = {
  deptId: number
  name: string
  position: string
  lng: number
  lat: number
  facilityId: number | null
  kinds: readonly Kind[]
}
type Person = { id: number; name: string; deptId: number }
type World = {
  tenantId: number
  count: number
  seed: number
  /** Share of the reports of one or two days ago that are assigned and left undone. */
  leftShare: number
  places: Place[]
  people: Person[]
  /** The person who assigns and evaluates in a department. */
  bossOf: (deptId: number) => Person
  fleet: readonly LoadedVehicle[]
  photos: DemoPhotos
  /** What the boss of its department dispatches work from. */
  causes?: readonly DemoCause[]
}

type Loaded = {
  places: readonly (typeof facilities.$inferSelect)[]
  fleet: readonly LoadedVehicle[]
  rural: readonly LoadedVehicle[]
  villages: readonly Department[]
  /** Of the villages. */
  households: readonly ComplaintPlace[]
  handlers: readonly Recipient[]
  photos: DemoPhotos
  ruralPhotos: DemoPhotos
}

/** Households of a village that ask for something. */
const askingOfVillage = 12

/** Cleaning reports of the month before `now` at toilets and transfer stations, and from households of the villages; older ones are closed. */
export async function loadCleaning(
  tx: Tx,
  { places, fleet, rural, villages, households, handlers, photos, ruralPhotos }: Loaded,
  now: Date,
) {
  const random = seeded(34)
  // Whose trucks and people come: those of the town.
  const townOf = new Map(villages.map(({ id, parentId }) => [id, parentId]))
  const asking = [...Map.groupBy(households, ({ deptId }) => deptId)].flatMap(([village, all]) =>
    Array.from({ length: askingOfVillage }, (): Place => {
      const { id, name, address, lng, lat } = pick(random, all)
      const place = { name, position: address, lng, lat, facilityId: id, kinds: household }
      return { deptId: townOf.get(village) ?? village, ...place }
    }),
  )
  const [own, ruralPeople] = [await peopleOf(tx, 1), await peopleOf(tx, 34)]
  const bossOf = (deptId: number) =>
    mustBe(
      own,
      handlers.findLast(({ departments }) => !departments || departments.includes(deptId)),
    )
  const ruralBoss = mustBe(ruralPeople, ruralPeople[0])
  const ofCity = {
    tenantId: 1,
    count: 700,
    seed: 700,
    leftShare: 0.2,
    places: cleanedPlaces(places),
    people: own,
    bossOf,
    fleet,
    photos,
    causes: await demoCauses(tx, 1, now.getTime()),
  }
  const ofVillages = {
    tenantId: 34,
    count: 180,
    seed: 90,
    leftShare: 0.6,
    places: asking,
    people: ruralPeople,
    bossOf: () => ruralBoss,
    fleet: rural,
    photos: ruralPhotos,
  }
  return (await storeCleaning(tx, ofCity, now)) + (await storeCleaning(tx, ofVillages, now))
}

const kindsOf: ReadonlyMap<string, readonly Kind[]> = new Map<string, readonly Kind[]>([
  [FacilityType.publicToilet, toilet],
  [FacilityType.transferStation, station],
  [FacilityType.ruralToilet, household],
])

/** The facilities that somebody cleans, empties or repairs on request. */
export const cleanedPlaces = (places: readonly (typeof facilities.$inferSelect)[]) =>
  places.flatMap(({ id, name, address, facilityType, ...place }): Place[] => {
    const kinds = kindsOf.get(facilityType)
    return kinds ? [{ ...place, name, position: address, facilityId: id, kinds }] : []
  })

function mustBe(people: Person[], wanted: { id: number } | undefined) {
  const found = people.find(({ id }) => id === wanted?.id)
  if (!found) throw new Error('nobody assigns')
  return found
}

export const peopleOf = (tx: Tx, tenantId: number) =>
  tx
    .select({ id: users.id, name: users.name, username: users.username, deptId: users.deptId })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.lockFlag, '0')))
    .orderBy(users.id)
    .then((all) => all.map(({ username, name, ...rest }) => ({ ...rest, name: name || username })))

/** Generates the reports of one tenant and stores them. Returns their number. */
export async function storeCleaning(tx: Tx, world: World, now: Date) {
  const { tenantId, photos } = world
  const drawn: Drawn[] = [...draw(world, now.getTime()), ...dispatched(world)].sort((a, b) => a.at - b.at)
  const days = new Map<string, number>()
  const rows = drawn.map((one, i) => {
    const day = timeText(one.at).slice(0, 10)
    const number = (days.get(day) ?? 0) + 1
    days.set(day, number)
    const code = `BJ${day.replaceAll('-', '')}${String(number).padStart(4, '0')}`
    return { tenantId, code, ...reportRow(one, photos, i) }
  })
  const stored = await tx.insert(cleaningReports).values(rows).returning({ id: cleaningReports.id })
  // Nobody is reminded of what was overdue before the first start.
  await tx
    .update(cleaningReports)
    .set({ dueReminded: true })
    .where(and(eq(cleaningReports.tenantId, tenantId), lt(cleaningReports.dueTime, timeText(now.getTime()))))
  await tx.insert(cleaningCodeCounters).values([...days].map(([day, last]) => ({ tenantId, day, last })))
  await tx.insert(cleaningSteps).values(
    drawn.flatMap(({ steps, sender, boss, assignee, content, result, evaluation, cause }, i) =>
      steps.map((moment, step) => ({
        tenantId,
        reportId: stored[i]?.id ?? 0,
        createTime: timeText(moment),
        status: statusAfter(step + 1),
        ...by([sender, boss, assignee][step] ?? boss),
        remark: [content, '', result, evaluation, ''][step] ?? '',
        img: [photos.before(content, nth(cause, i)), [], photos.after(content, nth(cause, i))][step] ?? [],
      })),
    ),
  )
  return drawn.length
}

/** Work that was dispatched from something always has its photos. */
const nth = (cause: DemoCause | undefined, i: number) => (cause ? 2 * i : i)

/** A report as far as its steps have come. */
function reportRow({ place, steps, cause, ...report }: Drawn, photos: DemoPhotos, i: number) {
  const { type, content, at, assignee, vehicleId, score, evaluation, result, reporter, contact, sender } = report
  const [, assignTime, processTime, evaluateTime, overTime] = steps
  return {
    type,
    content,
    reportTime: timeText(at),
    facilityId: place.facilityId,
    facilityName: place.name,
    deptId: place.deptId,
    position: place.position,
    lng: place.lng,
    lat: place.lat,
    reporterId: sender.id,
    reporter,
    contact,
    status: statusAfter(steps.length),
    img: photos.before(content, nth(cause, i)),
    causeKind: cause?.kind ?? null,
    causeId: cause?.id ?? null,
    ...(assignTime && {
      assigneeId: assignee.id,
      assigneeName: assignee.name,
      vehicleId,
      assignTime: timeText(assignTime),
    }),
    ...(processTime && {
      processTime: timeText(processTime),
      processRemark: result,
      processImg: photos.after(content, nth(cause, i)),
    }),
    ...(evaluateTime && { score, evaluation, evaluateTime: timeText(evaluateTime) }),
    ...(overTime && { overTime: timeText(overTime) }),
  }
}

const by = ({ id, name }: Person) => ({ userId: id, userName: name })

const statuses = Object.values(CleaningStatus)
const statusAfter = (steps: number) => statuses[steps - 1] ?? CleaningStatus.created

type Drawn = ReturnType<typeof draw>[number] & { cause?: DemoCause }

/** Work dispatched from the causes, in turn as far as each state; that of what is dealt with is over. */
function dispatched({ causes = [], seed, people, bossOf }: World): Drawn[] {
  const random = seeded(seed + 1)
  return causes.map((cause, i) => {
    const { deptId, facilityId, name, position, lng, lat, content, isOpen } = cause
    const boss = bossOf(deptId)
    const near = people.filter((one) => one.deptId === deptId && one.id !== boss.id)
    // All within the ten hours after it began.
    const most = Math.min(cause.until - cause.at, 10 * hourMs)
    const steps = [0.05, 0.15, 0.5, 0.7, 0.8].map((share) => cause.at + Math.floor(share * most))
    return {
      cause,
      place: { deptId, facilityId, name, position, lng, lat, kinds: [] },
      type: cleaning,
      content,
      result: pick(random, results),
      at: steps[0] ?? cause.at,
      steps: steps.slice(0, isOpen ? 1 + (i % 3) : undefined),
      boss,
      sender: boss,
      assignee: near.length ? pick(random, near) : boss,
      vehicleId: null,
      score: pick(random, [4, 5, 5]),
      evaluation: pick(random, evaluations),
      reporter: boss.name,
      contact: '',
    }
  })
}

/** Reports by time, each with the times (epoch ms) at which it was reported, assigned, done, evaluated and closed until `now`. */
function draw({ count, seed, leftShare, places, people, bossOf, fleet }: World, now: number) {
  const random = seeded(seed)
  return Array.from({ length: count }, () => {
    const place = pick(random, places)
    const [type, content, result] = pick<Kind>(random, place.kinds)
    // Somewhat more frequent towards today.
    const at = now - 6 * minuteMs - Math.floor(random() ** 1.6 * 30 * dayMs)
    const pauses = [whole(random, 5, 700), whole(random, 40, 1500), whole(random, 20, 1800), whole(random, 10, 2200)]
    const steps = [at]
    for (const pause of pauses) steps.push((steps.at(-1) ?? at) + pause * minuteMs)
    const ageMs = now - at
    const isLeft = ageMs > 26 * hourMs && ageMs < 60 * hourMs && random() < leftShare
    const boss = bossOf(place.deptId)
    const near = people.filter(({ deptId, id }) => deptId === place.deptId && id !== boss.id)
    const cars = fleet.filter(({ deptId, vehicle }) => deptId === place.deptId && (type !== suction || vehicle.type === '吸粪车'))
    const sender = near.length && random() < 0.6 ? pick(random, near) : boss
    return {
      place,
      type,
      content,
      result,
      at,
      steps: steps.slice(0, isLeft ? 2 : undefined).filter((moment) => moment < now),
      boss,
      sender,
      assignee: near.length ? pick(random, near) : boss,
      vehicleId: cars.length && random() < 0.7 ? pick(random, cars).id : null,
      score: pick(random, [3, 4, 4, 5, 5, 5]),
      evaluation: pick(random, evaluations),
      reporter: random() < 0.5 ? sender.name : personName(random),
      contact: random() < 0.6 ? phone(random) : '',
    }
  }).sort((a, b) => a.at - b.at)
}
