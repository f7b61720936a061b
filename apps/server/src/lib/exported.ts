import { listApprovals } from '@huanwei/contract/approvals/endpoints'
import { listAreas } from '@huanwei/contract/areas/endpoints'
import { getPendingCleaning, listCleaning } from '@huanwei/contract/cleaning/endpoints'
import { listComplaints } from '@huanwei/contract/complaints/endpoints'
import { listDepartments } from '@huanwei/contract/departments/endpoints'
import { listFiles } from '@huanwei/contract/files/endpoints'
import { listFixes } from '@huanwei/contract/history/endpoints'
import { listInspections } from '@huanwei/contract/inspections/endpoints'
import { listLoginLogs, listLogs } from '@huanwei/contract/logs/endpoints'
import { getMenuTree } from '@huanwei/contract/menus/endpoints'
import {
  listApprovalPushes,
  listComplaintPushes,
  listInspectionPushes,
  listViolationPushes,
} from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { listPlans, listRecords } from '@huanwei/contract/plans/endpoints'
import { listRoles } from '@huanwei/contract/roles/endpoints'
import { listFacilityRules, listPersonRules, listVehicleRules } from '@huanwei/contract/rules/endpoints'
import { listProviders } from '@huanwei/contract/social/endpoints'
import { listDevices } from '@huanwei/contract/terminals/endpoints'
import { listTokens } from '@huanwei/contract/tokens/endpoints'
import { listUsers, type User } from '@huanwei/contract/users/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { findApprovalPushes, findApprovals } from '../features/approvals/queries.ts'
import { approvals } from '../features/approvals/table.ts'
import { findAreas } from '../features/areas/queries.ts'
import { areas } from '../features/areas/table.ts'
import { findReports, findWaiting } from '../features/cleaning/queries.ts'
import { cleaningReports } from '../features/cleaning/table.ts'
import { findComplaintPushes, findComplaints } from '../features/complaints/queries.ts'
import { complaints } from '../features/complaints/table.ts'
import { findDepartmentRows } from '../features/departments/queries.ts'
import { findFileRows } from '../features/files/queries.ts'
import { files } from '../features/files/table.ts'
import { afterFix, findVisibleFixes } from '../features/history/queries.ts'
import { findInspectionPushes, findInspections } from '../features/inspections/queries.ts'
import { inspections } from '../features/inspections/table.ts'
import { listLoginRows, listLogRows } from '../features/logs/queries.ts'
import { loginLogs, logs } from '../features/logs/table.ts'
import { findAll } from '../features/menus/queries.ts'
import type { FindPushes, PushesAsked } from '../features/messages/queries.ts'
import { pushes } from '../features/messages/table.ts'
import { findPlans, findRecords } from '../features/plans/queries.ts'
import { findRolePage, type RoleRow } from '../features/roles/queries.ts'
import { roles } from '../features/roles/table.ts'
import { findNamedRules } from '../features/rules/queries.ts'
import { sessions, socialProviders } from '../features/session/table.ts'
import { findProviders } from '../features/social/queries.ts'
import { findDevices } from '../features/terminals/queries.ts'
import { devices } from '../features/terminals/table.ts'
import { findLogIns } from '../features/tokens/queries.ts'
import { findUsers } from '../features/users/queries.ts'
import { users } from '../features/users/table.ts'
import { findViolationPushes, findViolations } from '../features/violations/queries.ts'
import { violations } from '../features/violations/table.ts'
import {
  approvalColumns,
  cleaningColumns,
  complaintColumns,
  deviceColumns,
  fileColumns,
  fixColumns,
  inspectionColumns,
  logColumns,
  loginColumns,
  providerColumns,
  roleColumns,
  tokenColumns,
  userColumns,
  violationColumns,
} from './export-columns.ts'
import { atOnce, type ExportList, exportList } from './export-lists.ts'
import { planColumns, visitColumns } from './plan-columns.ts'
import { areaColumns, ruleColumns } from './rule-columns.ts'
import { departmentsFor, mustBeRecipient } from './scope.ts'
import { departmentColumns, departmentLines, menuColumns } from './tree-columns.ts'
import { treeLines } from './tree-lines.ts'
import type { Words } from './words.ts'

/** What was pushed to the viewer, found as the queue's own list finds it. */
const pushed =
  <Row>(find: (...asked: Parameters<FindPushes>) => Promise<{ records: Row[]; total: number }>) =>
  async (
    ...[tx, viewer, { pushObjectId, ...filter }, language]: [
      ...[Parameters<FindPushes>[0], Parameters<FindPushes>[1]],
      PushesAsked['filter'] & { pushObjectId: number },
      Parameters<FindPushes>[3],
    ]
  ) => {
    mustBeRecipient(viewer, pushObjectId)
    return find(tx, viewer, { filter, departments: await departmentsFor(tx, viewer, filter.deptId) }, language)
  }

const pushKey = { tenantId: pushes.tenantId, time: pushes.createTime, id: pushes.id }

const cleaningKey = { tenantId: cleaningReports.tenantId, time: cleaningReports.reportTime, id: cleaningReports.id }

const idOf = ({ id }: { id: number }) => id
const pushIdOf = ({ pushId }: { pushId: number }) => pushId

const ruleList = (call: typeof listPersonRules, objectType: ObjectType, title: Words) =>
  exportList(call, title, {
    ...{ columns: ruleColumns, ...atOnce((tx, viewer, filter) => findNamedRules(tx, viewer, objectType, filter)) },
  })

/** Every list that can be exported. */
export const exportLists: readonly ExportList[] = [
  exportList(listViolations, ['违章列表', '違章清單', 'Violations'], {
    key: { tenantId: violations.tenantId, time: violations.createTime, id: violations.id },
    ...{ idOf, columns: violationColumns },
    find: async (tx, viewer, filter, language) =>
      findViolations(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
  exportList(listViolationPushes, ['违章列表', '違章清單', 'Violations'], {
    ...{ key: pushKey, idOf: pushIdOf, columns: violationColumns, find: pushed(findViolationPushes) },
  }),
  exportList(listInspections, ['巡查上报', '巡查上報', 'Inspections'], {
    key: { tenantId: inspections.tenantId, time: inspections.createTime, id: inspections.id },
    ...{ idOf, columns: inspectionColumns },
    find: async (tx, viewer, filter, language) =>
      findInspections(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId), language),
  }),
  exportList(listInspectionPushes, ['巡查上报', '巡查上報', 'Inspections'], {
    ...{ key: pushKey, idOf: pushIdOf, columns: inspectionColumns, find: pushed(findInspectionPushes) },
  }),
  exportList(listComplaints, ['公众事件列表', '公眾事件列表', 'Public events'], {
    key: { tenantId: complaints.tenantId, time: complaints.eventTime, id: complaints.id },
    ...{ idOf, columns: complaintColumns },
    find: async (tx, viewer, filter) => findComplaints(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(listComplaintPushes, ['公众事件列表', '公眾事件列表', 'Public events'], {
    ...{ key: pushKey, idOf: pushIdOf, columns: complaintColumns, find: pushed(findComplaintPushes) },
  }),
  exportList(listApprovals, ['审批', '審批', 'Approvals'], {
    key: { tenantId: approvals.tenantId, time: approvals.createTime, id: approvals.id },
    ...{ idOf, columns: approvalColumns },
    find: async (tx, viewer, filter) => findApprovals(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(listApprovalPushes, ['审批', '審批', 'Approvals'], {
    ...{ key: pushKey, idOf: pushIdOf, columns: approvalColumns, find: pushed(findApprovalPushes) },
  }),
  exportList(listCleaning, ['报洁列表', '報潔列表', 'Cleaning reports'], {
    ...{ key: cleaningKey, idOf, columns: cleaningColumns },
    find: async (tx, viewer, filter) => findReports(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(getPendingCleaning, ['待我处理的报洁', '待我處理的報潔', 'Cleaning that waits'], {
    ...{ columns: cleaningColumns, ...atOnce((tx, viewer, { code }) => findWaiting(tx, viewer, code)) },
  }),
  exportList(listUsers, ['用户列表', '用戶列表', 'Users'], {
    key: { tenantId: users.tenantId, time: users.createTime, id: users.id },
    ...{ idOf: ({ userId }: User) => userId, columns: userColumns },
    find: async (tx, viewer, filter) => findUsers(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  exportList(listRoles, ['角色列表', '角色列表', 'Roles'], {
    key: { tenantId: roles.tenantId, time: roles.createTime, id: roles.id },
    ...{ idOf: ({ roleId }: RoleRow) => roleId, columns: roleColumns },
    find: (tx, { tenantId }, filter) => findRolePage(tx, tenantId, filter),
  }),
  exportList(listDevices, ['终端列表', '終端清單', 'Terminals'], {
    key: { time: devices.createTime, id: devices.id },
    ...{ idOf, columns: deviceColumns, find: findDevices },
  }),
  exportList(listAreas, ['电子围栏列表', '電子圍欄清單', 'Areas'], {
    ...{ key: { tenantId: areas.tenantId, time: areas.createTime, id: areas.id }, idOf, columns: areaColumns },
    find: async (tx, viewer, filter) => findAreas(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId)),
  }),
  ruleList(listPersonRules, ObjectType.person, ['人员监控规则', '人員監控規則', 'Rules for people']),
  ruleList(listVehicleRules, ObjectType.vehicle, ['车辆监控规则', '車輛監控規則', 'Rules for vehicles']),
  ruleList(listFacilityRules, ObjectType.facility, ['设施监控规则', '設施監控規則', 'Rules for facilities']),
  exportList(listDepartments, ['部门列表', '部門清單', 'Departments'], {
    ...{ columns: departmentColumns, ...atOnce(async (tx, viewer) => departmentLines(await findDepartmentRows(tx, viewer))) },
  }),
  exportList(getMenuTree, ['菜单', '選單', 'Menu'], {
    ...{ access: { permission: 'sys_menu_view' }, columns: menuColumns },
    ...atOnce(async (tx, { tenantId }) => treeLines(await findAll(tx, tenantId), idOf)),
  }),
  exportList(listPlans, ['任务计划', '任務計畫', 'Task plans'], {
    columns: planColumns,
    ...atOnce(async (tx, viewer, { deptId }) =>
      findPlans(tx, viewer, deptId === undefined ? null : await departmentsFor(tx, viewer, deptId)),
    ),
  }),
  exportList(listRecords, ['到场记录', '到場記錄', 'Visits'], {
    ...{ columns: visitColumns, ...atOnce((tx, viewer, filter) => findRecords(tx, viewer, filter)) },
  }),
  exportList(listTokens, ['在线登录', '線上登入', 'Logged in'], {
    key: { tenantId: sessions.tenantId, time: sessions.createTime, id: sessions.id },
    ...{ idOf, columns: tokenColumns, find: findLogIns },
  }),
  exportList(listProviders, ['第三方登录', '第三方登入', 'Providers'], {
    key: { tenantId: socialProviders.tenantId, time: socialProviders.createTime, id: socialProviders.id },
    ...{ idOf, columns: providerColumns, find: (tx, { tenantId }, filter) => findProviders(tx, tenantId, filter) },
  }),
  exportList(listFiles, ['文件列表', '檔案清單', 'Files'], {
    key: { tenantId: files.tenantId, time: files.createTime, id: files.id },
    ...{ idOf, columns: fileColumns, find: findFileRows },
  }),
  exportList(listLogs, ['日志', '日誌', 'Logs'], {
    ...{ key: { tenantId: logs.tenantId, time: logs.createTime, id: logs.id }, idOf, columns: logColumns, find: listLogRows },
  }),
  exportList(listLoginLogs, ['登录日志', '登入日誌', 'Log-ins'], {
    key: { tenantId: loginLogs.tenantId, time: loginLogs.createTime, id: loginLogs.id },
    ...{ idOf, columns: loginColumns, find: listLoginRows },
  }),
  exportList(listFixes, ['历史轨迹', '歷史軌跡', 'Track'], {
    ...{ afterOf: afterFix, columns: fixColumns },
    find: findVisibleFixes,
  }),
]

/** The list that a call with this filter would show. */
export const exportListOf = (path: string, filter: object) => exportLists.find((one) => one.path === path && one.takes(filter))
