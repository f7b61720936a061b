import { ObjectType } from '@huanwei/contract/objects'
import type { Tx } from './db/connect.ts'
import { boardVersions, ownBoards } from './features/boards/table.ts'
import { boxes, calibrations } from './features/boxes/table.ts'
import { clients } from './features/clients/table.ts'
import { documents } from './features/documents/table.ts'
import { emergencies, emergencyRecipients, emergencySteps } from './features/emergencies/table.ts'
import {
  intercomGroups,
  intercomMarks,
  intercomMembers,
  intercomSounds,
  intercomSpeeches,
  intercomVehicles,
} from './features/intercom/table.ts'
import { projectAreas, projectDepartments, projects } from './features/projects/table.ts'
import { recordingSchedules } from './features/recordings/table.ts'
import { reportRows, reportSchedules, reports } from './features/reports/table.ts'
import { outgoingEvents, subscriptions } from './features/subscriptions/table.ts'
import { recordings, videoUploads } from './features/video/table.ts'
import { workBases, workPlans, workTasks, workTouches } from './features/work/table.ts'

/** The tenant whose rows are made; all their texts contain `mark`. */
export type Tenant = { tx: Tx; tenantId: number; mark: string }

export const start = '2026-01-05 08:00:00'
export const markedDay = '2099-01-05'

export async function addBox({ tx, tenantId, mark }: Tenant, facilityId: number) {
  const [box] = await tx
    .insert(boxes)
    .values({ tenantId, code: `box${tenantId}`, name: `${mark}盒子`, facilityId })
    .returning()
  const [calibration] = await tx
    .insert(calibrations)
    .values({
      tenantId,
      boxId: box!.id,
      facilityId,
      metric: 'ammonia',
      channel: 0,
      factor: 2,
      offset: 0,
      startTime: start,
      remark: `${mark}标定`,
      createName: 'x',
    })
    .returning()
  return { boxId: box!.id, calibrationId: calibration!.id }
}

export async function addReport({ tx, tenantId, mark }: Tenant, { userId, deptId }: { userId: number; deptId: number }) {
  const about = { tenantId, userId, kind: 'violations', grouping: 'department', deptId, language: 'zh-CN' } as const
  const days = { firstDay: '2026-01-05', lastDay: '2026-01-05', total: 1 }
  const done = {
    status: 'done' as const,
    done: 1,
    rows: 1,
    sums: [1, 1, 0, 0, 0, 0, 0],
    departments: [deptId],
  }
  const [report] = await tx
    .insert(reports)
    .values({ ...about, ...days, ...done, name: `${mark}报表`, createBy: `${mark}生成人` })
    .returning({ id: reports.id })
  const row = { tenantId, reportId: report!.id, key: String(deptId), place: 1, label: `${mark}部门`, sums: [1, 1, 0, 0, 0, 0, 0] }
  await tx.insert(reportRows).values(row)
  const [schedule] = await tx
    .insert(reportSchedules)
    .values({ ...about, name: `${mark}计划`, every: 'day', time: '07:00', nextTime: '2099-01-05 07:00:00' })
    .returning({ id: reportSchedules.id })
  return { reportId: report!.id, scheduleId: schedule!.id }
}

export async function addDocument({ tx, tenantId, mark }: Tenant, objectId: number) {
  const of = { tenantId, objectType: ObjectType.vehicle, objectId, kind: '1' }
  const files = [`${'a'.repeat(30)}${String(tenantId).padStart(2, '0')}.pdf`]
  const values = { ...of, files, name: `保险${mark}`, remark: mark, expires: markedDay }
  const [document] = await tx.insert(documents).values(values).returning({ id: documents.id })
  return document!.id
}

export async function addProject({ tx, tenantId, mark }: Tenant, deptId: number, areaId: number) {
  const [project] = await tx
    .insert(projects)
    .values({ tenantId, name: `${mark}项目`, status: 'running' })
    .returning()
  await tx.insert(projectDepartments).values({ tenantId, projectId: project!.id, deptId })
  await tx.insert(projectAreas).values({ tenantId, projectId: project!.id, areaId })
  return project!.id
}

/** A day, a clocking, a touched day, and an adjustment with its step. */

/** A plan with a task of a past day, and a touched vehicle. */
export async function addWork(
  { tx, tenantId, mark }: Tenant,
  { deptId, vehicleId, shiftId }: { deptId: number; vehicleId: number; shiftId: number },
) {
  const jobType = 'clean' as const
  const parts = { areaIds: [], facilityIds: [], vehicleIds: [vehicleId], shiftIds: [] }
  const [plan] = await tx
    .insert(workPlans)
    .values({ tenantId, deptId, name: `${mark}作业`, jobType, ...parts, times: 1, calendar: false, goal: 90, enabled: false })
    .returning({ id: workPlans.id })
  const basis = {
    name: `${mark}作业`,
    jobType,
    goal: 90,
    implementInput: null,
    roads: [],
    stops: [],
    vehicles: [{ id: vehicleId, name: `${mark}车` }],
  }
  const planId = plan!.id
  const [kept] = await tx.insert(workBases).values({ tenantId, planId, basis, digest: 'x' }).returning({ id: workBases.id })
  const [task] = await tx
    .insert(workTasks)
    .values({
      tenantId,
      planId,
      basisId: kept!.id,
      deptId,
      vehicleIds: [vehicleId],
      day: markedDay,
      shiftId,
      shiftName: `${mark}班次`,
      turn: 1,
      turns: 1,
      startTime: `${markedDay} 08:00:00`,
      endTime: `${markedDay} 09:00:00`,
      plannedMetres: 0,
      stopCount: 0,
      open: false,
    })
    .returning({ id: workTasks.id })
  await tx.insert(workTouches).values({ tenantId, objectType: '1', objectId: vehicleId, fromTime: start, toTime: start })
  return { workPlanId: planId, workTaskId: task!.id }
}

/** A call for help, and what was recorded meanwhile. */
export async function addEmergency(
  { tx, tenantId, mark }: Tenant,
  { deptId, userId, vehicleId }: Record<'deptId' | 'userId' | 'vehicleId', number>,
) {
  const about = { objectType: ObjectType.vehicle, objectId: vehicleId, objectName: `${mark}车`, deptId, deptName: `${mark}部门` }
  const [emergency] = await tx
    .insert(emergencies)
    .values({ tenantId, ...about, name: `${mark}规则`, time: start, lastTime: start })
    .returning({ id: emergencies.id })
  const emergencyId = emergency!.id
  await tx.insert(emergencySteps).values({ tenantId, emergencyId, act: 'called', remark: `${mark}求助` })
  await tx.insert(emergencyRecipients).values({ tenantId, emergencyId, userId, tier: 0 })
  const camera = { vehicleId, terminalNo: '1', channel: 1, stream: 'sub' as const, cause: 'demand' as const }
  const recorded = { startTime: start, endTime: start, fileName: `${mark}.mp4`, createBy: `${mark}录像` }
  const [recording] = await tx
    .insert(recordings)
    .values({ tenantId, ...camera, ...recorded })
    .returning({ id: recordings.id })
  const log = { ftpUser: `u${tenantId}`, ftpPassword: '' }
  const span = { startTime: start, endTime: start, deviceId: 0, networks: 7, userId: 0, createBy: `${mark}用户` }
  const [upload] = await tx
    .insert(videoUploads)
    .values({ tenantId, vehicleId, channel: 1, state: 'done', ...log, ...span })
    .returning({ id: videoUploads.id })
  const hours = { channels: [], stream: 'sub' as const, start: '08:00', end: '18:00', weekdays: [1], isStopped: true }
  const [schedule] = await tx
    .insert(recordingSchedules)
    .values({ tenantId, name: `${mark}录像计划`, vehicleId, ...hours })
    .returning({ id: recordingSchedules.id })
  return { emergencyId, recordingId: recording!.id, uploadId: upload!.id, recordingScheduleId: schedule!.id }
}

/** A board with its version, and a token of it. */
export async function addOwnBoard({ tx, tenantId, mark }: Tenant) {
  const texts = { 'zh-CN': `${mark}看板`, 'zh-TW': '', 'en-US': '' }
  const place = { x: 0, y: 0, w: 6, h: 4 }
  const panels = [{ id: 'crews-1', kind: 'ranking' as const, source: 'crews' as const, params: {}, title: texts, ...place }]
  const definition = { title: texts, theme: 'blue' as const, isUpright: false, about: 'now' as const, panels }
  const createBy = `${mark}用户`
  const [board] = await tx
    .insert(ownBoards)
    .values({ tenantId, draft: definition, published: 1, createBy, updateBy: createBy })
    .returning({ id: ownBoards.id })
  const ownBoardId = board!.id
  await tx.insert(boardVersions).values({ tenantId, boardId: ownBoardId, version: 1, definition, createBy })
  return { ownBoardId }
}

/** A client of the open API that calls with the rights of `ownerId`. */
export async function addOpenClient({ tx, tenantId, mark }: Tenant, ownerId: number) {
  const [client] = await tx
    .insert(clients)
    .values({ tenantId, clientId: `client${tenantId}`, secret: '', name: `${mark}程序`, ownerId, permissions: [], rate: 60 })
    .returning({ id: clients.id })
  return { openClientId: client!.id }
}

/** A stopped subscription with an event that was given up. */
export async function addSubscription({ tx, tenantId, mark }: Tenant) {
  const about = { name: `${mark}订阅`, url: 'https://receiver.invalid/', events: ['violation' as const], isStopped: true }
  const [added] = await tx
    .insert(subscriptions)
    .values({ tenantId, clientId: `subscription${tenantId}`, secret: '', ...about })
    .returning({ id: subscriptions.id })
  const subscriptionId = added!.id
  const event = {
    type: 'violation.raised' as const,
    objectType: 'violation',
    objectId: 1,
    sequence: 1,
    data: { name: `${mark}违章` },
  }
  const [outgoing] = await tx
    .insert(outgoingEvents)
    .values({ tenantId, subscriptionId, ...event, state: 'failed' })
    .returning({ id: outgoingEvents.id })
  return { subscriptionId, outgoingEventId: outgoing!.id }
}

/** A group of the intercom with a speech that somebody has heard. */
export async function addIntercom(
  { tx, tenantId, mark }: Tenant,
  { deptId, userId, vehicleId }: Record<'deptId' | 'userId' | 'vehicleId', number>,
) {
  const [group] = await tx
    .insert(intercomGroups)
    .values({ tenantId, kind: 'fixed', name: `${mark}频道`, deptId })
    .returning({ id: intercomGroups.id })
  const groupId = group!.id
  await tx.insert(intercomMembers).values({ tenantId, groupId, userId })
  await tx.insert(intercomVehicles).values({ tenantId, groupId, vehicleId })
  const [speech] = await tx
    .insert(intercomSpeeches)
    .values({ tenantId, groupId, userId, samples: 8, endReason: 'released' })
    .returning({ id: intercomSpeeches.id })
  const speechId = speech!.id
  await tx.insert(intercomSounds).values({ tenantId, speechId, at: 0, sound: Buffer.from(`${mark}`.padEnd(8).slice(0, 8)) })
  await tx.insert(intercomMarks).values({ tenantId, userId, groupId, speechId })
  return { intercomGroupId: groupId, speechId }
}
