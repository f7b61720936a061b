import { canType } from '@huanwei/contract/dictionaries/codes'
import { sql } from 'drizzle-orm'
import type { Database } from './db/connect.ts'
import { approvalSteps, approvals } from './features/approvals/table.ts'
import { areas } from './features/areas/table.ts'
import { calendarDays } from './features/calendar/table.ts'
import { cleaningReports, cleaningSteps } from './features/cleaning/table.ts'
import { complaintSteps, complaints, identityViews } from './features/complaints/table.ts'
import { departments } from './features/departments/table.ts'
import { exportJobs } from './features/exports/table.ts'
import { facilities } from './features/facilities/table.ts'
import { files } from './features/files/table.ts'
import { inspectionSteps, inspections } from './features/inspections/table.ts'
import { loginLogs, logs } from './features/logs/table.ts'
import { menus } from './features/menus/table.ts'
import { pushes } from './features/messages/table.ts'
import { planFacilities, taskPlans, taskRecords } from './features/plans/table.ts'
import { roles } from './features/roles/table.ts'
import { rules } from './features/rules/table.ts'
import { socialProviders } from './features/session/table.ts'
import { shifts } from './features/shifts/table.ts'
import { devices } from './features/terminals/table.ts'
import { units } from './features/units/table.ts'
import { userRoles, users } from './features/users/table.ts'
import { vehicles } from './features/vehicles/table.ts'
import { violationSteps, violations } from './features/violations/table.ts'

export type Filled = {
  /** A value for every field name that any endpoint takes; ids are this tenant's. */
  fields: Record<string, unknown>
  /** The same with each kind of id in `id`, since which noun an `id` means depends on the endpoint. */
  variants(): Record<string, unknown>[]
  mark: string
  /** All of the tenant's rows as one hash. */
  digest(): Promise<string>
}

/** What only this tenant's rows contain, one per noun. */
const nouns = '部门 用户 角色 车 围栏 规则 事件 申请 菜单 日志 单位 平台 设施 垃圾桶 巡查 公众 报洁 计划 导出 班次 假日'.split(
  ' ',
)
export const marks = ({ mark }: Filled) => nouns.map((noun) => `${mark}${noun}`)
const start = '2026-01-05 08:00:00'
const markedDay = '2099-01-05'

/** One row of every noun in both tenants, marked with texts that no other tenant has. */
export async function fillTenants(server: { db: Database }) {
  return { own: await fill(server.db, 1, '甲的'), foreign: await fill(server.db, 2, '乙的') }
}

async function fill(db: Database, tenantId: number, mark: string): Promise<Filled> {
  const ids = await db.system(async (tx) => {
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
      .insert(devices)
      .values({ tenantId, terminalNo: `1390000000${tenantId}`, objectType: '1', objectId: vehicle!.id })
      .returning()
    const [area] = await tx
      .insert(areas)
      .values({ tenantId, deptId, name: `${mark}围栏`, shape: { kind: 'circle', centre: [104, 30], radius: 100 } })
      .returning()
    const [rule] = await tx
      .insert(rules)
      .values({
        ...{ tenantId, name: `${mark}规则`, objectType: '1', condition: { kind: 'speeding', limit: 60 }, severity: 'alarm' },
        ...{ objectIds: [vehicle!.id], hours: [], minDuration: 0, cooldown: 0 },
      })
      .returning()
    const [shift] = await tx
      .insert(shifts)
      .values({ tenantId, name: `${mark}班次`, start: '05:00', end: '13:00', weekdays: [1] })
      .returning()
    await tx.insert(calendarDays).values({ tenantId, day: markedDay, kind: 'rest', remark: `${mark}假日` })
    const [menu] = await tx
      .insert(menus)
      .values({ tenantId, parentId: -1, name: `${mark}菜单`, type: '0', path: '/x' })
      .returning()
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
        ...{ tenantId, code: `COMPLAINT00${tenantId}`, facilityId: facility!.id, facilityName: 'x', deptId, eventType: 0 },
        ...{ content: `${mark}公众`, position: 'x', eventTime: start },
      })
      .returning()
    const ofComplaint = { tenantId, complaintId: complaint!.id, userId: admin!.id, userName: 'x' }
    await tx.insert(complaintSteps).values({ ...ofComplaint, status: 1, remark: `${mark}公众` })
    await tx.insert(identityViews).values({ ...ofComplaint, reason: `${mark}公众` })
    const [violation] = await tx
      .insert(violations)
      .values({
        ...{ tenantId, createTime: start, endTime: start, lastTime: start, ruleId: rule!.id, deviceId: device!.id },
        ...{ objectType: '1', objectId: vehicle!.id, objectName: `${mark}车`, objectTypeName: '洗扫车' },
        ...{ deptId, deptName: `${mark}部门`, violationEvent: `${mark}事件`, severity: 'alarm' },
        ...{ position: 'x', executeAction: '记录' },
      })
      .returning()
    await tx
      .insert(violationSteps)
      .values({ tenantId, violationId: violation!.id, objectName: `${mark}规则`, alarmType: -1, remark: '' })
    const from = { remoteAddr: '::1', userAgent: `${mark}日志`, createTime: start }
    await tx.insert(logs).values({
      ...{
        tenantId,
        ...from,
        type: '0',
        title: 'x',
        serviceId: 'x',
        createBy: 'admin',
        requestUri: '/x',
        method: 'PUT',
        params: 'x',
      },
    })
    await tx.insert(loginLogs).values({ tenantId, ...from, operation: 0, status: 1, username: 'admin', grantType: 'password' })
    await tx.insert(files).values({
      ...{
        tenantId,
        bucketName: 'huanwei',
        fileName: `${tenantId}.png`,
        original: 'x',
        type: 'png',
        fileSize: 1,
        createUser: 'x',
      },
    })
    const [exported] = await tx
      .insert(exportJobs)
      .values({ tenantId, userId: admin!.id, list: `${mark}导出`, filter: {}, language: 'zh-CN', status: 'cancelled' })
      .returning()
    await tx.insert(units).values({ tenantId, gpsUrl: `https://x.example/${mark}单位` })
    const own = { tenantId, reportPersonId: admin!.id, responsibleId: user!.id, deptId }
    const [inspection] = await tx
      .insert(inspections)
      .values({
        ...own,
        ...{
          businessType: '1',
          eventContent: `${mark}巡查`,
          assessmentStandard: '1',
          score: 1,
          position: 'x',
          disposeTimeLimit: 1,
        },
      })
      .returning()
    const said = { userId: admin!.id, userName: 'x', status: 1, remark: `${mark}巡查` } as const
    await tx.insert(inspectionSteps).values({ tenantId, inspectEventId: inspection!.id, ...said })
    const [approval] = await tx
      .insert(approvals)
      .values({
        ...{ tenantId, objectId: user!.id, submittedBy: user!.id, deptId, type: 6, fate: 1, reason: `${mark}申请` },
        ...{ firstDay: '2026-01-05', firstHalf: 'am', lastDay: '2026-01-05', lastHalf: 'pm' },
      })
      .returning()
    await tx.insert(approvalSteps).values({
      ...{ tenantId, applyForId: approval!.id, userId: user!.id, userName: `${mark}用户`, status: 1, reason: `${mark}申请` },
    })
    const reported = { deptId, reporterId: admin!.id, reporter: 'x', position: 'x', type: '1' } as const
    const [cleaning] = await tx
      .insert(cleaningReports)
      .values({ tenantId, code: 'BJ202601050001', content: `${mark}报洁`, ...reported })
      .returning()
    await tx
      .insert(cleaningSteps)
      .values({ tenantId, reportId: cleaning!.id, userId: admin!.id, userName: 'x', status: 0, remark: `${mark}报洁` })
    const [plan] = await tx
      .insert(taskPlans)
      .values({ tenantId, name: `${mark}计划`, deptId, userId: user!.id, dueMinutes: [0] })
      .returning()
    await tx.insert(planFacilities).values({ tenantId, planId: plan!.id, facilityId: facility!.id })
    const [visit] = await tx
      .insert(taskRecords)
      .values({ tenantId, planId: plan!.id, facilityId: facility!.id, userId: user!.id, dueTime: start })
      .returning()
    const [push] = await tx
      .insert(pushes)
      .values({
        tenantId,
        createTime: start,
        msgType: '1',
        pushObjectId: admin!.id,
        eventId: violation!.id,
        objectType: '1',
        objectId: vehicle!.id,
        deptId,
      })
      .returning()
    return {
      deptId,
      vehicleId: vehicle!.id,
      deviceId: device!.id,
      areaId: area!.id,
      ruleId: rule!.id,
      shiftId: shift!.id,
      menuId: menu!.id,
      violationId: violation!.id,
      approvalId: approval!.id,
      inspectionId: inspection!.id,
      cleaningId: cleaning!.id,
      planId: plan!.id,
      visitId: visit!.id,
      pushId: push!.id,
      userId: admin!.id,
      markedUserId: user!.id,
      roleId: role!.id,
      providerId: provider!.id,
      facilityId: facility!.id,
      canId: can!.id,
      complaintId: complaint!.id,
      exportId: exported!.id,
    }
  })

  const fields: Record<string, unknown> = {
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
    violationEventId: ids.violationId,
    applyForRecordId: ids.approvalId,
    applyForId: ids.approvalId,
    inspectEventId: ids.inspectionId,
    jobId: ids.planId,
    assigneeId: ids.markedUserId,
    facilityIds: [ids.facilityId],
    dueMinutes: [60],
    processRemark: 'x',
    score: 3,
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
    ...{ facilityType: '1', lng: 104, lat: 30 },
    readUnread: 1,
    resultContent: 'x',
    reason: 'xx',
  }
  const judged = { alarmType: 0 }
  const shaped = {
    shape: { kind: 'circle', centre: [104, 30], radius: 5 },
    vehicleIds: [ids.vehicleId],
    condition: { kind: 'outOfArea', areaIds: [ids.areaId] },
    objectIds: [ids.vehicleId],
    parameters: [{ id: 0x29, value: 10 }],
    deptIds: [ids.deptId],
    ...{ start: '06:00', end: '14:00', weekdays: [2] },
    ...{ day: markedDay, kind: 'work' },
  }
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
      ].map((id) => ({
        ...fields,
        ...judged,
        ...shaped,
        id,
        ids: [id],
        areaId: ids.areaId,
      })),
    digest: async () => {
      const tables = [
        'sys_dept',
        'vehicle',
        'device',
        'area',
        'area_vehicle',
        'monitoring_rule',
        'shift',
        'calendar_day',
        'violation_event',
        'violation_process',
        'apply_for_record',
        'apply_for_history',
        'wc_report_to_clean',
        'wc_report_to_clean_process',
        'job_task_plan',
        'job_task_plan_facility',
        'job_task_record',
        'inspect_event',
        'inspect_event_history',
        'msg_push',
        'event_claim',
        'event_viewer',
        'facility',
        'wc_complaint',
        'wc_complaint_process',
        'wc_complaint_identity_view',
        'sys_user',
        'sys_role',
        'sys_user_role',
        'sys_role_menu',
        'sys_menu',
        'sys_log',
        'sys_log_login',
        'sys_file',
        'export_job',
        'unit_info',
        'sys_social_details',
        'sys_user_social',
        'sys_token',
        'sys_token_lock',
      ]
      const parts = await Promise.all(
        tables.map((table) =>
          db.owner.query(
            `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${table} t where tenant_id = ${tenantId}`,
          ),
        ),
      )
      return parts.map(({ rows }) => rows[0].sum).join()
    },
  }
}

/** What lists take, so that rows come back. */
function fieldsForReading({ id: _, type, ...fields }: Record<string, unknown>) {
  const { plateNumber: __, name: ___, vehicleType: ____, parentId: _____, ...rest } = fields
  return { ...rest, type, id: fields.violationEventId }
}
