import { canType } from '@huanwei/contract/dictionaries/codes'
import { deptOf, everything, type Ids, type ListCase, moves, numbered, time, workChanges, workFilters } from './lists.test-kit.ts'

/** Lists of objects and of what belongs to them, by the path of their call. */
export const objectLists = (ids: Ids): Record<string, ListCase> => ({
  '/admin/vehicle/page': vehicles(ids),
  '/admin/facility/page': facilities(ids, 'facilityType=2', `facility_type = '2'`, false),
  '/admin/garbageCan/page': facilities(ids, 'wasteType=2', `waste_type = '2'`, true),
  '/admin/box/page': boxes(ids),
  '/admin/area/page': areas(ids),
  '/admin/projectManage/page': projects(ids),
  '/admin/workPlan/page': workPlans(ids),
  '/admin/workTask/page': workTasks(ids),
  '/admin/device/page': terminals(ids),
  [`/admin/device/${ids.device}/photo/page`]: photos(ids),
  [`/admin/device/${ids.device}/connection/page`]: connections(ids),
  '/admin/device/data/page': fixes(ids),
  '/admin/video/record/page': recordings(ids),
})

const vehicles = (ids: Ids): ListCase => ({
  from: 'vehicle where tenant_id = 1 and removed_time is null',
  key: ['id', 'id'],
  order: 'id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    ['vehicleType=2', `vehicle_type = '2'`],
    ['vehicleFunction=2', `vehicle_function = '2'`],
    ['plateNumber=77', `plate_number like '%77%'`],
    ['text=xs7', `initials like '%xs7%'`],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
  ],
  add: (from, to) => `
    insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
    select 1, ${deptOf(ids)}, '川A' || i, 2, 'xs' || i, (1 + i % 3)::text, (1 + i % 2)::text from ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'vehicle'),
    `update vehicle set vehicle_type = '2' where id % 101 = $n`,
    `update vehicle set vehicle_function = '2', initials = 'xs7' where id % 101 = $n`,
    `update vehicle set removed_time = now() where id % 103 = $n`,
    `delete from vehicle where id % 503 = $n and not exists (select from device d where d.object_id = vehicle.id)`,
  ],
})

const boxes = (ids: Ids): ListCase => ({
  from: `iot_box b join facility f on f.tenant_id = b.tenant_id and f.id = b.facility_id where b.tenant_id = 1 and b.removed_time is null`,
  key: ['id', 'b.id'],
  order: 'b.id desc',
  inScope: `f.dept_id = ${ids.first}`,
  filters: [
    everything,
    ['text=77', `(b.code like '%77%' or b.name like '%77%' or f.name like '%77%')`],
    [`deptId=${ids.second}`, `f.dept_id = ${ids.second}`],
  ],
  add: (from, to) => `
    with places as (${facilityRows(ids, from, to, 'X', `'1', null, null, null`)} returning id, code)
    insert into iot_box (tenant_id, code, name, facility_id) select 1, 'B' || code, '盒子', id from places`,
  changes: [
    ...moves(ids, 'facility'),
    `update facility set name = name || '77' where id % 97 = $n`,
    `update iot_box set name = '77' where id % 101 = $n`,
    'update iot_box set removed_time = now() where id % 103 = $n',
    'delete from iot_box where id % 503 = $n',
  ],
})

const areas = (ids: Ids): ListCase => ({
  from: 'area where tenant_id = 1',
  key: ['id', 'id'],
  order: 'id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [everything, ['name=77', `name like '%77%'`], [`deptId=${ids.second}`, `dept_id = ${ids.second}`]],
  add: (from, to) => `
    insert into area (tenant_id, dept_id, name, shape)
    select 1, ${deptOf(ids)}, '片区' || i, '{"kind":"circle","centre":[104,30],"radius":9}' from ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'area'),
    `update area set name = name || '77' where id % 101 = $n`,
    'delete from area where id % 503 = $n',
  ],
})

const workPlanRows = (ids: Ids, from: number, to: number) => `
  insert into work_plan (tenant_id, dept_id, name, job_type, area_ids, facility_ids, vehicle_ids, shift_ids, times, calendar, goal, enabled)
  select 1, ${deptOf(ids)}, '计划' || i, case i % 2 when 0 then 'clean' else 'water' end, '{}', '{}', '{}', '{}', 1, false, 90, false
  from ${numbered(from, to)}`

const workPlans = (ids: Ids): ListCase => ({
  from: 'work_plan where tenant_id = 1 and removed_time is null',
  key: ['id', 'id'],
  order: 'id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    ['name=77', `name like '%77%'`],
    ['jobType=water', `job_type = 'water'`],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
  ],
  add: (from, to) => workPlanRows(ids, from, to),
  changes: [
    ...moves(ids, 'work_plan'),
    `update work_plan set name = name || '77', job_type = 'water' where id % 101 = $n`,
    'update work_plan set removed_time = now() where id % 103 = $n',
  ],
})

/** Tasks of one day, of plans that ask for none. */
const workTasks = (ids: Ids): ListCase => ({
  query: 'day=2026-01-05',
  from: `work_task where tenant_id = 1 and day = '2026-01-05'`,
  key: ['id', 'id'],
  order: 'start_time, id',
  inScope: `dept_id = ${ids.first}`,
  rows: 700,
  filters: [
    everything,
    ['workState=done', 'done_time is not null'],
    ['workState=missed', 'done_time is null'],
    ['vehicleId=7', '7 = any(vehicle_ids)'],
    ['userId=6', '6 = any(user_ids)'],
    ['planId=1', 'plan_id = 1'],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
  ],
  add: (from, to) => `
    with plan as (${workPlanRows(ids, from, from).replace('enabled)', 'enabled, removed_time)').replace('false\n', 'false, now()\n')} returning id),
    basis as (
      insert into work_basis (tenant_id, plan_id, digest, basis)
      select 1, id, 'x', '{"name":"清扫","jobType":"clean","goal":90,"implementInput":null,"roads":[],"stops":[],"vehicles":[]}'
      from plan returning id, plan_id)
    insert into work_task (tenant_id, plan_id, basis_id, dept_id, vehicle_ids, user_ids, day, shift_id, shift_name, turn, turns, start_time, end_time,
      planned_metres, stop_count, done_time, open)
    select 1, plan_id, id, ${deptOf(ids)}, array[i % 9], array[i % 7], '2026-01-05', i, '早班', 1, 1, ${time}, ${time} + interval '2 hours', 0, 0,
      case i % 2 when 0 then ${time} end, false
    from basis, ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'work_task'),
    'update work_task set done_time = now() where id % 101 = $n',
    `update work_task set vehicle_ids = array[7], start_time = start_time + interval '1 hour' where id % 97 = $n`,
    'delete from work_task where id % 503 = $n',
  ],
})

const projects = (ids: Ids): ListCase => ({
  from: 'project p where tenant_id = 1',
  key: ['id', 'id'],
  order: 'id desc',
  inScope: worksFor(ids.first),
  filters: [
    everything,
    ['status=running', `status = 'running'`],
    ['name=77', `name like '%77%'`],
    [`deptId=${ids.first}`, worksFor(ids.first)],
  ],
  add: (from, to) => `
    with added as (
      insert into project (tenant_id, name, status) select 1, '项目' || i, case i % 2 when 0 then 'running' else 'planned' end from ${numbered(from, to)} returning id as i)
    insert into project_department (tenant_id, project_id, dept_id) select 1, i, ${deptOf(ids)} from added`,
  changes: [
    `update project_department d set dept_id = ${ids.second} where project_id % 97 = $n and dept_id = ${ids.first}
      and not exists (select from project_department o where o.project_id = d.project_id and o.dept_id = ${ids.second})`,
    `insert into project_department select 1, id, ${ids.first} from project where id % 89 = $n on conflict do nothing`,
    `update project set status = 'running' where id % 101 = $n`,
    `update project set name = name || '77' where id % 101 = $n`,
    'delete from project where id % 503 = $n',
  ],
})

const terminals = (ids: Ids): ListCase => ({
  from: `device d left join vehicle v on v.tenant_id = d.tenant_id and d.object_type = '1' and v.id = d.object_id
    left join sys_user u on u.tenant_id = d.tenant_id and d.object_type = '0' and u.user_id = d.object_id where d.tenant_id is not distinct from 1`,
  key: ['id', 'd.id'],
  order: 'd.create_time desc, d.id desc',
  inScope: `coalesce(v.dept_id, u.dept_id) = ${ids.first}`,
  filters: [
    everything,
    ['terminalNo=77', `terminal_no like '%77%'`],
    [`objectType=1&deptId=${ids.second}`, `object_type = '1' and v.dept_id = ${ids.second}`],
    ['objectName=A7', `v.plate_number like '%A7%'`],
    ['bound=true', 'd.object_id is not null'],
  ],
  add: (from, to) => `
    insert into device (tenant_id, terminal_no, object_type, object_id, create_time)
    select 1, '2' || lpad(i::text, 9, '0'), '1', v.id, ${time} from ${numbered(from, to)}
    join (select id, row_number() over (order by id) as n from vehicle where not exists (select from device d where d.object_id = vehicle.id)) v
      on v.n = i - ${from}`,
  changes: [
    `delete from device where id % 503 = $n and id <> ${ids.device}`,
    'update device set last_seen = now() where id % 11 = $n',
    ...moves(ids, 'vehicle'),
    `update vehicle set plate_number = '川A7' || plate_number where id % 97 = $n and length(plate_number) < 12`,
  ],
})

const photos = (ids: Ids): ListCase => ({
  from: `device_photo where tenant_id = 1 and device_id = ${ids.device} and object_type = '0' and object_id = ${ids.other}`,
  key: ['fileName', 'file_name'],
  order: 'received desc, id desc',
  inScope: 'true',
  filters: [everything],
  add: (from, to) => `
    insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, address, received)
    select 1, 'photo' || i, ${ids.device}, '0', case i % 10 when 0 then 0 else ${ids.other} end, 0, 1, '', ${time} from ${numbered(from, to)}`,
  changes: [`update device_photo set object_id = 0 where id % 97 = $n`, 'delete from device_photo where id % 503 = $n'],
})

/** Of the vehicles of the first list. */
const recordings = (ids: Ids): ListCase => ({
  from: 'video_recording r left join vehicle v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id where r.tenant_id = 1',
  key: ['id', 'r.id'],
  order: 'r.start_time desc, r.id desc',
  inScope: `v.dept_id = ${ids.first}`,
  filters: [
    everything,
    ['vehicleId=7', 'r.vehicle_id = 7'],
    ['channel=2', 'r.channel = 2'],
    ['violationId=3', 'r.violation_id = 3'],
    ['running=true', 'r.end_time is null'],
    ['running=false', 'r.end_time is not null'],
  ],
  add: (from, to) => `
    insert into video_recording (tenant_id, vehicle_id, terminal_no, channel, stream, cause, violation_id, start_time, end_time, file_name)
    select 1, 1 + i % 500, '1', 1 + i % 4, 'sub', 'demand', case i % 3 when 0 then i % 10 end, ${time},
      case when i % 50 > 0 then ${time} + interval '10 seconds' end, 'recording' || i from ${numbered(from, to)}`,
  changes: [
    'update video_recording set end_time = start_time where end_time is null and id % 53 = $n',
    'update video_recording set channel = 2 where id % 101 = $n',
    'delete from video_recording where id % 503 = $n',
  ],
})

const connections = (ids: Ids): ListCase => ({
  from: `device_connection where tenant_id = 1 and device_id = ${ids.device}`,
  key: ['time', `to_char(time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`],
  order: 'time desc',
  inScope: 'true',
  filters: [everything],
  add: (from, to) => `
    insert into device_connection (tenant_id, device_id, time, authenticated, address)
    select 1, ${ids.device}, t, t, '' from ${numbered(from, to)}, lateral (select timestamptz '2026-01-05 08:00:00' + i * interval '7 minutes' as t) at`,
  changes: [
    'delete from device_connection where extract(epoch from time) / 420 % 53 = $n',
    `update device_connection set device_id = 0 where extract(epoch from time) / 420 % 101 = $n`,
    `update device_connection set ended = time + interval '1 minute' where extract(epoch from time) / 420 % 11 = $n`,
  ],
})

const fixes = (ids: Ids): ListCase => ({
  query: `objectType=0&objectId=${ids.other}`,
  from: `position where tenant_id = 1 and device_id = ${ids.device} and status & 2 <> 0 and (lng, lat) <> (0, 0)`,
  key: ['time', `to_char(time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`],
  order: 'time',
  inScope: 'true',
  filters: [
    ['startTime=2026-01-05 00:00:00&endTime=2026-03-05 23:59:59', `time between '2026-01-05' and '2026-03-05 23:59:59'`],
    ['startTime=2026-01-05 09:30:00&endTime=2026-01-09 17:00:00', `time between '2026-01-05 09:30' and '2026-01-09 17:00'`],
  ],
  rows: 3000,
  add: (from, to) => `
    insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
    select 1, ${ids.device}, t, 512, i % 60000, t, case i % 40 when 0 then 0 else 104000000 + i end, case i % 40 when 0 then 0 else 30000000 end, 0, 0, 0,
      case i % 20 when 1 then 0 else 2 end, 0
    from ${numbered(from, to)}, lateral (select timestamptz '2026-01-05 08:00:00' + i * interval '3 minutes' as t) at`,
  changes: ['delete from position where serial % 53 = $n'],
})

/** True of a project of a department. */
const worksFor = (dept: number) =>
  `exists (select from project_department d where d.tenant_id = p.tenant_id and d.project_id = p.id and d.dept_id = ${dept})`

const facilityRows = (ids: Ids, from: number, to: number, code: string, types: string) => `
  insert into facility (tenant_id, dept_id, name, code, initials, lng, lat, facility_type, waste_type, toilet_kind, built_year)
  select 1, ${deptOf(ids)}, '公厕' || i, '${code}' || i, '', 104, 30, ${types} from ${numbered(from, to)}`

const ofRegister: ListCase['filters'] = [['toiletKind=biogas&builtYear=2003', `toilet_kind = 'biogas' and built_year = 2003`]]

const facilities = (ids: Ids, query: string, sql: string, areCans: boolean): ListCase => ({
  from: `facility where tenant_id = 1 and removed_time is null and facility_type ${areCans ? '=' : '<>'} '${canType}'`,
  key: ['id', 'id'],
  order: 'id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    [query, sql],
    ['name=77', `name like '%77%'`],
    ['text=路7', `address like '%路7%'`],
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
    ...(areCans ? workFilters('can', 'facility.id') : ofRegister),
  ],
  add: (from, to) =>
    areCans
      ? facilityRows(ids, from, to, 'C', `'${canType}', (1 + i % 4)::text, null, null`)
      : facilityRows(ids, from, to, 'F', `(1 + i % 3)::text, null, case i % 4 when 0 then 'biogas' end, 2000 + i % 20`),
  changes: [
    ...moves(ids, 'facility'),
    areCans
      ? `update facility set waste_type = '2' where id % 101 = $n and facility_type = '${canType}'`
      : `update facility set facility_type = '2', toilet_kind = 'biogas', built_year = 2003 where id % 101 = $n and facility_type <> '${canType}'`,
    `update facility set name = name || '77', address = '路7' where id % 101 = $n`,
    'update facility set removed_time = now() where id % 103 = $n',
    ...(areCans ? workChanges(ids, 'can', `(select id from facility where facility_type = '${canType}') cans`) : []),
  ],
})
