import type { OwnedDatabase } from './db/owned.ts'
import { digestTenant } from './digest-tenant.test-kit.ts'
import { markedDay } from './tenant-records.test-kit.ts'
import { addRows } from './tenant-rows.test-kit.ts'

export type Filled = {
  /** A value for every field name that any endpoint takes; ids are this tenant's. */
  fields: Record<string, unknown>
  /** The same with each kind of id in `id`, since which noun an `id` means depends on the endpoint. */
  variants(): Record<string, unknown>[]
  mark: string
  /** All of the tenant's rows as one hash. */
  digest(): Promise<string>
}

/** Texts that only this tenant's rows contain, one per noun. */
const nouns =
  '部门 用户 角色 车 围栏 规则 事件 申请 菜单 日志 单位 平台 设施 垃圾桶 巡查 公众 报洁 计划 导出 班次 假日 参数 项目 作业 盒子 报表 字典 录像 看板'.split(
    ' ',
  )
export const marks = ({ mark }: Filled) => nouns.map((noun) => `${mark}${noun}`)

/** One row of every noun in both tenants, marked with texts that no other tenant has. */
export async function fillTenants(server: { db: OwnedDatabase }) {
  return { own: await fill(server.db, 1, '甲的'), foreign: await fill(server.db, 2, '乙的') }
}

async function fill(db: OwnedDatabase, tenantId: number, mark: string): Promise<Filled> {
  const ids = await addRows(db, tenantId, mark)
  const fields = fieldsOf(ids, tenantId, mark)
  return {
    mark,
    fields: { username: 'admin', msgType: '1', ...fieldsForReading(fields) },
    variants: () =>
      [
        ids.violationId,
        ids.inspectionId,
        ids.vehicleId,
        ids.deviceId,
        ids.areaId,
        ids.ruleId,
        ids.shiftId,
        ids.menuId,
        ids.deptId,
        ids.cleaningId,
        ids.planId,
        ids.visitId,
        ids.pushId,
        ids.markedUserId,
        ids.roleId,
        ids.providerId,
        ids.facilityId,
        ids.canId,
        ids.complaintId,
        ids.exportId,
        ids.projectId,
        ids.workPlanId,
        ids.workTaskId,
        ids.reportId,
        ids.scheduleId,
        ids.boxId,
        ids.calibrationId,
        ids.dictionaryId,
        ids.itemId,
        ids.parameterId,
        ids.attendanceId,
        ids.adjustmentId,
        ids.documentId,
        ids.emergencyId,
        ids.recordingId,
        ids.uploadId,
        ids.recordingScheduleId,
        ids.ownBoardId,
        ids.openClientId,
        ids.subscriptionId,
        ids.intercomGroupId,
        ids.speechId,
      ].map((id) => ({ ...fields, ...changesOf(ids), id, ids: [id], areaId: ids.areaId })),
    digest: () => digestTenant(db, tenantId),
  }
}

type Ids = Awaited<ReturnType<typeof addRows>>

/** A value for every field name; an `id` is the violation's. */
const fieldsOf = (ids: Ids, tenantId: number, mark: string): Record<string, unknown> => ({
  id: ids.violationId,
  deptId: ids.deptId,
  roleId: ids.roleId,
  role: [ids.roleId],
  phone: `1381234567${tenantId}`,
  parentId: ids.deptId,
  menuId: ids.menuId,
  vehicleId: ids.vehicleId,
  objectId: ids.vehicleId,
  pushObjectId: ids.userId,
  ruleIds: [ids.ruleId],
  verdicts: [-1],
  handlerId: ids.markedUserId,
  violationEventId: ids.violationId,
  applyForRecordId: ids.approvalId,
  applyForId: ids.approvalId,
  inspectEventId: ids.inspectionId,
  cause: { kind: 'publicEvent', id: ids.complaintId },
  causeKind: 'publicEvent',
  causeId: ids.complaintId,
  jobId: ids.planId,
  dictId: ids.vehicleTypesId,
  assigneeId: ids.markedUserId,
  facilityIds: [ids.facilityId],
  dueMinutes: [60],
  processRemark: 'x',
  score: 3,
  column: 'violations',
  username: 'admin',
  type: 'vehicle_type',
  msgType: '1',
  token: 'x',
  grant_type: 'refresh_token',
  refresh_token: 'x',
  objectType: '1',
  plateNumber: `新${mark.length}`,
  name: '新',
  startTime: '2026-01-05 00:00:00',
  endTime: '2026-01-06 00:00:00',
  year: 2099,
  current: 1,
  size: 20,
  text: 'x',
  notes: 'x',
  vehicleType: '1',
  facilityType: '1',
  lng: 104,
  lat: 30,
  readUnread: 1,
  view: { lng: 104, lat: 30, zoom: 13 },
  resultContent: 'x',
  reason: 'xx',
  month: '2026-01',
  fromState: 'absent',
  toState: 'normal',
})

/** Values of the fields that only changes take. */
const changesOf = (ids: Ids) => ({
  act: 'department',
  alarmType: 0,
  shape: { kind: 'circle', centre: [104, 30], radius: 5 },
  vehicleIds: [ids.vehicleId],
  condition: { kind: 'outOfArea', areaIds: [ids.areaId] },
  objectIds: [ids.vehicleId],
  parameters: [{ id: 0x29, value: 10 }],
  deptIds: [ids.deptId],
  start: '06:00',
  end: '14:00',
  weekdays: [2],
  day: markedDay,
  kind: 'work',
  projectId: ids.projectId,
  jobType: 'clean',
  areaIds: [],
  shiftIds: [ids.shiftId],
  boxId: ids.boxId,
  grouping: 'day',
  every: 'day',
  time: '07:00',
  facilityId: ids.facilityId,
  code: 'B1',
  metric: 'ammonia',
  value: 'other',
  label: '其他车',
  description: '车型',
})

/** Fields that lists take, with values that find the tenant's rows. */
function fieldsForReading({ id: _, type, ...fields }: Record<string, unknown>) {
  const { plateNumber: __, name: ___, vehicleType: ____, parentId: _____, ...rest } = fields
  return { ...rest, type, id: fields.violationEventId }
}
