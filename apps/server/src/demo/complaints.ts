import { personName, phone } from '@huanwei/city/places'
import { pick, seeded, whole } from '@huanwei/city/random'
import { ComplaintStatus, ComplaintType } from '@huanwei/contract/complaints/codes'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { MsgType, PushStatus } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs, minuteMs } from '@huanwei/contract/time'
import type { Tx } from '../db/connect.ts'
import { complaintSteps, complaints } from '../features/complaints/table.ts'
import type { facilities } from '../features/facilities/table.ts'
import { recipientsOf } from '../features/messages/sending/queries.ts'
import { pushes } from '../features/messages/table.ts'
import { newCode } from '../lib/code.ts'
import { timeText } from '../lib/time.ts'
import type { DemoPhotos } from './photos.ts'
import type { Recipient } from './violations/history.ts'

const scoresGiven = [5, 4, 5, 3, 5, 5, 4, 2, 5, 4, 1] as const

const { complaint, feedback } = ComplaintType
/** Type and text of a report, and its answer. */
const toilet = [
  [complaint, '男厕小便池堵塞，地面有积水，味道很大', '已安排疏通并清洗地面，现已恢复使用，感谢您的反映'],
  [complaint, '女厕第三个隔间门锁坏了，关不上', '门锁已更换，请您监督'],
  [complaint, '洗手液用完好几天了，没有人补', '已补充洗手液，并要求保洁员每班检查'],
  [complaint, '没有厕纸，纸架是空的', '已补充厕纸，后续增加巡查次数'],
  [complaint, '地面湿滑，老人差点摔倒，希望放防滑垫', '已铺设防滑垫并放置警示牌'],
  [complaint, '晚上灯不亮，里面很黑', '照明线路已修复，灯具正常'],
  [complaint, '蹲位脏，很久没有打扫', '已立即保洁，对当班人员进行了批评教育'],
  [feedback, '保洁员很负责，厕所很干净，点赞', '感谢您的肯定，我们会继续努力'],
  [feedback, '建议增加一个母婴台', '建议已收到，已列入下半年改造计划'],
  [feedback, '建议晚上延长开放到十一点', '已调整开放时间至 23:00，感谢建议'],
  [feedback, '无障碍卫生间很方便，希望多建几个', '感谢支持，新建公厕均设无障碍卫生间'],
] as const
const station = [
  [complaint, '早上五点压缩机噪音太大，影响休息', '已将作业时间调整到六点半以后'],
  [complaint, '门口有渗滤液，臭味明显', '已冲洗地面并喷洒除臭剂，加装接水槽'],
  [complaint, '垃圾车在路边排队，堵住了人行道', '已安排人员疏导，车辆分时段进站'],
  [complaint, '围挡外堆了很多大件垃圾没有运走', '大件垃圾已清运完毕'],
  [feedback, '除臭之后好多了，谢谢', '感谢您的理解与支持'],
  [feedback, '建议在门口公示收运时间', '已在门口张贴收运时间表'],
] as const

const household = [
  [complaint, '化粪池满了，预约两天还没有人来抽', '已安排吸粪车上门抽运，向您致歉'],
  [complaint, '改厕后冲水桶漏水', '已上门更换冲水桶'],
  [complaint, '抽粪车把门口的路弄脏了', '已派人冲洗路面，并教育驾驶员'],
  [complaint, '粪池盖板裂了，担心孩子踩空', '盖板已更换并加固'],
  [feedback, '抽粪师傅很热心，还帮忙疏通了管道', '感谢您的肯定，我们会继续努力'],
  [feedback, '希望在村口公示抽粪的时间', '已在村务公开栏张贴每月抽运安排'],
] as const

type Text = readonly [ComplaintType, string, string]
/** Texts by the type of the facility; citizens report about these alone. */
const texts: ReadonlyMap<string, readonly Text[]> = new Map<string, readonly Text[]>([
  [FacilityType.publicToilet, toilet],
  [FacilityType.transferStation, station],
  [FacilityType.ruralToilet, household],
])

export type ComplaintPlace = Pick<
  typeof facilities.$inferSelect,
  'tenantId' | 'id' | 'name' | 'address' | 'deptId' | 'facilityType' | 'lng' | 'lat'
>
type Place = ComplaintPlace

/**
 * Adds public events about the toilets and transfer stations of a tenant in the month before `now`: all but the latest answered, by the last of the
 * `handlers` in whose scope they are.
 */
export async function loadComplaints(
  tx: Tx,
  tenantId: number,
  count: number,
  places: readonly Place[],
  handlers: readonly Recipient[],
  photos: DemoPhotos,
  now: Date,
) {
  const open = places.filter(({ facilityType }) => texts.has(facilityType))
  const drawn = draw(open, count, now.getTime())
  const stored = await tx
    .insert(complaints)
    .values(drawn.map((one, i) => complaintRow(one, photos, i)))
    .returning({ complaintId: complaints.id, soonTime: complaints.soonTime, dueTime: complaints.dueTime })
  const recipients = new Map<number, number[]>()
  for (const { deptId } of open)
    if (!recipients.has(deptId)) recipients.set(deptId, await recipientsOf(tx, tenantId, 'complaint_handle', deptId))
  const events = drawn.map((one, i) => ({ ...one, ...stored[i]! }))
  await tx.insert(complaintSteps).values(
    events.flatMap((event, i) => {
      const answerer = handlers.findLast(({ departments }) => !departments || departments.includes(event.place.deptId))
      return stepRows(event, answerer, photos, i)
    }),
  )
  await tx.insert(pushes).values(events.flatMap((event) => pushRows(event, recipients.get(event.place.deptId) ?? [])))
  return count
}

type Drawn = ReturnType<typeof draw>[number]
type Stored = Drawn & { complaintId: number; soonTime: string; dueTime: string }

/** Events by time, epoch ms. */
function draw(open: readonly Place[], count: number, now: number) {
  const random = seeded(20_261_015)
  return Array.from({ length: count }, () => {
    const place = pick(random, open)
    const [eventType, content, reply] = pick(random, texts.get(place.facilityType) ?? toilet)
    // Somewhat more frequent towards today.
    const at = now - 4 * minuteMs - Math.floor(random() ** 1.3 * 30 * dayMs)
    const answered = at + whole(random, 20, 900) * minuteMs
    const isNamed = random() < 0.6
    return {
      place,
      eventType,
      content,
      reply,
      at,
      answered: answered < now && random() < 0.985 ? answered : null,
      reportPerson: isNamed ? personName(random) : '',
      contactInformation: isNamed ? phone(random) : '',
    }
  }).sort((a, b) => a.at - b.at)
}

function complaintRow({ place, at, answered, reply, eventType, content, ...reporter }: Drawn, photos: DemoPhotos, i: number) {
  return {
    tenantId: place.tenantId,
    code: newCode(),
    facilityId: place.id,
    facilityName: place.name,
    deptId: place.deptId,
    eventType,
    eventTime: timeText(at),
    content,
    position: place.address,
    lng: place.lng,
    lat: place.lat,
    ...reporter,
    url: eventType === complaint ? photos.before(content, i) : [],
    ...(answered && { status: ComplaintStatus.handled, resultContent: reply, resultTime: timeText(answered) }),
    // Two citizens in five come back to the answer.
    ...(answered && i % 5 < 2 && { score: scoresGiven[i % scoresGiven.length] }),
    ...(answered && eventType === complaint && { resultUrl: photos.after(content, i) }),
  }
}

function stepRows(event: Stored, answerer: Recipient | undefined, photos: DemoPhotos, i: number) {
  const { complaintId, at, answered, reply, eventType, content } = event
  const common = { tenantId: event.place.tenantId, complaintId }
  const came = { ...common, createTime: timeText(at), userName: '', status: ComplaintStatus.pending, remark: '' }
  if (!answered || !answerer) return [came]
  const url = eventType === complaint ? photos.after(content, i) : []
  const by = { userId: answerer.id, userName: answerer.name, url }
  return [came, { ...common, ...by, createTime: timeText(answered), status: ComplaintStatus.handled, remark: reply }]
}

const pushRows = ({ complaintId, soonTime, dueTime, at, answered, place, eventType }: Stored, recipients: readonly number[]) =>
  recipients.map((pushObjectId) => ({
    tenantId: place.tenantId,
    createTime: timeText(at),
    msgType: MsgType.public,
    soonTime,
    dueTime,
    eventId: complaintId,
    pushObjectId,
    objectType: ObjectType.facility,
    objectId: place.id,
    deptId: place.deptId,
    kind: eventType,
    status: answered ? PushStatus.handled : PushStatus.pending,
    readUnread: answered ? (1 as const) : (0 as const),
  }))
