import { addApplications, addComplaints, addInspections } from './event-lists.test-kit.ts'
import { deptOf, type Ids, january, type ListCase, moves, numbered, time, workChanges, workFilters } from './lists.test-kit.ts'

/** Lists of what was pushed to a person, besides violations: one call, which the messages' type tells apart. */
export const pushLists = (ids: Ids): Record<string, ListCase> => ({
  '/admin/msgPush/page reminders': reminders(ids),
  '/admin/msgPush/page applications': applications(ids),
  '/admin/msgPush/page inspections': inspections(ids),
  '/admin/msgPush/page complaints': complaints(ids),
})

const pushed = (ids: Ids, msgType: string): Pick<ListCase, 'query' | 'from' | 'key' | 'order' | 'inScope' | 'changes'> => ({
  query: `msgType=${msgType}&pushObjectId=$me`,
  from: `msg_push where tenant_id = 1 and msg_type = '${msgType}' and push_object_id = $me and not merged`,
  key: ['pushId', 'id'],
  order: 'create_time desc, id desc',
  inScope: `dept_id = ${ids.first}`,
  changes: [
    ...moves(ids, 'msg_push'),
    `update msg_push set status = 2 where id % 7 = $n`,
    `update msg_push set object_id = ${ids.handler} where id % 97 = $n and msg_type = '${msgType}'`,
    'delete from msg_push where id % 503 = $n',
  ],
})
const alike = (ids: Ids): ListCase['filters'] => [
  ['', 'true'],
  ['status=1', 'status = 1'],
  [`deptId=${ids.first}`, `dept_id = ${ids.first}`],
  january('create_time'),
]

const columns =
  'tenant_id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id, from_id, kind, status'
/** Pushes of each of the added events to both people. */
const pushEach = (ids: Ids, added: string, values: string) => `
  with events as (${added} returning *)
  insert into msg_push (${columns}, soon_time, due_time)
  select 1, ${values}, 1 + id % 2, soon_time, due_time from events e, unnest(array[${ids.admin}, ${ids.handler}]) u`

const reminders = (ids: Ids): ListCase => ({
  ...pushed(ids, '2'),
  // Of their own tasks, and of the cleaning reports that wait for them.
  inScope: `(dept_id = ${ids.first} or kind in (2, 3, 4, 7, 10) or kind = 8 and object_id = $me)`,
  filters: [
    ...alike(ids),
    ['task=8', 'kind = 8'],
    ['task=4&status=2', 'kind = 4 and status = 2'],
    ['unlisted=1', '(kind in (7, 9, 10, 11) or kind = 8 and object_id <> $me)'],
  ],
  add: (from, to) => `
    insert into msg_push (${columns})
    select 1, ${time}, '2', u, i, '1', case i % 5 when 0 then ${ids.handler} else 7 end, ${deptOf(ids)}, null, 1 + i % 11, 1 + i % 2
    from ${numbered(from, to)}, unnest(array[${ids.admin}, ${ids.handler}]) u`,
})

const applications = (ids: Ids): ListCase => ({
  ...pushed(ids, '4'),
  filters: [
    ...alike(ids),
    [`submittedBy=${ids.handler}`, `from_id = ${ids.handler}`],
    [`objectId=${ids.handler}`, `object_id = ${ids.handler}`],
  ],
  rows: 1000,
  add: (from, to) =>
    pushEach(ids, addApplications(ids, from, to), `create_time, '4', u, id, '0', object_id, dept_id, submitted_by, 0`),
})

const inspections = (ids: Ids): ListCase => ({
  ...pushed(ids, '3'),
  inScope: `(dept_id = ${ids.first} or object_id = $me or from_id = $me)`,
  filters: [
    ...alike(ids),
    ['ifReturn=1', 'status = 4'],
    ['timeliness=overdue', 'status in (1, 4) and due_time < now()'],
    ['timeliness=today', 'status in (1, 4) and due_time >= now() and due_time < current_date + 1'],
    [`reportPersonId=${ids.handler}`, `from_id = ${ids.handler}`],
    [`responsibleId=${ids.handler}`, `object_id = ${ids.handler}`],
    ['projectId=7', 'event_id in (select id from inspect_event where project_id = 7)'],
    ...workFilters('inspection', 'msg_push.event_id'),
  ],
  changes: [...pushed(ids, '3').changes, ...workChanges(ids, 'inspection', 'inspect_event')],
  rows: 1000,
  add: (from, to) =>
    pushEach(ids, addInspections(ids, from, to), `create_time, '3', u, id, '0', responsible_id, dept_id, report_person_id, 0`),
})

const complaints = (ids: Ids): ListCase => ({
  ...pushed(ids, '5'),
  changes: [
    ...pushed(ids, '5').changes,
    'update wc_complaint set score = 1 + id % 5 where id % 11 = $n',
    ...workChanges(ids, 'publicEvent', 'wc_complaint'),
  ],
  filters: [
    ...alike(ids),
    ['complaintRecommendationEventType=1', 'kind = 1'],
    [`objectId=${ids.facility}`, `object_id = ${ids.facility}`],
    ['satisfaction=satisfied', 'event_id in (select id from wc_complaint where score >= 4)'],
    ...workFilters('publicEvent', 'msg_push.event_id'),
  ],
  add: (from, to) =>
    pushEach(ids, addComplaints(ids, from, to, 'P'), `event_time, '5', u, id, '2', facility_id, dept_id, null, event_type`),
})
