import { type Noun, terminalOfCompany } from '../kit/seed-lists.ts'

export const million = 1_000_000

/**
 * A list: its call, what its rows are called, the filters that people use, and a statement that changes a row of many. `$terminal`, `$vehicle`, `$team`,
 * `$company` and, in `query`, `$viewer` stand for ids.
 */
type List = {
  path: string
  plural: string
  filters: [label: string, query: string][]
  change: string
  /** What the call needs to be asked at all. */
  query?: string
  /** A million unless there cannot be so many. */
  rows?: number
  /** Pages a second of RuoYi-Vue's list on 8 connections, of a machine like this one, and who asked. Source: issue 20, item 2. */
  ruoYi?: { who: Who; rate: number }
}
type Who = 'an administrator' | 'one company'

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const week = `startTime=${encodeURIComponent(`${day(97)} 00:00:00`)}&endTime=${encodeURIComponent(`${day(90)} 23:59:59`)}`
const of = (text: string) => encodeURIComponent(text)
const period: List['filters'][number] = ['of seven days, three months ago', week]
const byDepartment: List['filters'] = [
  ['of one team', 'deptId=$team'],
  ['of one company with its teams', 'deptId=$company'],
]
const oneOf = (table: string, id: string, rows: number) =>
  `${id} = (select max(${id}) - (random() * ${rows - 1})::int from ${table})`
const changed = (table: string, id: string, column: string, rows = million) =>
  `update ${table} set ${column} = ${column} || 'x' where tenant_id = 1 and ${oneOf(table, id, rows)}`
/** Where a million would be absurd: roles, plans, the reports that are kept. */
const fewer = 100_000
/** Of all crews in a day. */
const tasksOfDay = 20_000

export const nounLists: Record<Noun, List> = {
  users: {
    path: '/admin/user/page',
    plural: 'users',
    filters: [
      ...byDepartment,
      ['of one name', 'username=worker77777'],
      ['with a text', 'text=gr7777'],
      ['that are locked', 'lockFlag=9'],
      ['that are online', 'online=true'],
    ],
    ruoYi: { who: 'one company', rate: 0.8 },
    change: changed('sys_user', 'user_id', 'name'),
  },
  vehicles: {
    path: '/admin/vehicle/page',
    plural: 'vehicles',
    filters: [
      ...byDepartment,
      ['of one plate', `plateNumber=${of('川B0077777')}`],
      ['with a text', 'text=cb7777'],
      ['of one type', 'vehicleType=3'],
      ['that are online', 'online=true'],
    ],
    change: changed('vehicle', 'id', 'name'),
  },
  facilities: {
    path: '/admin/facility/page',
    plural: 'facilities',
    filters: [...byDepartment, ['with a name', `name=${of('公厕7777')}`], ['of one type', 'facilityType=2']],
    change: changed('facility', 'id', 'name'),
  },
  cans: {
    path: '/admin/garbageCan/page',
    plural: 'garbage cans',
    filters: [...byDepartment, ['with a name', `name=${of('公厕7777')}`], ['of one kind of waste', 'wasteType=2']],
    change: changed('facility', 'id', 'name'),
  },
  areas: {
    path: '/admin/area/page',
    plural: 'areas',
    filters: [...byDepartment, ['with a name', `name=${of('片区7777')}`]],
    change: changed('area', 'id', 'name'),
  },
  terminals: {
    path: '/admin/device/page',
    plural: 'terminals',
    filters: [
      ['of one number', 'terminalNo=15000777777'],
      ['on one vehicle', `objectName=${of('川C0077777')}`],
      ['on vehicles', 'objectType=1'],
    ],
    change: `update vehicle set plate_number = plate_number || 'x' where tenant_id = 1 and length(plate_number) < 18
      and id = (select 1000001 + (random() * ${million - 1})::int)`,
  },
  boxes: {
    path: '/admin/box/page',
    plural: 'boxes',
    filters: [...byDepartment, ['with a text', 'text=77777']],
    change: changed('iot_box', 'id', 'name'),
  },
  projects: {
    path: '/admin/projectManage/page',
    plural: 'projects',
    filters: [...byDepartment, ['with a name', `name=${of('项目7777')}`], ['that are planned', 'status=planned']],
    change: changed('project', 'id', 'name'),
  },
  tokens: {
    path: '/admin/token/page',
    plural: 'log-ins in force',
    filters: [
      ['of one user', 'username=person777'],
      ['from one address', 'address=10.0.77.1'],
    ],
    change: `insert into sys_token (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires, refresh_expires, family, create_time, address, user_agent)
      select tenant_id, user_id, client_id, gen_random_uuid()::text, gen_random_uuid()::text, now(), refresh_expires, family, create_time, address, user_agent
      from sys_token where tenant_id = 1 and id = (select max(id) - (random() * ${million - 1})::int from sys_token)`,
  },
  photos: {
    path: '/admin/device/$terminal/photo/page',
    plural: 'pictures of one terminal',
    filters: [],
    change: `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, address, received)
      select 1, gen_random_uuid()::text, id, '1', object_id, 1, 1, '', now() from device where id = ${terminalOfCompany}`,
  },
  recordings: {
    path: '/admin/video/record/page',
    plural: 'recordings',
    filters: [
      ['of one vehicle', 'vehicleId=7'],
      ['of one channel', 'channel=2'],
    ],
    change: `insert into video_recording (tenant_id, vehicle_id, terminal_no, channel, stream, cause, start_time, end_time, file_name)
      values (1, 7, '1', 1, 'sub', 'alarm', now(), now(), gen_random_uuid()::text)`,
  },
  connections: {
    path: '/admin/device/$terminal/connection/page',
    plural: 'connections of one terminal, one every five minutes',
    rows: 51_840,
    filters: [],
    change: `insert into device_connection (tenant_id, device_id, time, authenticated, address)
      select 1, ${terminalOfCompany}, clock_timestamp(), now(), ''`,
  },
  fixes: {
    path: '/admin/device/data/page',
    plural: 'positions of one vehicle in half a year',
    query: `objectType=1&objectId=$vehicle&startTime=${of(`${day(179)} 00:00:00`)}&endTime=${of(`${day(0)} 23:59:59`)}`,
    filters: [],
    change: `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
      select 1, ${terminalOfCompany}, clock_timestamp(), 512, 1, now(), 104000000, 30600000, 300, 90, 500, 3, 0`,
  },
  logs: {
    path: '/admin/log/page',
    plural: 'lines of the operation log',
    filters: [['of one user', 'createBy=person777'], ['errors', 'type=9'], ['with a text', 'text=777777'], period],
    ruoYi: { who: 'an administrator', rate: 17 },
    change: `insert into sys_log (tenant_id, type, title, service_id, create_by, remote_addr, user_agent, request_uri, method, params)
      values (1, '0', 'PUT /admin/area', '', 'person1', '', '', '', '', '')`,
  },
  'log-ins': {
    path: '/admin/loginLog/page',
    plural: 'lines of the log of log-ins',
    filters: [['of one user', 'username=person777'], ['that failed', 'status=0'], ['log-outs', 'operation=1'], period],
    change: `insert into sys_log_login (tenant_id, operation, status, username, grant_type, remote_addr, user_agent) values (1, 0, 1, 'person1', 'password', '', '')`,
  },
  files: {
    path: '/admin/sys-file/page',
    plural: 'files',
    filters: [
      ['of one user', 'createUser=person777'],
      ['with a name', `original=${of('照片7777')}`],
      ['of one type', 'type=png'],
      period,
    ],
    change: changed('sys_file', 'id', 'original'),
  },
  attendance: {
    path: '/admin/attendance/page',
    plural: 'days of attendance',
    filters: [
      ...byDepartment,
      ['that are absent', 'dayState=absent'],
      ['absent of one team', 'dayState=absent&deptId=$team'],
      ['of one person', 'objectId=2777'],
      ['of a week, three months ago', `firstDay=${day(97)}&lastDay=${day(90)}`],
    ],
    change: `update attendance_day set state = case state when 'late' then 'normal' else 'late' end
      where tenant_id = 1 and id = (select max(id) - (random() * ${million - 1})::int from attendance_day)`,
  },
  violations: {
    path: '/admin/violationEvent/page',
    plural: 'violations',
    filters: [
      ...byDepartment,
      ['that are pending', 'alarmType=-1'],
      ['of one vehicle', 'objectType=1&objectId=77'],
      ['of two rules', 'ruleIds=3&ruleIds=5'],
      ['that are warnings', 'severity=warning'],
      ['of two verdicts', 'verdicts=0&verdicts=1'],
      period,
    ],
    change: `update violation_event set alarm_type = 1 where tenant_id = 1 and id = (select (random() * ${million - 1})::int)`,
  },
  emergencies: {
    path: '/admin/emergency/page',
    plural: 'calls for help',
    filters: [
      ...byDepartment,
      ['that are closed', 'emergencyState=closed'],
      ['that are drills', 'isDrill=true'],
      ['of one vehicle', 'objectType=1&objectId=77'],
      period,
    ],
    change: `update emergency set closed_time = now() where tenant_id = 1 and ${oneOf('emergency', 'id', million)}`,
  },
  cells: {
    path: '/admin/reportForms/cell/page',
    plural: 'violations of one figure of a report',
    query: 'id=$viewer&column=violations',
    filters: [
      ['of one team', 'key=$team'],
      ['of one company with its teams', 'key=$company'],
    ],
    change: `update violation_event set alarm_type = 1 where tenant_id = 1 and id = (select (random() * ${million - 1})::int)`,
  },
  reminders: {
    path: '/admin/msgPush/page',
    plural: 'reminders',
    query: 'msgType=2&pushObjectId=$viewer',
    filters: [...byDepartment, ['that wait', 'status=1'], ['of one task', 'task=4'], period],
    change: `update msg_push set status = 3 - status where tenant_id = 1 and msg_type = '2' and ${oneOf('msg_push', 'id', million)}`,
  },
  roles: {
    path: '/admin/role/page',
    plural: 'roles',
    rows: fewer,
    filters: [
      ['with a name', `roleName=${of('角色7777')}`],
      ['of one code', 'roleCode=ROLE_77777'],
    ],
    change: changed('sys_role', 'role_id', 'role_name', fewer),
  },
  adjustments: {
    path: '/admin/abnormalAttendanceAdjustment/page',
    plural: 'adjustments of attendance',
    filters: [...byDepartment, ['that wait', 'status=1'], ['of one person', 'objectId=1000'], period],
    change: `update abnormal_attendance_adjustment set status = 5 - status
      where tenant_id = 1 and status > 1 and ${oneOf('abnormal_attendance_adjustment', 'id', million)}`,
  },
  reports: {
    path: '/admin/reportForms/page',
    plural: 'reports',
    rows: fewer,
    filters: [
      ...byDepartment,
      ['with a name', `name=${of('日报7777')}`],
      ['of one kind', 'kind=mileage'],
      ['that failed', 'status=failed'],
    ],
    change: changed('report_form', 'id', 'name', fewer),
  },
  sms: {
    path: '/admin/sms/page',
    plural: 'text messages',
    filters: [['that were sent', 'status=sent'], ['that failed', 'status=failed'], period],
    change: `update sms_message set sent_time = now() where tenant_id = 1 and ${oneOf('sms_message', 'id', million)}`,
  },
  'task-plans': {
    path: '/admin/jobTaskPlan/page',
    plural: 'task plans',
    rows: fewer,
    filters: [...byDepartment, ['with a name', `name=${of('保洁7777')}`]],
    change: changed('job_task_plan', 'id', 'name', fewer),
  },
  'work-plans': {
    path: '/admin/workPlan/page',
    plural: 'job plans',
    rows: fewer,
    filters: [...byDepartment, ['with a name', `name=${of('清扫7777')}`], ['of one type', 'jobType=water']],
    change: changed('work_plan', 'id', 'remark', fewer),
  },
  'work-tasks': {
    path: '/admin/workTask/page',
    plural: 'tasks of one day',
    query: `day=${day(0)}`,
    rows: tasksOfDay,
    filters: [
      ...byDepartment,
      ['that are done', 'workState=done'],
      ['of one vehicle', 'vehicleId=77'],
      ['of one plan', 'planId=777'],
    ],
    change: `update work_task set worked_metres = worked_metres + 1 where tenant_id = 1 and ${oneOf('work_task', 'id', tasksOfDay)}`,
  },
}
