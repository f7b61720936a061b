import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { MsgType, ReminderTask } from '@huanwei/contract/messages/codes'
import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { facilities } from '../facilities/table.ts'
import { diskStore } from '../files/file-store.ts'
import { files } from '../files/table.ts'
import { removeUnusedPhotos } from './jobs.ts'
import { citizenPhotos, complaints, identityViews } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let [admin, handler, viewer]: Person[] = []
let photo: Buffer
const code = 'TOILETTOILET2345'
const otherCode = 'STATIONSTATION23'

beforeAll(async () => {
  server = await startTestServer()
  await server.db.system(async (tx) => {
    const known = await tx.select().from(departments).where(eq(departments.tenantId, 1))
    const deptIdOf = (name: string) => known.find((one) => one.name === name)!.id
    const common = { tenantId: 1, initials: 'x', facilityType: '1', address: '建设路 1 号' }
    await tx.insert(facilities).values([
      { ...common, deptId: deptIdOf('一部'), name: '建设路公厕', code, lng: 104.1, lat: 30.6 },
      { ...common, deptId: deptIdOf('二部'), name: '远处中转站', code: otherCode, lng: 104.2, lat: 30.7 },
    ])
  })
  admin = await server.login('admin')
  handler = await server.login('handler')
  viewer = await server.login('viewer')
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#5a5' } })
    .withExif({ IFD0: { Make: 'Secret Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 39/1 0/1' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => server.close())
beforeEach(() => server.db.owner.query('delete from login_failure'))

const open = async (method: 'GET' | 'POST', url: string, payload?: object, headers = {}) => {
  const reply = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: reply.statusCode, ...reply.json() }
}
const fields = { facilityCode: code, eventType: 0, content: '地面积水' }
const send = (more: object = {}, headers = {}) => open('POST', citizenPaths.report, { ...fields, ...more }, headers)

async function upload(content: Buffer | string, facilityCode = code) {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="x.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  const reply = await server.app.inject({
    method: 'POST',
    url: citizenPaths.upload.replace(':facilityCode', facilityCode),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]),
  })
  return { status: reply.statusCode, ...reply.json() }
}
const idOf = async (reportCode: string) => {
  const [row] = await server.db.system((tx) => tx.select().from(complaints).where(eq(complaints.code, reportCode)))
  return row!.id
}
const detail = async (who: Person, id: number) =>
  (await who.call('GET', `/admin/wcComplaint/getComplaintRecommendationVerify?id=${id}`)).data
const reply = (who: Person, id: number, more: object = {}) =>
  who.call('PUT', '/admin/wcComplaint', { id, resultContent: '已清理', ...more })
const pushesOf = async (who: Person, more = '') =>
  (await who.call('GET', `/admin/msgPush/page?msgType=5&pushObjectId=${who.userId}${more}`)).data

test('a report reaches the people who handle it in that department, and nobody else', async () => {
  const before = (await pushesOf(handler!)).total
  const { data } = await send({ reportPerson: '张三丰', contactInformation: '13812345678' })
  expect(data.code).toMatch(/^[2-9A-Z]{16}$/)
  const mine = await pushesOf(handler!, '&status=1')
  expect(mine.total).toBe(before + 1)
  expect(mine.records[0]).toMatchObject({
    id: await idOf(data.code),
    msgType: '5',
    readUnread: 0,
    facilityName: '建设路公厕',
    position: '建设路公厕',
    lng: 104.1,
    lat: 30.6,
    reportPerson: '张**',
    contactInformation: '138****5678',
    status: 1,
    eventType: 0,
    content: '地面积水',
  })
  expect((await pushesOf(viewer!)).total).toBe(0)
  expect((await pushesOf(admin!)).records[0]).toMatchObject({ id: await idOf(data.code) })
  const far = (await send({ facilityCode: otherCode, content: '远处' })).data.code
  expect((await pushesOf(handler!)).total).toBe(before + 1)
  expect((await detail(admin!, await idOf(far))).content).toBe('远处')
  expect(await detail(handler!, await idOf(far))).toBeNull()
})

test('both lists, pushed and in scope, are filtered by kind, state, facility and day', async () => {
  const { data } = await send({ eventType: 1, content: '很干净' })
  const id = await idOf(data.code)
  const only = await pushesOf(handler!, '&complaintRecommendationEventType=1')
  expect(only.records.map((one: { id: number }) => one.id)).toEqual([id])
  expect(only.total).toBe(1)
  const list = async (query: string) => (await viewer!.call('GET', `/admin/wcComplaint/page?${query}`)).data
  expect((await list('eventType=1')).records).toMatchObject([{ id, content: '很干净', deptName: '一部' }])
  expect((await list('eventType=1&status=2')).total).toBe(0)
  expect((await list('endTime=2020-01-01 00:00:00')).total).toBe(0)
  const facilityId = (await list('eventType=1')).records[0].facilityId
  expect((await list(`objectId=${facilityId}&eventType=1`)).total).toBe(1)
  expect((await list(`objectId=${facilityId + 1}`)).total).toBe(0)
})

test('an answer needs a text and pictures uploaded by its author, is given once, and reaches the citizen', async () => {
  const { data } = await send()
  const id = await idOf(data.code)
  expect(await reply(handler!, id, { resultContent: '  ' })).toMatchObject({ status: 400, msg: '请输入回复内容' })
  expect(await reply(handler!, id, { resultUrl: `${'0'.repeat(32)}.jpg` })).toMatchObject({ status: 409 })
  expect((await reply(viewer!, id)).status).toBe(403)
  const answered = await reply(handler!, id)
  expect(answered.data.eventVo.eventProcessList).toMatchObject([
    { status: 1, objectName: '' },
    { status: 2, objectName: 'handler', remark: '已清理' },
  ])
  const second = await reply(admin!, id)
  expect([second.status, second.msg]).toEqual([409, expect.stringMatching(/^handler 已于 .* 回复$/)])
  expect((await pushesOf(handler!, '&status=2')).records[0]).toMatchObject({ id, status: 2 })
  const { data: status } = await open('GET', citizenPaths.status.replace(':reportCode', data.code))
  expect(status).toMatchObject({ status: 2, resultContent: '已清理', content: '地面积水', facilityName: '建设路公厕' })
  expect(Object.keys(status).sort().join()).toBe(
    'afterUrls,beforeUrls,content,eventTime,eventType,facilityName,resultContent,resultTime,resultUrls,score,scoreRemark,status,work',
  )
})

test('the citizen says once, and after the answer, how satisfied they are', async () => {
  const { data } = await send()
  const id = await idOf(data.code)
  const path = citizenPaths.score.replace(':reportCode', data.code)
  const score = (stars: unknown, at = path, remark = '气味小多了') => open('POST', at, { score: stars, remark })
  expect(await score(4)).toMatchObject({ status: 409, msg: '回复之后才能评价' })
  await reply(handler!, id)
  for (const wrong of [0, 6, 2.5, 'x', null]) expect((await score(wrong)).status).toBe(400)
  expect((await score(4, citizenPaths.score.replace(':reportCode', 'NOBODYHASTHIS123'))).status).toBe(404)
  expect((await score(4, path, 'x'.repeat(301))).status).toBe(400)
  const both = await Promise.all([score(4), score(4)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await score(1)).toMatchObject({ status: 409, msg: '您已评价过，谢谢' })
  const { data: status } = await open('GET', citizenPaths.status.replace(':reportCode', data.code))
  expect([status.score, (await detail(handler!, id)).score]).toEqual([4, 4])
  const { records } = (await viewer!.call('GET', '/admin/wcComplaint/page?status=2')).data
  expect(records.find((one: { id: number }) => one.id === id)).toMatchObject({ score: 4, scoreRemark: '气味小多了' })
})

test('both lists, pushed and in scope, are filtered by how satisfied the citizen is', async () => {
  const said = async (stars?: number) => {
    const { data } = await send()
    const id = await idOf(data.code)
    await reply(handler!, id)
    if (stars) await open('POST', citizenPaths.score.replace(':reportCode', data.code), { score: stars })
    return id
  }
  const [bad, neutral, good, silent] = [await said(2), await said(3), await said(5), await said()]
  const waiting = await idOf((await send()).data.code)
  const all = [bad, neutral, good, silent, waiting]
  const found = async (satisfaction: string) => {
    const lists = [
      await pushesOf(handler!, `&satisfaction=${satisfaction}`),
      (await viewer!.call('GET', `/admin/wcComplaint/page?satisfaction=${satisfaction}`)).data,
    ]
    const [pushed, inScope] = lists.map(({ records, total }) => {
      expect(total).toBe(records.length)
      return records.map((one: { id: number }) => one.id).filter((one: number) => all.includes(one))
    })
    expect(inScope).toEqual(pushed)
    return pushed
  }
  expect([await found('dissatisfied'), await found('neutral'), await found('satisfied')]).toEqual([[bad], [neutral], [good]])
  expect(await found('unsaid')).toEqual([silent])
})

test('two people answer 200 reports at once: one answer each, the other learns who gave it', async () => {
  for (const batch of [1, 2, 3, 4]) {
    // Removes the counted attempts: this many reports about one facility would be rate-limited.
    await server.db.owner.query('delete from login_failure')
    await rounds(50, async (index) => {
      const id = await idOf((await send({}, { 'x-forwarded-for': `10.0.${batch}.${index}` })).data.code)
      const both = await Promise.all([reply(handler!, id, { resultContent: '甲' }), reply(admin!, id, { resultContent: '乙' })])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const refused = both.find(({ status }) => status === 409)!
      const { eventVo, resultContent } = await detail(admin!, id)
      expect(eventVo.eventProcessList).toHaveLength(2)
      expect(refused.msg).toMatch(resultContent === '甲' ? /^handler 已于 .* 回复$/ : /^admin 已于 .* 回复$/)
    })
  }
  await tallyIsExact(server.db)
})

test('personal data are returned in full only with the permission and a reason, which is recorded', async () => {
  const { data } = await send({ reportPerson: '李四', contactInformation: '13900001111' })
  const id = await idOf(data.code)
  expect(await detail(admin!, id)).toMatchObject({ reportPerson: '李*', contactInformation: '139****1111', identityViews: [] })
  const ask = (who: Person, reason: string) => who.call('POST', '/admin/wcComplaint/identity', { id, reason })
  expect((await ask(handler!, '回访')).status).toBe(403)
  expect((await ask(admin!, ' ')).status).toBe(400)
  expect((await ask(admin!, '电话回访')).data).toMatchObject({ reportPerson: '李四', contactInformation: '13900001111' })
  expect((await detail(admin!, id)).identityViews).toMatchObject([{ userName: 'admin', reason: '电话回访' }])
  expect((await detail(handler!, id)).identityViews).toEqual([])
  expect(await server.db.system((tx) => tx.$count(identityViews, eq(identityViews.complaintId, id)))).toBe(1)
})

test('sent again after a lost reply, one report stays one report', async () => {
  const requestKey = 'k'.repeat(32)
  const codes = await Promise.all(Array.from({ length: 5 }, () => send({ requestKey })))
  expect(new Set(codes.map(({ data }) => data.code)).size).toBe(1)
  const of = and(eq(complaints.tenantId, 1), eq(complaints.requestKey, requestKey))
  expect(await server.db.system((tx) => tx.$count(complaints, of))).toBe(1)
})

test('a photo loses its camera metadata, and belongs to one facility and one report', async () => {
  const { data } = await upload(photo)
  expect(data.fileName).toMatch(/^[0-9a-f]{32}\.jpg$/)
  const stored = join(server.config.DATA_DIR, 'files', data.fileName.slice(0, 2), data.fileName)
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  expect((await sharp(stored).metadata()).exif).toBeUndefined()
  expect((await send({ facilityCode: otherCode, url: data.fileName })).status).toBe(400)
  const first = await send({ url: data.fileName })
  expect((await detail(admin!, await idOf(first.data.code))).url).toBe(data.fileName)
  expect(await send({ url: data.fileName })).toMatchObject({ status: 400, msg: '照片已失效，请重新添加' })
})

test.each([
  ['a page', '<script>alert(1)</script>', 415],
  ['a picture cut off', () => photo.subarray(0, photo.length / 2), 415],
  ['too much', Buffer.alloc(9 * 1024 * 1024, 1), 413],
] as const)('%s is no photo and leaves nothing', async (_, content, status) => {
  const bytes = typeof content === 'function' ? content() : content
  const count = () => server.db.system((tx) => tx.$count(files))
  const before = await count()
  expect((await upload(bytes)).status).toBe(status)
  expect(await count()).toBe(before)
  expect(readdirSync(join(server.config.DATA_DIR, 'files', 'incoming'))).toEqual([])
})

test('a picture of the answer is shown by the code of its report alone', async () => {
  const { data: own } = await upload(photo)
  const used = await send({ url: own.fileName })
  const id = await idOf(used.data.code)
  await reply(handler!, id, { resultUrl: own.fileName })
  const { data } = await open('GET', citizenPaths.status.replace(':reportCode', used.data.code))
  const picture = await server.app.inject(data.resultUrls[0])
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const other = (await send()).data.code
  expect((await server.app.inject(data.resultUrls[0].replace(used.data.code, other))).statusCode).toBe(404)
})

test('photos that no report uses are gone after a day, with their bytes', async () => {
  const [old, fresh] = [(await upload(photo)).data.fileName, (await upload(photo)).data.fileName]
  await server.db.system((tx) =>
    tx.update(citizenPhotos).set({ createTime: '2026-01-01 00:00:00' }).where(eq(citizenPhotos.fileName, old)),
  )
  await removeUnusedPhotos(server.db, await diskStore(join(server.config.DATA_DIR, 'files')))
  const left = (await server.db.system((tx) => tx.select().from(files))).map(({ fileName }) => fileName)
  expect([left.includes(old), left.includes(fresh)]).toEqual([false, true])
  expect(readdirSync(join(server.config.DATA_DIR, 'files', old.slice(0, 2)))).not.toContain(old)
})

test('a sender of many reports is rate-limited, per facility', async () => {
  const from = { 'x-forwarded-for': '10.9.9.9' }
  for (let i = 0; i < 6; i++) expect((await send({}, from)).status).toBe(200)
  expect(await send({}, from)).toMatchObject({ status: 429, msg: '请求过频繁' })
  expect((await send({ facilityCode: otherCode }, from)).status).toBe(200)
  expect((await send({}, { 'x-forwarded-for': '10.9.9.8' })).status).toBe(200)
})

test('a flood of reports about one facility keeps nobody from reporting: those beyond it are marked and interrupt nobody', async () => {
  const from = (index: number) => ({ 'x-forwarded-for': `10.8.${index}.1` })
  const marked = async (index: number) => {
    const sent = await send({}, from(index))
    expect(sent.status).toBe(200)
    return (await detail(admin!, await idOf(sent.data.code))).isFlood
  }
  const reminders = 'select from msg_push where msg_type = $1 and kind = $2'
  const reminded = async () => (await server.db.owner.query(reminders, [MsgType.reminder, ReminderTask.complaint])).rowCount
  for (let i = 0; i < 60; i++) expect(await marked(i)).toBe(false)
  const before = await reminded()
  for (let i = 60; i < 70; i++) expect(await marked(i)).toBe(true)
  expect(await reminded()).toBe(before)
  const other = await send({ facilityCode: otherCode }, from(60))
  expect((await detail(admin!, await idOf(other.data.code))).isFlood).toBe(false)
  // Each minute makes room for one more, also while others take it.
  const pass = (seconds: number) =>
    server.db.owner.query(
      `update login_failure set last_time = last_time - make_interval(secs => $1) where key like 'facility:%'`,
      [seconds],
    )
  await pass(190)
  for (let i = 70; i < 73; i++) expect(await marked(i)).toBe(false)
  expect(await marked(73)).toBe(true)
  await pass(55)
  expect(await marked(74)).toBe(false)
})

test('a report says how far from its facility the phone was, for those who handle it', async () => {
  const distanceAt = async (place: object) => {
    const { data } = await send(place, { 'x-forwarded-for': '10.7.7.7' })
    return (await detail(admin!, await idOf(data.code))).distance
  }
  expect(await distanceAt({ lng: 104.1, lat: 30.601 })).toBe(111)
  expect(await distanceAt({ lng: 104.1, lat: 89.9 })).toBeGreaterThan(6_000_000)
  expect(await distanceAt({})).toBeNull()
  expect(await distanceAt({ lat: 30.6 })).toBeNull()
})

test('similar reports nearby are counted while they are unanswered', async () => {
  const near = async (facilityCode: string) =>
    (await open('GET', `${citizenPaths.nearby.replace(':facilityCode', facilityCode)}?eventType=1`)).data
  const before = await near(otherCode)
  expect(before).toEqual({ count: 0, minutesAgo: null })
  const { data } = await send({ facilityCode: otherCode, eventType: 1 })
  expect(await near(otherCode)).toEqual({ count: 1, minutesAgo: 0 })
  await reply(admin!, await idOf(data.code))
  expect(await near(otherCode)).toEqual(before)
})

test.each(['AB', 'x'.repeat(300), 'TOILET%00TOILET', '%20%E5%8E%95', 'a%2Fb'])(
  'the code %s, short or mangled, is answered like an unknown one',
  async (mangled) => {
    const [facility, status] = [citizenPaths.facility, citizenPaths.status].map((path) => path.replace(/:\w+/, mangled))
    expect(await open('GET', facility!)).toMatchObject({ status: 404, msg: '这个二维码没有对应的设施，请扫描现场的二维码' })
    expect(await open('GET', status!)).toMatchObject({ status: 404, msg: '没有这个查询码' })
    const sent = await send({ facilityCode: decodeURIComponent(mangled) })
    expect(sent).toMatchObject({ status: 404, msg: '这个二维码没有对应的设施，请扫描现场的二维码' })
  },
)

test('an unknown sticker and an unknown code are reported as such; a known one reveals nothing about people', async () => {
  expect((await open('GET', citizenPaths.facility.replace(':facilityCode', 'NOBODYHASTHIS123'))).status).toBe(404)
  expect((await open('GET', citizenPaths.status.replace(':reportCode', 'NOBODYHASTHIS123'))).status).toBe(404)
  expect((await send({ facilityCode: 'NOBODYHASTHIS123' })).status).toBe(404)
  const { data } = await open('GET', citizenPaths.facility.replace(':facilityCode', code))
  expect(data).toEqual({
    name: '建设路公厕',
    address: '建设路 1 号',
    facilityTypeName: '公共厕所',
    unitName: '一部',
    lng: 104.1,
    lat: 30.6,
  })
})
