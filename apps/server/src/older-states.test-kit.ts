import { markedDay } from './tenant-records.test-kit.ts'
import { addRows } from './tenant-rows.test-kit.ts'
import { newPassword, type startTestServer } from './test-kit.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<Server['login']>>

/** One record of every noun, two administrators, 甲管理员 and 乙管理员, and by the name of each call that changes a record what it takes, without a state. */
type Changeable = {
  ids: Awaited<ReturnType<typeof addRows>>
  admin: Person
  second: Person
  values: Record<string, object>
}

export async function addChangeable(server: Server): Promise<Changeable> {
  const ids = await addRows(server.db, 1, '甲的')
  const admin = await server.login('admin')
  await admin.call('PUT', '/admin/user/edit', { name: '甲管理员' })
  const { data: roles } = await admin.call('GET', '/admin/role/list')
  const role = [roles.find(({ roleCode }: { roleCode: string }) => roleCode === 'ROLE_ADMIN').roleId]
  const person = {
    username: 'second',
    name: '乙管理员',
    newpassword1: newPassword,
    phone: '13900001111',
    deptId: ids.deptId,
    role,
  }
  const added = await admin.call('POST', '/admin/user', person)
  if (added.status !== 200) throw new Error(`no second administrator: ${added.msg}`)
  const second = await server.login('second', 1, newPassword)
  return { ids, admin, second, values: await valuesOfChanges({ ids, admin }) }
}

export const rulePaths = ['sysusermonitoringrule', 'vehicleMonitoringRule', 'sysfacilitymonitoringrule'].map(
  (path) => `/admin/${path}`,
)

/** Input of each call that changes a record. */
async function valuesOfChanges({ ids, admin }: Pick<Changeable, 'ids' | 'admin'>): Promise<Record<string, object>> {
  const { data: tree } = await admin.call('GET', '/admin/dept/tree')
  const { deptId } = ids
  const place = { name: '乙路', deptId, lng: 104, lat: 30 }
  const shape = { kind: 'circle', centre: [104, 30], radius: 80 }
  const provider = { type: 'OIDC', remark: '单位账号', appId: 'x', issuer: 'https://id.invalid' }
  const plan = { name: '巡厕', deptId, userId: ids.markedUserId, dueMinutes: [60], facilityIds: [ids.facilityId] }
  const work = {
    name: '清扫',
    deptId,
    jobType: 'clean',
    facilityIds: [ids.facilityId],
    vehicleIds: [ids.vehicleId],
    shiftIds: [ids.shiftId],
    enabled: false,
  }
  const user = { username: 'edited', phone: '13800001111', deptId, role: [ids.roleId] }
  const schedule = { name: '日报', kind: 'mileage', grouping: 'day', every: 'day', time: '07:00' }
  const { definition: board } = (await admin.call('GET', `/admin/board/own/${ids.ownBoardId}`)).data
  const rule = { name: '离线', condition: { kind: 'offline', after: 600 } }
  const rules = await Promise.all(
    rulePaths.map(async (path) => [`PUT ${path}`, { ...rule, id: (await admin.call('POST', path, rule)).data.id }]),
  )
  return {
    'PUT /admin/vehicle': { id: ids.vehicleId, plateNumber: '川A10001', deptId, vehicleType: '1' },
    'PUT /admin/facility': { ...place, id: ids.facilityId, facilityType: '1' },
    'PUT /admin/garbageCan': { ...place, id: ids.canId },
    'PUT /admin/assetDocument': { id: ids.documentId, kind: '1', name: '保险', files: `${'a'.repeat(30)}01.pdf` },
    'PUT /admin/projectManage': { id: ids.projectId, name: '一标段', deptIds: [deptId] },
    'PUT /admin/workPlan': { ...work, id: ids.workPlanId },
    'PUT /admin/tenant': { id: 2, name: '乙公司', code: 'two', hosts: ['two.localhost'] },
    'PUT /admin/reportSchedule': { ...schedule, id: ids.scheduleId },
    'PUT /admin/box': { id: ids.boxId, code: 'B1', name: '公厕盒子', facilityId: ids.facilityId },
    'POST /admin/boxCalibration': { boxId: ids.boxId, metric: 'ammonia', factor: 2 },
    'PUT /admin/board/own': { id: ids.ownBoardId, definition: board },
    'PUT /admin/board/own/publish': { id: ids.ownBoardId },
    'PUT /admin/board/own/takeBack': { id: ids.ownBoardId },
    'PUT /admin/board/own/restore': { id: ids.ownBoardId, version: 1 },
    'PUT /admin/client': { id: ids.openClientId, name: '平台' },
    'PUT /admin/client/secret': { id: ids.openClientId },
    'PUT /admin/subscription': { id: ids.subscriptionId, name: '推送', url: 'https://receiver.invalid/', events: ['cleaning'] },
    'PUT /admin/video/schedule': {
      id: ids.recordingScheduleId,
      name: '白班',
      vehicleId: ids.vehicleId,
      start: '08:00',
      end: '18:00',
      weekdays: [1],
      isStopped: true,
    },
    'PUT /admin/intercom/group': { id: ids.intercomGroupId, name: '应急', userIds: [], vehicleIds: [] },
    'PUT /admin/subscription/secret': { id: ids.subscriptionId },
    'PUT /admin/area': { id: ids.areaId, name: '作业区', deptId, shape },
    'PUT /admin/shift': { id: ids.shiftId, name: '早班', start: '06:00', end: '14:00', weekdays: [1] },
    'PUT /admin/calendarDay': { day: markedDay, kind: 'work' },
    'PUT /admin/dict': { id: ids.dictionaryId, type: 'marked_1', description: '颜色' },
    'PUT /admin/param': { id: ids.parameterId, publicName: '电话', publicKey: 'marked', publicValue: '2' },
    'PUT /admin/dict/item': { id: ids.itemId, dictId: ids.vehicleTypesId, value: 'marked', label: '扫雪车' },
    'PUT /admin/device': { id: ids.deviceId, objectType: '1', objectId: ids.vehicleId },
    'PUT /admin/jobTaskPlan': { ...plan, id: ids.planId },
    'PUT /admin/user': { ...user, userId: ids.markedUserId },
    'PUT /admin/user/edit': { name: '甲管理员' },
    'PUT /admin/menu': { menuId: ids.menuId, parentId: -1, name: '菜单', type: '0', path: '/x' },
    'PUT /admin/dept': { deptId, parentId: tree[0].id, name: '三部' },
    'PUT /admin/role': { roleId: ids.roleId, roleName: '班长', roleCode: 'MARKED', dsType: 3 },
    'PUT /admin/role/menu': { roleId: ids.roleId, menuIds: [] },
    'PUT /admin/social': { ...provider, id: ids.providerId },
    'POST /admin/unitInfo/modifyUnitInfo': { systemName: '环卫' },
    'POST /admin/unitInfo/bindUnitInfo': { kind: 'logo', fileName: '' },
    ...Object.fromEntries(rules),
  }
}
