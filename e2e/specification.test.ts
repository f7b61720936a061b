import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { addAdjustment, decideAdjustments, getAdjustments, listAdjustments } from '@huanwei/contract/adjustments/endpoints'
import { getApproval, getApprovalSteps, listApprovals, submitApproval } from '@huanwei/contract/approvals/endpoints'
import { listAttendanceDays } from '@huanwei/contract/attendance/endpoints'
import {
  addBox,
  addCalibration,
  changeBox,
  getCalibrations,
  listBoxes,
  removeBox,
  revokeCalibration,
} from '@huanwei/contract/boxes/endpoints'
import { pageCans } from '@huanwei/contract/cans/endpoints'
import * as cleaning from '@huanwei/contract/cleaning/endpoints'
import { getComplaint, listComplaints, replyToComplaint } from '@huanwei/contract/complaints/endpoints'
import * as dictionaries from '@huanwei/contract/dictionaries/endpoints'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { pageFacilities } from '@huanwei/contract/facilities/endpoints'
import { getFile, getFileUrls, StoredFile, uploadFile } from '@huanwei/contract/files/endpoints'
import * as inspections from '@huanwei/contract/inspections/endpoints'
import { listLogs, removeLog, reportErrors } from '@huanwei/contract/logs/endpoints'
import * as menus from '@huanwei/contract/menus/endpoints'
import { getSummaries, listPushes, markRead } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { getPlanFacilities, listPlans, listRecords } from '@huanwei/contract/plans/endpoints'
import { changeOwnPassword } from '@huanwei/contract/profile/endpoints'
import * as projects from '@huanwei/contract/projects/endpoints'
import { listReports } from '@huanwei/contract/reports/endpoints'
import { beginSocialLogin, issueToken, issueTokenBySocial, logout, Token } from '@huanwei/contract/session/endpoints'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { issueTokenBySms, sendSmsCode } from '@huanwei/contract/sms/endpoints'
import { addProvider, beginSocialBind, bindSocial } from '@huanwei/contract/social/endpoints'
import { dayMs } from '@huanwei/contract/time'
import { issueTemporaryToken, registerToken } from '@huanwei/contract/tokens/endpoints'
import { getRealtimeData } from '@huanwei/contract/trees/endpoints'
import { addUnit, bindUnit, changeUnit, getUnit, uploadUnitPicture } from '@huanwei/contract/units/endpoints'
import { getUserByName } from '@huanwei/contract/users/endpoints'
import {
  getViolation,
  judgeViolation,
  judgeViolations,
  listViolations,
  listViolationsOf,
} from '@huanwei/contract/violations/endpoints'
import { appId, appSecret, startIdentityProvider } from '@huanwei/server/identity.test-kit'
import { timeText } from '@huanwei/server/lib/time'
import { allCalls, isThere, monitoringCalls } from '@huanwei/server/specification.test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Caller, logIn, newAccount, newToken, sendLevels } from './api.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

let product: Product
let admin: Caller
beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
  admin = await logIn(product.url)
})
afterAll(() => product?.remove())

/** Calls that were made, as the specification names them. */
const made = new Set<string>()
type Noted = Pick<Endpoint<z.ZodType, z.ZodType>, 'method' | 'path'>
const note = ({ method, path }: Noted) => made.add(`${method} ${path.replace(/:\w+/g, '{}')}`)

/** Makes a call; its answer has the fields of the contract and is not empty: rows, a page with rows, or a record. */
async function ask<In extends z.ZodType, Out extends z.ZodType>(endpoint: Endpoint<In, Out>, input: z.input<In>, who = admin) {
  note(endpoint)
  const data = await who.call(endpoint, input)
  const rows = data !== null && typeof data === 'object' && 'records' in data ? data.records : data
  if (Array.isArray(rows)) expect(rows.length, endpoint.path).toBeGreaterThan(0)
  expect(data, endpoint.path).not.toBeNull()
  return data
}
/** Refused because what it is about is not there any more. */
const isGone = (asked: Promise<unknown>) => expect(asked).rejects.toThrow(': 404 ')

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const bearer = async (tenantId?: number) => ({
  authorization: `Bearer ${(await newToken(product.url, 'admin', undefined, tenantId)).access_token}`,
})

async function send(endpoint: typeof uploadFile | typeof uploadUnitPicture, tenantId?: number) {
  note(endpoint)
  const body = new FormData()
  body.append('file', new Blob([picture], { type: 'image/png' }), 'photo.png')
  const reply = await fetch(product.url + endpoint.path, { method: 'POST', headers: await bearer(tenantId), body })
  return StoredFile.parse((await reply.json()).data)
}

/** A log-in by a form; its answer is a token. */
async function tokenBy(endpoint: Noted, fields: Record<string, string>) {
  note(endpoint)
  const headers = { authorization: clientAuthorization, 'content-type': 'application/x-www-form-urlencoded' }
  const reply = await fetch(product.url + endpoint.path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return Token.parse(await reply.json())
}

const first = <Row>(rows: readonly Row[]) => {
  const [row] = rows
  if (row === undefined) throw new Error('no row')
  return row
}

describe('spec 1, section 7: log-in and user', () => {
  test('a password, a renewal and a code of a short message give a token, and logging out ends it', async () => {
    const { username, phone, password } = await newAccount(product.url, 'viewer')
    const typed = { username, password: btoa(password) }
    const token = await tokenBy(issueToken, { grant_type: 'password', scope: 'server', ...typed })
    const renewed = await tokenBy(issueToken, { grant_type: 'refresh_token', refresh_token: token.refresh_token })
    expect(renewed.username).toBe(username)
    await admin.call(sendSmsCode, { mobile: phone })
    const sent = () => new RegExp(`${phone}.*?(\\d{6})(?=，)`).exec(readFileSync(join(product.dataDir, 'sms.log'), 'utf8'))?.[1]
    await expect.poll(sent).toBeDefined()
    const code = sent() ?? ''
    expect((await tokenBy(issueTokenBySms, { grant_type: 'mobile', mobile: `SMS@${phone}`, code })).username).toBe(username)
    const person = await logIn(product.url, username, password)
    note(logout)
    await person.call(logout, {})
    await expect(person.call(getUserByName, { username })).rejects.toThrow(': 401 ')
  })

  test('an account of an identity provider gives a token, once it is bound', async () => {
    const identity = await startIdentityProvider([product.url])
    try {
      await admin.call(addProvider, { type: 'CITY', remark: '市政', appId, appSecret, issuer: identity.issuer })
      const bind = await admin.call(beginSocialBind, { type: 'CITY', password: '123456' })
      await admin.call(bindSocial, { ...(await identity.visit(bind.url, 'li')), secret: bind.secret } as z.input<
        typeof bindSocial.input
      >)
      const { url, secret } = await admin.call(beginSocialLogin, { type: 'CITY' })
      const { code, ...returned } = await identity.visit(url, 'li')
      const token = await tokenBy(issueTokenBySocial, { grant_type: 'mobile', mobile: `CITY@${code}`, ...returned, secret })
      expect(token.username).toBe('admin')
    } finally {
      await identity.close()
    }
  })

  test('people look themselves up, change their passwords, and go on to an outside site', async () => {
    expect(await ask(getUserByName, { username: 'admin' })).toMatchObject({ userId: admin.userId, username: 'admin' })
    const { username, password } = await newAccount(product.url, 'viewer')
    const person = await logIn(product.url, username, password)
    const { tempToken } = await person.call(issueTemporaryToken, {})
    expect(await ask(registerToken, { tempToken, tenantId: 1, accountId: person.userId, username }, person)).toMatch(/\S{20}/)
    await ask(changeOwnPassword, { password, newpassword1: 'another-broom-77' }, person)
    await logIn(product.url, username, 'another-broom-77')
  })
})

describe('spec 1, section 7, and spec 2, section 7.1: messages and queues', () => {
  test('messages of each kind are listed, summed up and read', async () => {
    const pushObjectId = admin.userId
    for (const msgType of ['1', '2', '3', '4', '5'] as const) await ask(listPushes, { msgType, pushObjectId })
    const before = await ask(getSummaries, { objectId: pushObjectId })
    const { records } = await ask(listPushes, { msgType: '5', pushObjectId, size: 100 })
    const unread = records.find((one) => one.readUnread === 0)
    if (!unread) throw new Error('all are read')
    await ask(markRead, { id: unread.pushId })
    const count = (list: typeof before) => list.find(({ msgType }) => msgType === '5')?.unreadCount
    expect(count(await admin.call(getSummaries, {}))).toBe((count(before) ?? 0) - 1)
  })

  test('violations are looked at and judged, one and many', async () => {
    const { records } = await ask(listViolations, { alarmType: '-1', size: 20 } as unknown as z.input<
      typeof listViolations.input
    >)
    const alone = records.filter(({ endTime }) => endTime !== null)
    const [one, other] = [first(alone), first(alone.slice(1))]
    expect((await ask(getViolation, { violationEventId: one.id })).violationEvent).toBe(one.violationEvent)
    expect((await ask(judgeViolation, { id: one.id, alarmType: 0, notes: '属实' })).alarmType).toBe(0)
    expect(await ask(judgeViolations, { ids: [other.id], alarmType: 1, remark: '漂移' })).toMatchObject([
      { id: other.id, refusal: null },
    ])
    expect((await admin.call(getViolation, { violationEventId: other.id })).alarmType).toBe(1)
    const { objectType, objectId } = one
    const found = await ask(listViolationsOf, { objectType, objectIds: [objectId] })
    expect(found.every((row) => row.objectId === objectId)).toBe(true)
  })

  test('an application is looked at and decided', async () => {
    const { id } = first((await admin.call(listApprovals, { status: 1 })).records)
    expect((await ask(getApproval, { applyForRecordId: id })).status).toBe(1)
    expect(await ask(submitApproval, { applyForId: id, status: 2, opinion: '同意' })).toBe(1)
    expect((await ask(getApprovalSteps, { id })).map(({ status }) => status).sort()).toEqual([1, 2])
  })

  test('an inspection is reported, answered and closed, another one taken back', async () => {
    const { records } = await ask(inspections.listInspections, {})
    const { responsibleId, deptId, businessType, assessmentStandard } = first(records)
    const fields = {
      responsibleId,
      deptId,
      businessType,
      assessmentStandard,
      score: 2,
      eventContent: '路面积尘',
      position: '人民路',
    }
    const report = () => admin.call(inspections.reportInspection, { ...fields, disposeTimeLimit: 4, img: '' })
    const { id } = await report()
    expect(await ask(inspections.submitInspection, { id, status: 2, remark: '已清扫', img: '' })).toMatchObject({ status: 2 })
    expect((await ask(inspections.getInspection, { inspectEventId: id })).historyInspectEventList).toHaveLength(2)
    expect((await ask(inspections.verifyInspection, { inspectEventId: id })).remark).toBeDefined()
    const again = await report()
    await ask(inspections.removeInspection, { id: again.id })
    await isGone(admin.call(inspections.getInspection, { inspectEventId: again.id }))
  })

  test('a public event is looked at and answered', async () => {
    const { id, content } = first((await admin.call(listComplaints, { status: 1 })).records)
    expect((await ask(getComplaint, { id, publicEventType: 1, pushObjectId: admin.userId })).content).toBe(content)
    expect(await ask(replyToComplaint, { id, resultContent: '已处理' })).toMatchObject({
      processStatus: 2,
      resultContent: '已处理',
    })
  })
})

test('spec 1, section 7: cleaning reports go from the report to the end, and plans have their visits', async () => {
  await ask(cleaning.listCleaning, {})
  await ask(cleaning.getPendingCleaning, {})
  const { id: facilityId } = first((await admin.call(pageFacilities, { size: 1 })).records)
  const report = { type: '1', facilityId, content: '需要保洁', img: '' } as const
  const { id, status } = await ask(cleaning.addCleaning, report)
  expect(status).toBe(0)
  const { people } = await admin.call(cleaning.suggestAssignees, { id })
  // At night nobody is on shift.
  const assigneeId = people[0]?.userId ?? admin.userId
  expect(await ask(cleaning.assignTask, { id, assigneeId })).toMatchObject({ status: 1 })
  expect(await ask(cleaning.processTask, { id, processRemark: '已打扫', processImg: '' })).toMatchObject({ status: 2 })
  expect(await ask(cleaning.evaluateTask, { id, score: 5 })).toMatchObject({ status: 3, score: 5 })
  expect(await ask(cleaning.finishTask, { id })).toMatchObject({ status: 4 })
  expect((await ask(cleaning.getCleaning, { id })).process.length).toBe(5)
  const second = await ask(cleaning.insertCleaning, report)
  await ask(cleaning.insertCleaningList, { list: [report] })
  await ask(cleaning.removeCleaning, { id: second.id })
  await isGone(admin.call(cleaning.getCleaning, { id: second.id }))
  // When a day begins its visits come a moment later.
  await expect.poll(async () => (await admin.call(listRecords, {})).length).toBeGreaterThan(0)
  await ask(listRecords, {})
  await ask(getPlanFacilities, { id: first(await admin.call(listPlans, {})).id })
})

test('spec 1, section 7: a unit is made and changed, with its picture; files come back as they were sent', async () => {
  // An organisation of the demo that has set nothing yet.
  const chief = await logIn(product.url, 'admin', '123456', 2)
  expect(await chief.call(getUnit, {})).toBeNull()
  expect(await ask(addUnit, { systemName: '城南' }, chief)).toMatchObject({ systemName: '城南' })
  const { updateTime } = await ask(changeUnit, { shortName: '南' }, chief)
  const { fileName: logo } = await send(uploadUnitPicture, 2)
  await ask(bindUnit, { kind: 'logo', fileName: logo, updateTime }, chief)
  expect(await ask(getUnit, {}, chief)).toMatchObject({ systemName: '城南', shortName: '南', logo })

  const { fileName, bucketName } = await send(uploadFile)
  expect(await ask(getFileUrls, { fileName: fileName as never, expires: 1 })).toMatchObject([{ fileName }])
  note(getFile)
  const file = await fetch(`${product.url}/admin/sys-file/${bucketName}/${fileName}`, { headers: await bearer() })
  expect(Buffer.from(await file.arrayBuffer()).equals(picture)).toBe(true)
})

test('spec 2, sections 7.2 and 7.3: logs and menus', async () => {
  const message = `broken ${Date.now()}`
  await ask(reportErrors, [{ message, type: 'error' }])
  const { records } = await ask(listLogs, { type: '9', text: message })
  await ask(removeLog, { id: first(records).id })
  expect((await admin.call(listLogs, { type: '9', text: message })).total).toBe(0)

  await ask(menus.getMenu, {})
  await ask(menus.getMenu, { type: 'top' })
  await ask(menus.getMenuTree, {})
  const { menuId } = await ask(menus.addMenuItem, { name: '临时', parentId: -1, path: '/temporary/index' })
  expect(await ask(menus.changeMenuItem, { menuId, parentId: -1, name: '长期', path: '/temporary/index' })).toMatchObject({
    name: '长期',
  })
  expect((await ask(menus.getMenuItem, { id: menuId })).name).toBe('长期')
  await ask(menus.removeMenuItem, { id: menuId })
  await isGone(admin.call(menus.getMenuItem, { id: menuId }))
})

test('spec 2, section 7.4: dictionaries', async () => {
  await ask(dictionaries.getSystemDictionaries, {})
  await ask(dictionaries.getDictionaryTree, {})
  for (const type of ['vehicle_type', 'facility_type']) await ask(dictionaries.getDictionaryItems, { type })
  const fields = { type: 'broom_kind', description: '扫帚' }
  const { id } = await ask(dictionaries.addDictionary, fields)
  expect(await ask(dictionaries.changeDictionary, { id, ...fields, description: '扫把' })).toMatchObject({ description: '扫把' })
  const item = { dictId: id, value: '1', label: '竹' }
  const added = await ask(dictionaries.addDictionaryItem, item)
  await ask(dictionaries.changeDictionaryItem, { id: added.id, ...item, label: '竹制' })
  expect(await ask(dictionaries.listDictionaryItems, { id })).toMatchObject([{ label: '竹制' }])
  expect((await ask(dictionaries.getUserDictionaries, {})).some((one) => one.id === id)).toBe(true)
  expect((await ask(dictionaries.getDictionary, { id })).description).toBe('扫把')
  await ask(dictionaries.removeDictionary, { id })
  await isGone(admin.call(dictionaries.getDictionary, { id }))
})

test('spec 2, sections 7.5 and 7.6: projects, boxes and calibrations', async () => {
  const { records } = await ask(projects.listProjects, {})
  await ask(projects.getProjects, {})
  const fields = { name: '滨江道保洁', deptIds: first(records).deptIds }
  const { id } = await ask(projects.addProject, fields)
  expect(await ask(projects.changeProject, { id, ...fields, manager: '周' })).toMatchObject({ manager: '周' })
  await ask(projects.removeProject, { id })
  await isGone(admin.call(projects.getProject, { id }))

  const boxes = (await ask(listBoxes, { size: 3000 })).records
  const withBox = new Set(boxes.map(({ facilityId }) => facilityId))
  const free = (await admin.call(pageFacilities, { size: 3000 })).records.find((one) => !withBox.has(one.id))
  const about = { code: 'BOX-NEW', name: '盒子', facilityId: free?.id ?? 0 }
  const box = await ask(addBox, about)
  const { updateTime } = await ask(changeBox, { id: box.id, ...about, model: 'M2' })
  const { id: calibrationId } = await ask(addCalibration, { boxId: box.id, metric: 'ammonia', factor: 2, updateTime })
  expect(await ask(getCalibrations, { id: box.id })).toMatchObject([{ metric: 'ammonia', factor: 2 }])
  await admin.call(revokeCalibration, { id: calibrationId, reason: '试用' })
  await ask(removeBox, { id: box.id })
  expect((await admin.call(listBoxes, { text: 'BOX-NEW' })).total).toBe(0)
})

test('spec 2, sections 7.7 and 7.8: attendance is adjusted, and reports are kept', async () => {
  const { records } = await admin.call(listAttendanceDays, { dayState: 'late', size: 100 })
  const dispatcher = await logIn(product.url, 'dispatcher')
  const inSight = (await dispatcher.call(listAttendanceDays, { dayState: 'late', size: 100 })).records
  // A day has one adjustment that waits.
  const asked = (await admin.call(listAdjustments, { status: AdjustmentStatus.pending, size: 100 })).records
  const isAsked = (one: { objectId: number; day: string }) =>
    asked.some(({ objectId, day }) => objectId === one.objectId && day === one.day)
  const { objectId, day } = first(inSight.filter((one) => records.some(({ id }) => id === one.id) && !isAsked(one)))
  const wish = { objectId, day, fromState: 'late', toState: 'normal', reason: '道路封闭', img: '' } as const
  const { id } = await ask(addAdjustment, wish, dispatcher)
  expect(await ask(decideAdjustments, [{ id, status: 2 }])).toMatchObject([{ id }])
  expect((await ask(getAdjustments, { objectId, day }))[0]).toMatchObject({ status: 2 })
  await ask(listReports, {})
})

test.skipIf(!isThere)('specs 1 and 2, sections 7 and 7.8: the calls of monitoring answer with the demo city', async () => {
  const can = (await admin.call(pageCans, { size: 3000 })).records.find(({ deviceId }) => deviceId !== null)
  await sendLevels(product.url, admin, can?.deviceId ?? 0, [[0, 95]])
  const [vehicle, person] = await Promise.all([newestFix(ObjectType.vehicle), newestFix(ObjectType.person)])
  const wanted: Record<string, object> = {
    getVehicleMileageList: { vehicleIds: [vehicle.id], ...vehicle.span },
    getVehicleDeviceHistoryData: { vehicleId: vehicle.id, ...vehicle.span },
    getUserDeviceHistoryData: { userId: person.id, ...person.span },
    getDataByDrivingDetail: { objectType: ObjectType.vehicle, objectId: vehicle.id, ...vehicle.span },
    getAreaByVehicleId: { id: vehicle.id },
  }
  for (const one of monitoringCalls) {
    const { method, path } = Asked.parse(one.replace('{}', ':id'))
    const name = /\w+(?=\/:id$|$)/.exec(path)?.[0] ?? ''
    const call = { method, path, access: 'session', input: z.looseObject({}), output: z.json() } as const
    const data = await ask(call, { ...wanted[name] })
    if (!Array.isArray(data)) expect(Object.values(data ?? {}).some(Boolean), one).toBe(true)
  }
})

/** `METHOD /path` in its parts. */
const Asked = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.tuple([z.enum(['GET', 'POST']), z.string()]))
  .transform(([method, path]) => ({ method, path }))

/** Where one of a kind was seen last, with the day before that. */
async function newestFix(objectType: ObjectType) {
  const rows = await admin.call(getRealtimeData, { objectType })
  const { objectId: id, time } = first(rows.filter((row) => row.time !== null))
  const last = Date.parse(`${time?.replace(' ', 'T')}+08:00`)
  return { id, span: { startTime: timeText(last - dayMs), endTime: timeText(last + 1000) } }
}

test.skipIf(!isThere)('every call of the specification was made', () => {
  expect(allCalls.length).toBeGreaterThan(120)
  expect(monitoringCalls.length).toBeGreaterThan(42)
  expect(allCalls.filter((call) => !made.has(call))).toEqual([])
})
