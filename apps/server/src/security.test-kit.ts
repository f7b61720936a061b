import { sql } from 'drizzle-orm'
import type { Database } from './db/connect.ts'
import { areas } from './features/areas/table.ts'
import { departments } from './features/departments/table.ts'
import { files } from './features/files/table.ts'
import { loginLogs, logs } from './features/logs/table.ts'
import { menus } from './features/menus/table.ts'
import { pushes } from './features/messages/table.ts'
import { roles } from './features/roles/table.ts'
import { rules } from './features/rules/table.ts'
import { socialProviders } from './features/session/table.ts'
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
export const marks = ({ mark }: Filled) =>
  ['部门', '用户', '角色', '车', '围栏', '规则', '事件', '菜单', '日志', '单位', '平台'].map((noun) => `${mark}${noun}`)

const start = '2026-01-05 08:00:00'

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
    const [menu] = await tx
      .insert(menus)
      .values({ tenantId, parentId: -1, name: `${mark}菜单`, type: '0', path: '/x' })
      .returning()
    const [violation] = await tx
      .insert(violations)
      .values({
        tenantId,
        createTime: start,
        endTime: start,
        lastTime: start,
        ruleId: rule!.id,
        deviceId: device!.id,
        objectType: '1',
        objectId: vehicle!.id,
        objectName: `${mark}车`,
        objectTypeName: '洗扫车',
        deptId,
        deptName: `${mark}部门`,
        violationEvent: `${mark}事件`,
        severity: 'alarm',
        position: 'x',
        executeAction: '记录',
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
    await tx.insert(units).values({ tenantId, gpsUrl: `https://x.example/${mark}单位` })
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
      menuId: menu!.id,
      violationId: violation!.id,
      pushId: push!.id,
      userId: admin!.id,
      markedUserId: user!.id,
      roleId: role!.id,
      providerId: provider!.id,
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
    current: 1,
    size: 20,
    text: 'x',
    notes: 'x',
    vehicleType: '1',
    readUnread: 1,
  }
  const judged = { alarmType: 0 }
  const shaped = {
    shape: { kind: 'circle', centre: [104, 30], radius: 5 },
    vehicleIds: [ids.vehicleId],
    condition: { kind: 'outOfArea', areaIds: [ids.areaId] },
    objectIds: [ids.vehicleId],
    deptIds: [ids.deptId],
  }
  return {
    mark,
    fields: { username: 'admin', msgType: '1', ...fieldsForReading(fields) },
    variants: () =>
      [
        ids.violationId,
        ids.vehicleId,
        ids.deviceId,
        ids.areaId,
        ids.ruleId,
        ids.menuId,
        ids.deptId,
        ids.pushId,
        ids.markedUserId,
        ids.roleId,
        ids.providerId,
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
        'violation_event',
        'violation_process',
        'msg_push',
        'sys_user',
        'sys_role',
        'sys_user_role',
        'sys_role_menu',
        'sys_menu',
        'sys_role_menu',
        'sys_log',
        'sys_log_login',
        'sys_file',
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
