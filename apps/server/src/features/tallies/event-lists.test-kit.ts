import {
  deptOf,
  everything,
  type Ids,
  january,
  type ListCase,
  moves,
  numbered,
  time,
  workChanges,
  workFilters,
} from './lists.test-kit.ts'

/** Lists of events and of the messages about them, by the path of their call. */
export const eventLists = (ids: Ids): Record<string, ListCase> => ({
  '/admin/violationEvent/page': violations(ids),
  '/admin/msgPush/page': messages(ids),
  '/admin/applyForRecord/page': approvals(ids),
  '/admin/inspectEvent/page': inspections(ids),
  '/admin/wcComplaint/page': complaints(ids),
  '/admin/wcReportToClean/page': cleaning(ids),
  '/admin/emergency/page': emergencies(ids),
})

const violations = (ids: Ids): ListCase => ({
  from: 'violation_event where tenant_id = 1 and merged_into is null',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    ['alarmType=-1', 'alarm_type = -1'],
    ['handled=true', 'alarm_type <> -1'],
    ['severity=warning', `severity = 'warning'`],
    ['violationEvent=y', `violation_event = 'y'`],
    ['objectType=1&objectId=7', 'object_id = 7'],
    ['ruleIds=3&ruleIds=5', 'rule_id in (3, 5)'],
    ['verdicts=0', 'alarm_type = 0'],
    [
      `handlerId=${ids.handler}`,
      `${ids.handler} = (select p.user_id from violation_process p where p.violation_id = violation_event.id order by p.id desc limit 1)`,
    ],
    ...workFilters('vehicleViolation', 'violation_event.id'),
    [`deptId=${ids.second}&${january('')[0]}`, `dept_id = ${ids.second} and ${january('create_time')[1]}`],
  ],
  add: (from, to) => addViolations(ids, from, to),
  changes: [
    ...moves(ids, 'violation_event'),
    'update violation_event set alarm_type = 0 where id % 7 = $n',
    `insert into violation_process (tenant_id, violation_id, user_id, object_name, alarm_type, remark)
      select 1, id, ${ids.handler}, '', 0, '' from violation_event where id % 101 = $n`,
    `insert into violation_process (tenant_id, violation_id, user_id, object_name, alarm_type, remark)
      select 1, id, ${ids.admin}, '', 0, '' from violation_event where id % 53 = $n`,
    'update violation_event set merged_into = 1 where id % 503 = $n',
    'update violation_event set last_time = now() where id % 11 = $n',
    deleteUnpushed('violation_event', '1'),
    ...workChanges(ids, 'vehicleViolation', 'violation_event'),
  ],
})

const messages = (ids: Ids): ListCase => ({
  query: 'msgType=1&pushObjectId=$me',
  from: `msg_push where tenant_id = 1 and msg_type = '1' and push_object_id = $me and not merged`,
  key: ['pushId', 'id'],
  order: 'create_time desc, id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    ['', 'not folded'],
    ['status=1', 'not folded and status = 1'],
    ['objectType=1', `not folded and object_type = '1'`],
    // A filter by object, department or verdict lists the members of a storm one by one.
    ['objectType=1&objectId=7', 'object_id = 7'],
    [`deptId=${ids.first}`, `dept_id = ${ids.first}`],
    ['ruleIds=3', 'not folded and event_id in (select id from violation_event where rule_id = 3)'],
    ['verdicts=0', 'event_id in (select id from violation_event where alarm_type = 0)'],
    [
      `handlerId=${ids.handler}`,
      `${ids.handler} = (select p.user_id from violation_process p where p.violation_id = msg_push.event_id order by p.id desc limit 1)`,
    ],
    ['severity=warning', `not folded and event_id in (select id from violation_event where severity = 'warning')`],
    ['violationEvent=y', `not folded and event_id in (select id from violation_event where violation_event = 'y')`],
    ...workFilters('vehicleViolation', 'msg_push.event_id'),
    [january('')[0], `not folded and ${january('create_time')[1]}`],
  ],
  add: (from, to) => `
    with events as (${addViolations(ids, from, to)} returning id, create_time, object_id, dept_id)
    insert into msg_push (tenant_id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id, status, read_unread)
    select 1, e.create_time, '1', u, e.id, '1', e.object_id, e.dept_id, 1 + e.id % 2, 0 from events e, unnest(array[${ids.admin}, ${ids.handler}]) u`,
  changes: [
    `insert into violation_process (tenant_id, violation_id, user_id, object_name, alarm_type, remark)
      select 1, id, ${ids.handler}, '', 0, '' from violation_event where id % 97 = $n`,
    `update violation_process set user_id = ${ids.admin} where violation_id % 194 = $n`,
    'delete from violation_process where violation_id % 291 = $n',
    ...moves(ids, 'msg_push'),
    'update msg_push set status = 2 where id % 7 = $n',
    'update violation_event set alarm_type = -1 - alarm_type where id % 7 = $n and alarm_type in (-1, 0)',
    `update violation_event set severity = 'warning' where id % 89 = $n`,
    'update violation_event set rule_id = 3 where id % 97 = $n',
    `update msg_push set folded = true where id % 101 = $n and msg_type = '1'`,
    `update msg_push set merged = true where id % 103 = $n and msg_type = '1'`,
    'delete from msg_push where id % 503 = $n',
    ...workChanges(ids, 'vehicleViolation', 'violation_event'),
  ],
})

const approvals = (ids: Ids): ListCase => ({
  from: 'apply_for_record where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `(dept_id = ${ids.first} or object_id = ${ids.handler} or submitted_by = ${ids.handler})`,
  filters: [
    everything,
    ['status=1', 'status = 1'],
    [`objectId=${ids.handler}`, `object_id = ${ids.handler}`],
    [`mine=true`, '(object_id = $me or submitted_by = $me)'],
    ['timeliness=overdue', 'status = 1 and due_time < now()'],
    [`submittedBy=${ids.handler}&status=2`, `submitted_by = ${ids.handler} and status = 2`],
    [`deptId=${ids.first}`, `dept_id = ${ids.first}`],
    january('create_time'),
  ],
  add: (from, to) => addApplications(ids, from, to),
  changes: [
    ...moves(ids, 'apply_for_record'),
    'update apply_for_record set status = 2 where id % 7 = $n',
    `update apply_for_record set submitted_by = ${ids.handler} where id % 101 = $n`,
    deleteUnpushed('apply_for_record', '4'),
  ],
})

const inspections = (ids: Ids): ListCase => ({
  from: 'inspect_event where tenant_id = 1',
  key: ['id', 'id'],
  order: 'create_time desc, id desc',
  inScope: `(dept_id = ${ids.first} or report_person_id = ${ids.handler} or responsible_id = ${ids.handler})`,
  filters: [
    everything,
    ['status=2', 'status = 2'],
    ['ifReturn=1', 'if_return = 1'],
    ['timeliness=overdue', 'status = 1 and due_time < now()'],
    [`projectId=7`, 'project_id = 7'],
    [`reportPersonId=${ids.handler}`, `report_person_id = ${ids.handler}`],
    ...workFilters('inspection', 'inspect_event.id'),
    [`responsibleId=${ids.handler}&status=3`, `responsible_id = ${ids.handler} and status = 3`],
    [`deptId=${ids.first}`, `dept_id = ${ids.first}`],
    january('create_time'),
  ],
  add: (from, to) => addInspections(ids, from, to),
  changes: [
    ...moves(ids, 'inspect_event'),
    'update inspect_event set status = 2, if_return = null where id % 7 = $n',
    `update inspect_event set responsible_id = ${ids.handler} where id % 101 = $n`,
    deleteUnpushed('inspect_event', '3'),
    ...workChanges(ids, 'inspection', 'inspect_event'),
  ],
})

const complaints = (ids: Ids): ListCase => ({
  from: 'wc_complaint where tenant_id = 1',
  key: ['id', 'id'],
  order: 'event_time desc, id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    ['status=1', 'status in (0, 1)'],
    ['eventType=1&status=2', 'event_type = 1 and status = 2'],
    ['satisfaction=dissatisfied', 'score <= 2'],
    ['timeliness=overdue', 'status < 2 and due_time < now()'],
    ['timeliness=today', 'status < 2 and due_time >= now() and due_time < current_date + 1'],
    ['timeliness=late', 'false'],
    ['timeliness=inTime', 'status = 2 or soon_time >= now()'],
    ...workFilters('publicEvent', 'wc_complaint.id'),
    ['satisfaction=unsaid', 'status = 2 and score is null'],
    [`objectId=${ids.facility}`, `facility_id = ${ids.facility}`],
    ofFacilityType,
    [`deptId=${ids.second}`, `dept_id = ${ids.second}`],
    january('event_time'),
  ],
  add: (from, to) => addComplaints(ids, from, to, 'R'),
  changes: [
    ...moves(ids, 'wc_complaint'),
    'update wc_complaint set status = 2 where id % 7 = $n',
    retypeFacility(ids),
    'update wc_complaint set score = 1 + id % 5 where status = 2 and id % 11 = $n',
    deleteUnpushed('wc_complaint', '5'),
    ...workChanges(ids, 'publicEvent', 'wc_complaint'),
  ],
})

const cleaning = (ids: Ids): ListCase => ({
  from: 'wc_report_to_clean where tenant_id = 1',
  key: ['id', 'id'],
  order: 'report_time desc, id desc',
  inScope: `(dept_id = ${ids.first} or reporter_id = ${ids.handler} or assignee_id = ${ids.handler})`,
  filters: [
    everything,
    ['status=1', 'status = 1'],
    ['over=false', 'status <> 4'],
    ['type=2', `type = '2'`],
    [`assigneeId=${ids.handler}`, `assignee_id = ${ids.handler}`],
    [`facilityId=${ids.facility}`, `facility_id = ${ids.facility}`],
    ofFacilityType,
    ['statusFrom=1&statusTo=2', 'status between 1 and 2'],
    ['score=4', 'score = 4'],
    ['causeKind=can', `cause_kind = 'can'`],
    ['code=bj1', `code like 'BJ1%'`],
    ['timeliness=late', `status > 1 and process_time > report_time + interval '90 hours'`],
    ['timeliness=overdue', 'status < 2'],
    ['timeliness=today', 'false'],
    ['timeliness=inTime', `status > 1 and (process_time > report_time + interval '90 hours') is not true`],
    ['timeliness=soon', 'false'],
    [`deptId=${ids.first}`, `dept_id = ${ids.first}`],
    january('report_time'),
  ],
  add: (from, to) => `
    insert into wc_report_to_clean (tenant_id, report_time, code, dept_id, reporter_id, reporter, position, content, type, status, assignee_id, process_time)
    select 1, t, 'BJ' || i, ${deptOf(ids)}, ${personOf(ids, 7)}, 'x', 'x', 'x', i % 3, i % 5, ${personOf(ids, 4)},
      case when i % 5 > 1 then t + case i % 2 when 0 then interval '1 hour' else interval '99 hours' end end
    from ${numbered(from, to)}, lateral (select ${time} as t) at`,
  changes: [
    ...moves(ids, 'wc_report_to_clean'),
    'update wc_report_to_clean set status = 2 where id % 7 = $n',
    `update wc_report_to_clean set process_time = report_time + interval '100 hours' where status > 1 and id % 101 = $n`,
    'update wc_report_to_clean set score = 1 + id % 5 where status = 4 and id % 11 = $n',
    retypeFacility(ids),
    `update wc_report_to_clean set cause_kind = 'can', cause_id = -id where id % 103 = $n`,
    `update wc_report_to_clean set assignee_id = ${ids.handler}, facility_id = ${ids.facility} where id % 101 = $n`,
    'delete from wc_report_to_clean where id % 503 = $n',
  ],
})

const isClosed = 'closed_time is not null'
const emergencies = (ids: Ids): ListCase => ({
  from: 'emergency where tenant_id = 1',
  key: ['id', 'id'],
  order: 'time desc, id desc',
  inScope: `dept_id = ${ids.first}`,
  filters: [
    everything,
    ['emergencyState=waiting', `not ${isClosed} and acknowledged_by is null`],
    ['emergencyState=acknowledged', `not ${isClosed} and acknowledged_by is not null`],
    ['emergencyState=closed', `${isClosed} and closed_name is not null`],
    ['emergencyState=lapsed', `${isClosed} and closed_name is null`],
    ['isDrill=true', 'is_drill'],
    ['isDrill=false&objectType=1', `not is_drill and object_type = '1'`],
    ['objectType=1&objectId=77', `object_type = '1' and object_id = 77`],
    [`handlerId=${ids.handler}`, `${ids.handler} in (acknowledged_by, closed_by)`],
    [`deptId=${ids.second}&${january('')[0]}`, `dept_id = ${ids.second} and ${january('time')[1]}`],
  ],
  // An object has one open emergency.
  add: (from, to) => `
    insert into emergency (tenant_id, is_drill, object_type, object_id, object_name, dept_id, dept_name, time, last_time,
      acknowledged_by, acknowledged_time, closed_by, closed_name, closed_time)
    select 1, i % 9 = 0, i % 2, i, '', ${deptOf(ids)}, '', ${time}, ${time}, ${personOf(ids, 3)}, now(),
      case i % 5 when 0 then null else ${ids.admin} end, case i % 5 when 0 then null else 'admin' end, case i % 4 when 0 then null else now() end
    from ${numbered(from, to)}`,
  changes: [
    ...moves(ids, 'emergency'),
    'update emergency set acknowledged_by = null, acknowledged_time = null where id % 101 = $n',
    `update emergency set closed_by = ${ids.handler}, closed_name = 'handler', closed_time = now() where id % 7 = $n`,
    'update emergency set closed_by = null, closed_name = null, closed_time = now() where id % 97 = $n',
    'update emergency set closed_by = null, closed_name = null, closed_time = null where id % 89 = $n',
    'delete from emergency where id % 503 = $n',
  ],
})

/** Of facilities that may become ones of another type. */
const ofFacilityType: [query: string, sql: string] = [
  'facilityType=1',
  `facility_id in (select f.id from facility f where f.facility_type = '1')`,
]
const retypeFacility = (ids: Ids) => `update facility set facility_type = (1 + $n % 2)::text where id = ${ids.facility}`

/** Removes some events, but for those that a message is about. */
const deleteUnpushed = (table: string, msgType: string) =>
  `delete from ${table} e where id % 503 = $n and not exists (select from msg_push m where m.msg_type = '${msgType}' and m.event_id = e.id)`

/** The user `handler` of some rows, `viewer` of the others. */
const personOf = ({ handler, other }: Ids, every: number) => `case i % ${every} when 0 then ${handler} else ${other} end`

const addViolations = (ids: Ids, from: number, to: number) => `
  insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name,
    object_type_value, dept_id, dept_name, violation_event, severity, position, execute_action)
  select 1, ${time}, now(), 1 + i % 8, 1, '1', i % 500, 'x', '1', ${deptOf(ids)}, '', case i % 11 when 0 then 'y' else 'x' end, case i % 3 when 0 then 'warning' else 'alarm' end, '', 'recorded'
  from ${numbered(from, to)}`

export const addApplications = (ids: Ids, from: number, to: number) => `
  insert into apply_for_record (tenant_id, create_time, object_id, dept_id, submitted_by, type, first_day, first_half, last_day, last_half, fate, reason, status)
  select 1, t, ${personOf(ids, 4)}, ${deptOf(ids)}, ${personOf(ids, 7)}, 1, t::date, 'am', t::date, 'pm', 1, 'x', 1 + i % 4
  from ${numbered(from, to)}, lateral (select ${time} as t) at`

export const addInspections = (ids: Ids, from: number, to: number) => `
  insert into inspect_event (tenant_id, create_time, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard,
    score, position, dispose_time_limit, status, if_return)
  select 1, ${time}, ${personOf(ids, 7)}, ${personOf(ids, 4)}, ${deptOf(ids)}, '1', 'x', '1', 1, 'x', 4, 1 + i % 3, case i % 6 when 0 then 1 end
  from ${numbered(from, to)}`

export const addComplaints = (ids: Ids, from: number, to: number, code: string) => `
  insert into wc_complaint (tenant_id, event_time, code, facility_id, facility_name, dept_id, event_type, content, status, position)
  select 1, ${time}, '${code}' || i, ${ids.facility}, '', ${deptOf(ids)}, i % 2, 'x', i % 3, 'x' from ${numbered(from, to)}`
