import { AdjustmentStatus } from '@huanwei/contract/adjustments/codes'
import { AttendanceState } from '@huanwei/contract/attendance/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { sql } from 'drizzle-orm'
import type { Database } from './db/connect.ts'
import { adjustmentSteps, adjustments } from './features/adjustments/table.ts'
import { approvalSteps, approvals } from './features/approvals/table.ts'
import { areas } from './features/areas/table.ts'
import { attendanceDays, attendanceTouches, clockings } from './features/attendance/table.ts'
import { calendarDays } from './features/calendar/table.ts'
import { cleaningReports, cleaningSteps } from './features/cleaning/table.ts'
import { complaintSteps, complaints, identityViews } from './features/complaints/table.ts'
import { departments } from './features/departments/table.ts'
import { dictionaries, dictionaryItems } from './features/dictionaries/table.ts'
import { exportJobs } from './features/exports/table.ts'
import { facilities } from './features/facilities/table.ts'
import { files } from './features/files/table.ts'
import { inspectionSteps, inspections } from './features/inspections/table.ts'
import { loginLogs, logs } from './features/logs/table.ts'
import { menus } from './features/menus/table.ts'
import { pushes } from './features/messages/table.ts'
import { parameters } from './features/parameters/table.ts'
import { planFacilities, taskPlans, taskRecords } from './features/plans/table.ts'
import { roles } from './features/roles/table.ts'
import { rules } from './features/rules/table.ts'
import { socialProviders } from './features/session/table.ts'
import { shifts } from './features/shifts/table.ts'
import { terminals } from './features/terminals/table.ts'
import { units } from './features/units/table.ts'
import { userRoles, users } from './features/users/table.ts'
import { vehicles } from './features/vehicles/table.ts'
import { evidenceViews, violationSteps, violations } from './features/violations/table.ts'
import {
  addBox,
  addDocument,
  addEmergency,
  addIntercom,
  addOpenClient,
  addOwnBoard,
  addProject,
  addReport,
  addSubscription,
  addWork,
  markedDay,
  start,
  type Tenant,
} from './tenant-records.test-kit.ts'

type Ids = Record<'deptId' | 'userId' | 'markedUserId', number>

/** Makes one row of every noun. Returns their ids; `userId` is the tenant's administrator. */
export const addRows = (db: Database, tenantId: number, mark: string) =>
  db.system(async (tx) => {
    const tenant = { tx, tenantId, mark }
    const people = await addPeople(tenant)
    const watched = await addWatched(tenant, people.deptId)
    const places = await addPlaces(tenant, people)
    return {
      ...people,
      ...watched,
      ...places,
      ...(await addViolation(tenant, people, watched)),
      ...(await addRecords(tenant, people.userId)),
      ...(await addRequests(tenant, people)),
      ...(await addTasks(tenant, people, places.facilityId)),
      ...(await addBox(tenant, places.facilityId)),
      ...(await addWork(tenant, { ...people, ...watched })),
      projectId: await addProject(tenant, people.deptId, watched.areaId),
      ...(await addReport(tenant, people)),
      ...(await addDictionary(tenant)),
      ...(await addAttendance(tenant, people)),
      documentId: await addDocument(tenant, watched.vehicleId),
      ...(await addEmergency(tenant, { ...people, ...watched })),
      ...(await addOwnBoard(tenant)),
      ...(await addOpenClient(tenant, people.userId)),
      ...(await addSubscription(tenant)),
      ...(await addIntercom(tenant, { ...people, vehicleId: watched.vehicleId })),
    }
  })

async function addPeople({ tx, tenantId, mark }: Tenant) {
  const [root] = await tx.select().from(departments).where(sql`tenant_id = ${tenantId} and parent_id = 0`)
  const [admin] = await tx.select().from(users).where(sql`tenant_id = ${tenantId} and username = 'admin'`)
  const [dept] = await tx
    .insert(departments)
    .values({ tenantId, parentId: root!.id, name: `${mark}部门` })
    .returning()
  const deptId = dept!.id
  const [provider] = await tx
    .insert(socialProviders)
    .values({ tenantId, type: 'OIDC', remark: `${mark}平台`, appId: 'x', appSecret: 'x', issuer: 'https://id.invalid' })
    .returning()
  const [user] = await tx
    .insert(users)
    .values({ tenantId, username: `${mark}用户admin`, initials: 'x', phone: `1381234567${tenantId}`, password: '', deptId })
    .returning()
  const [role] = await tx
    .insert(roles)
    .values({ tenantId, roleName: `${mark}角色`, roleCode: 'MARKED', dsType: 3 })
    .returning()
  await tx.insert(userRoles).values({ tenantId, userId: user!.id, roleId: role!.id })
  const [menu] = await tx
    .insert(menus)
    .values({ tenantId, parentId: -1, name: `${mark}菜单`, type: '0', path: '/x' })
    .returning()
  return {
    deptId,
    userId: admin!.id,
    markedUserId: user!.id,
    roleId: role!.id,
    providerId: provider!.id,
    menuId: menu!.id,
  }
}

/** A vehicle with its terminal, and what rules watch it by. */
async function addWatched({ tx, tenantId, mark }: Tenant, deptId: number) {
  const [vehicle] = await tx
    .insert(vehicles)
    .values({
      tenantId,
      deptId,
      plateNumber: `${mark}车`,
      plateColour: 2,
      initials: 'x',
      vehicleType: '1',
      vehicleFunction: '1',
    })
    .returning()
  const [device] = await tx
    .insert(terminals)
    .values({ tenantId, terminalNo: `1390000000${tenantId}`, objectType: '1', objectId: vehicle!.id })
    .returning()
  const [area] = await tx
    .insert(areas)
    .values({ tenantId, deptId, name: `${mark}围栏`, shape: { kind: 'circle', centre: [104, 30], radius: 100 } })
    .returning()
  const [rule] = await tx
    .insert(rules)
    .values({
      tenantId,
      name: `${mark}规则`,
      objectType: '1',
      condition: { kind: 'speeding', limit: 60 },
      severity: 'alarm',
      objectIds: [vehicle!.id],
      hours: [],
      minDuration: 0,
      cooldown: 0,
    })
    .returning()
  const [shift] = await tx
    .insert(shifts)
    .values({ tenantId, name: `${mark}班次`, start: '05:00', end: '13:00', weekdays: [1] })
    .returning()
  await tx.insert(calendarDays).values({ tenantId, day: markedDay, kind: 'rest', remark: `${mark}假日` })
  return { vehicleId: vehicle!.id, deviceId: device!.id, areaId: area!.id, ruleId: rule!.id, shiftId: shift!.id }
}

/** A facility with a citizen's report, and a garbage can. */
async function addPlaces({ tx, tenantId, mark }: Tenant, { deptId, userId }: Ids) {
  const place = { tenantId, deptId, initials: 'x', lng: 104, lat: 30 }
  const [facility, can] = await tx
    .insert(facilities)
    .values([
      { ...place, name: `${mark}设施`, code: `FACILITY000${tenantId}`, facilityType: '1' },
      { ...place, name: `${mark}垃圾桶`, code: `CAN00000000${tenantId}`, facilityType: canType },
    ])
    .returning()
  const [complaint] = await tx
    .insert(complaints)
    .values({
      tenantId,
      code: `COMPLAINT00${tenantId}`,
      facilityId: facility!.id,
      facilityName: 'x',
      deptId,
      eventType: 0,
      content: `${mark}公众`,
      position: 'x',
      eventTime: start,
    })
    .returning()
  const ofComplaint = { tenantId, complaintId: complaint!.id, userId: userId, userName: 'x' }
  await tx.insert(complaintSteps).values({ ...ofComplaint, status: 1, remark: `${mark}公众` })
  await tx.insert(identityViews).values({ ...ofComplaint, reason: `${mark}公众` })
  return { facilityId: facility!.id, canId: can!.id, complaintId: complaint!.id }
}

async function addViolation(
  { tx, tenantId, mark }: Tenant,
  { deptId, userId }: Ids,
  { vehicleId, deviceId, ruleId }: Record<'vehicleId' | 'deviceId' | 'ruleId', number>,
) {
  const [violation] = await tx
    .insert(violations)
    .values({
      tenantId,
      createTime: start,
      endTime: start,
      lastTime: start,
      ruleId: ruleId,
      deviceId: deviceId,
      objectType: '1',
      objectId: vehicleId,
      objectName: `${mark}车`,
      objectTypeValue: '1',
      deptId,
      deptName: `${mark}部门`,
      violationEvent: `${mark}事件`,
      severity: 'alarm',
      position: 'x',
      executeAction: 'recorded',
    })
    .returning()
  await tx
    .insert(violationSteps)
    .values({ tenantId, violationId: violation!.id, objectName: `${mark}规则`, alarmType: -1, remark: '' })
  await tx.insert(evidenceViews).values({ tenantId, userId, userName: `${mark}用户`, violationId: violation!.id })
  const [push] = await tx
    .insert(pushes)
    .values({
      tenantId,
      createTime: start,
      msgType: '1',
      pushObjectId: userId,
      eventId: violation!.id,
      objectType: '1',
      objectId: vehicleId,
      deptId,
    })
    .returning()
  return { violationId: violation!.id, pushId: push!.id }
}

/** A box with its calibration. */
async function addAttendance({ tx, tenantId, mark }: Tenant, { deptId, markedUserId }: Ids) {
  const day = start.slice(0, 10)
  const state = AttendanceState.absent
  const person = { tenantId, userId: markedUserId }
  const basis = { spans: [], grace: { lateMs: 0, earlyMs: 0 } }
  const [worked] = await tx
    .insert(attendanceDays)
    .values({ ...person, deptId, day, dayTime: `${day} 00:00:00`, shiftName: `${mark}班次`, workedState: state, state, basis })
    .returning()
  await tx.insert(clockings).values({ ...person, kind: 'in', lng: 104, lat: 30, areaName: `${mark}围栏` })
  await tx.insert(attendanceTouches).values({ ...person, day })
  const asked = { objectId: markedUserId, deptId, day, fromState: state, toState: AttendanceState.normal }
  const [adjustment] = await tx
    .insert(adjustments)
    .values({ tenantId, ...asked, reason: `${mark}申请`, submittedBy: markedUserId })
    .returning()
  const step = { tenantId, adjustmentId: adjustment!.id, userId: markedUserId, status: AdjustmentStatus.pending }
  await tx.insert(adjustmentSteps).values({ ...step, userName: `${mark}用户`, reason: `${mark}申请` })
  return { attendanceId: worked!.id, adjustmentId: adjustment!.id }
}

/** Lines of both logs, a file, an export and the unit. */
async function addRecords({ tx, tenantId, mark }: Tenant, userId: number) {
  const from = { remoteAddr: '::1', userAgent: `${mark}日志`, createTime: start }
  await tx.insert(logs).values({
    tenantId,
    ...from,
    type: '0',
    title: 'x',
    serviceId: 'x',
    createBy: 'admin',
    requestUri: '/x',
    method: 'PUT',
    params: 'x',
  })
  await tx.insert(loginLogs).values({ tenantId, ...from, operation: 0, status: 1, username: 'admin', grantType: 'password' })
  await tx.insert(files).values({
    tenantId,
    bucketName: 'huanwei',
    fileName: `${tenantId}.png`,
    original: 'x',
    type: 'png',
    fileSize: 1,
    createUser: 'x',
  })
  const [job] = await tx
    .insert(exportJobs)
    .values({ tenantId, userId: userId, list: `${mark}导出`, filter: {}, language: 'zh-CN', status: 'cancelled' })
    .returning()
  await tx.insert(units).values({ tenantId, gpsUrl: `https://x.example/${mark}单位` })
  return { exportId: job!.id }
}

/** An inspection and an approval. */
async function addRequests({ tx, tenantId, mark }: Tenant, { deptId, userId, markedUserId }: Ids) {
  const own = { tenantId, reportPersonId: userId, responsibleId: markedUserId, deptId }
  const [inspection] = await tx
    .insert(inspections)
    .values({
      ...own,
      businessType: '1',
      eventContent: `${mark}巡查`,
      assessmentStandard: '1',
      score: 1,
      position: 'x',
      disposeTimeLimit: 1,
    })
    .returning()
  const step = { userId: userId, userName: 'x', status: 1, remark: `${mark}巡查` } as const
  await tx.insert(inspectionSteps).values({ tenantId, inspectEventId: inspection!.id, ...step })
  const [approval] = await tx
    .insert(approvals)
    .values({
      tenantId,
      objectId: markedUserId,
      submittedBy: markedUserId,
      deptId,
      type: 6,
      fate: 1,
      reason: `${mark}申请`,
      firstDay: '2026-01-05',
      firstHalf: 'am',
      lastDay: '2026-01-05',
      lastHalf: 'pm',
    })
    .returning()
  await tx.insert(approvalSteps).values({
    tenantId,
    applyForId: approval!.id,
    userId: markedUserId,
    userName: `${mark}用户`,
    status: 1,
    reason: `${mark}申请`,
  })
  return { inspectionId: inspection!.id, approvalId: approval!.id }
}

/** A cleaning report, and a plan with a visit. */
async function addTasks({ tx, tenantId, mark }: Tenant, { deptId, userId, markedUserId }: Ids, facilityId: number) {
  const reported = { deptId, reporterId: userId, reporter: 'x', position: 'x', type: '1' } as const
  const [cleaning] = await tx
    .insert(cleaningReports)
    .values({ tenantId, code: 'BJ202601050001', content: `${mark}报洁`, ...reported })
    .returning()
  await tx
    .insert(cleaningSteps)
    .values({ tenantId, reportId: cleaning!.id, userId: userId, userName: 'x', status: 0, remark: `${mark}报洁` })
  const [plan] = await tx
    .insert(taskPlans)
    .values({ tenantId, name: `${mark}计划`, deptId, userId: markedUserId, dueMinutes: [0] })
    .returning()
  await tx.insert(planFacilities).values({ tenantId, planId: plan!.id, facilityId: facilityId })
  const [visit] = await tx
    .insert(taskRecords)
    .values({ tenantId, planId: plan!.id, facilityId: facilityId, userId: markedUserId, dueTime: start })
    .returning()
  return { cleaningId: cleaning!.id, planId: plan!.id, visitId: visit!.id }
}

/** A dictionary, an item in one that the product reads, and a parameter. */
async function addDictionary({ tx, tenantId, mark }: Tenant) {
  const [dictionary] = await tx
    .insert(dictionaries)
    .values({ tenantId, type: `marked_${tenantId}`, description: `${mark}字典` })
    .returning()
  const [types] = await tx.select().from(dictionaries).where(sql`tenant_id = ${tenantId} and type = 'vehicle_type'`)
  const [item] = await tx
    .insert(dictionaryItems)
    .values({ tenantId, dictId: types!.id, type: 'vehicle_type', value: 'marked', label: `${mark}字典项` })
    .returning()
  const [parameter] = await tx
    .insert(parameters)
    .values({ tenantId, publicName: `${mark}参数`, publicKey: 'marked', publicValue: '1', kind: 'text' })
    .returning()
  return { parameterId: parameter!.id, dictionaryId: dictionary!.id, itemId: item!.id, vehicleTypesId: types!.id }
}
