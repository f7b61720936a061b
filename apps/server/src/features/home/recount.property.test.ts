import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatedQueue } from '@huanwei/contract/deadlines/codes'
import { canType } from '@huanwei/contract/dictionaries/codes'
import type { Output } from '@huanwei/contract/endpoint'
import { BriefingPart } from '@huanwei/contract/home/codes'
import type { Briefing, getOverview } from '@huanwei/contract/home/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOwned } from '../../db/owned.ts'
import { loadDemo } from '../../demo/load/load.ts'
import { dayText, timeText } from '../../lib/time.ts'
import { createTestDatabase, startTestServer } from '../../test-kit.ts'
import { diskStore } from '../files/file-store.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<Server['login']>>
type Overview = Output<typeof getOverview>
let server: Server

const accounts: [username: string, tenantId: number][] = [
  ['admin', 1],
  ['dispatcher', 1],
  ['inspector', 1],
  ['viewer', 1],
  ...[2, 34, 62].flatMap((tenantId): [string, number][] => [
    ['admin', tenantId],
    ['dispatcher', tenantId],
  ]),
]

beforeAll(async () => {
  const url = await createTestDatabase()
  const db = connectOwned(url, { system: 3, app: 1 })
  // The template holds two tenants; the demo needs an empty installation.
  await db.owner.query(
    'truncate sys_tenant, sys_dept, sys_menu, sys_role, sys_user, sys_user_role, sys_role_menu, sys_dict, sys_dict_item cascade',
  )
  await loadDemo(db.owner, await diskStore(await mkdtemp(join(tmpdir(), 'huanwei-home-'))), new Date())
  await db.close()
  server = await startTestServer({}, url)
}, 240_000)
afterAll(() => server.close())

const mayHandle = (person: Person, permission: string) =>
  person.token.user_info.authorities.some(({ authority }: { authority: string }) => authority === permission)

const queryOf = (filter: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

/** How many a list has, as the pages ask for it. */
async function totalOf(person: Person, path: string, filter: Record<string, unknown>) {
  const { data, msg } = await person.call('GET', `${path}?${queryOf({ size: 1, ...filter })}`)
  expect([path, filter, msg]).toEqual([path, filter, null])
  return data.total as number
}
const violations = (person: Person, tab: 'pending' | 'handled', filter: Record<string, unknown>) =>
  mayHandle(person, 'violation_handle')
    ? totalOf(person, '/admin/msgPush/page', {
        msgType: '1',
        pushObjectId: person.userId,
        status: tab === 'pending' ? 1 : 2,
        ...filter,
      })
    : totalOf(person, '/admin/violationEvent/page', { handled: tab === 'handled', ...filter })
const inspections = (person: Person, filter: Record<string, unknown>) =>
  mayHandle(person, 'inspection_handle')
    ? totalOf(person, '/admin/msgPush/page', { msgType: '3', pushObjectId: person.userId, ...filter })
    : totalOf(person, '/admin/inspectEvent/page', filter)

type Leaf = { isParent: boolean; locationData: { status: number } | null }
async function leavesOf(person: Person, call: string, filter: object = {}) {
  const method = call.startsWith('select') || call === 'getTreeByDeptGarbageCan' ? 'GET' : 'POST'
  const { data } = await person.call(method, `/admin/tree/${call}`, method === 'POST' ? filter : undefined)
  return (data as Leaf[]).filter(({ isParent }) => !isParent).map(({ locationData }) => locationData?.status ?? 10)
}
const wrongIn = (statuses: number[]) => statuses.filter((status) => status === 2 || status === 3).length
const days = (first: string, last = first) => ({ startTime: `${first} 00:00:00`, endTime: `${last} 23:59:59` })
const later = (day: string, by: number) => dayText(Date.parse(`${day}T12:00:00+08:00`) + by * 86_400_000)

type Counted = [what: string, figure: number, list: number]

/** What somebody has to do, as the pages ask for it. */
const datedLists: Record<DatedQueue, (person: Person, filter: object) => Promise<number>> = {
  inspection: (person, filter) => inspections(person, { status: 1, ...mine(person), ...filter }),
  approval: (person, filter) => pushed(person, { msgType: '4', ...filter }),
  complaint: (person, filter) => pushed(person, { msgType: '5', ...filter }),
  cleaning: (person, filter) => totalOf(person, '/admin/wcReportToClean/page', { assigneeId: person.userId, ...filter }),
}
const mine = (person: Person) => (mayHandle(person, 'inspection_handle') ? {} : { responsibleId: person.userId })
const pushed = (person: Person, filter: object) =>
  totalOf(person, '/admin/msgPush/page', { pushObjectId: person.userId, status: 1, ...filter })

/** The figures of the roster beside the list that they open. */
async function rosterOf(person: Person, roster: NonNullable<Briefing['duty']>['roster']): Promise<Counted[]> {
  const { data } = await person.call('GET', '/admin/attendance/roster')
  const inState = (state: string) => (data as { state: string }[]).filter((one) => one.state === state).length
  return Object.entries(roster).map(([state, figure]) => [`roster ${state}`, figure, inState(state)])
}

/** The figures of each part beside the lists that they open. */
const recounts: { [K in BriefingPart]: (part: NonNullable<Briefing[K]>, person: Person) => Promise<Counted[]> } = {
  severities: (part, person) =>
    inTurn(part, async ({ objectType, severity, pending }) => [
      `${objectType} ${severity}`,
      pending,
      await violations(person, 'pending', { objectType, severity }),
    ]),
  wrong: async (part, person) => [
    ['vehicles', part.vehicles, wrongIn(await leavesOf(person, 'getDeptTreeVehicleList'))],
    ['people', part.people, wrongIn(await leavesOf(person, 'getUserTreeVoList'))],
    ['facilities', part.facilities, wrongIn(await leavesOf(person, 'getFacilityTreeVoList'))],
    ['cans', part.cans, wrongIn(await leavesOf(person, 'selectGarbageCanTreeList'))],
  ],
  deadlines: (part, person) =>
    inTurn(part, ({ queue, overdue, today }) =>
      inTurn(
        [
          ['overdue', overdue],
          ['today', today],
        ] as const,
        async ([timeliness, figure]): Promise<Counted> => [
          `${queue} ${timeliness}`,
          figure,
          await datedLists[queue](person, { timeliness }),
        ],
      ),
    ).then((counted) => counted.flat()),
  cases: async (part, person) => {
    const [reporter, answering] = [{ reportPersonId: person.userId }, { responsibleId: person.userId }]
    return [
      ['waiting', part.waiting, await inspections(person, { status: 1, ...reporter })],
      ['fedBack', part.fedBack, await inspections(person, { status: 2, ...reporter })],
      ['mine', part.mine, await inspections(person, { status: 1, ...answering })],
      ['returned', part.returned, await inspections(person, { ifReturn: 1, ...answering })],
    ]
  },
  toilets: async (part, person) => {
    const emptying = (filter: object) => totalOf(person, '/admin/wcReportToClean/page', { type: '0', ...filter })
    const households = (filter: object) => totalOf(person, '/admin/facility/page', { facilityType: '9', ...filter })
    const towns = await Promise.all(
      part.towns.map(
        async ({ deptId, name, ...town }): Promise<Counted[]> => [
          [`${name} households`, town.households, await households({ deptId })],
          [`${name} today`, town.today, await emptying({ ...days(part.day), deptId })],
          [`${name} overdue`, town.overdue, await emptying({ timeliness: 'overdue', deptId })],
        ],
      ),
    )
    return [
      ['households', part.households, await households({})],
      ['today', part.today, await emptying(days(part.day))],
      ['created', part.created, await emptying({ status: 0 })],
      ['assigned', part.assigned, await emptying({ status: 1 })],
      ['overdue', part.overdue, await emptying({ timeliness: 'overdue' })],
      ...towns.flat(),
    ]
  },
  duty: async ({ online, roster, day, states }, person) => [
    ...(await rosterOf(person, roster)),
    ['online', online, (await leavesOf(person, 'getUserTreeVoList')).filter((status) => status !== 10).length],
    ...(await inTurn(
      states,
      async ({ state, total }): Promise<Counted> => [
        state,
        total,
        await totalOf(person, '/admin/attendance/page', { firstDay: day, lastDay: day, dayState: state }),
      ],
    )),
  ],
  limits: async (part, person) =>
    (
      await inTurn(part, async ({ facilityType, total, over }): Promise<Counted[]> => {
        if (facilityType === canType) {
          const { data } = await person.call('POST', '/admin/facility/selectGarbageOverflowList', {})
          return [
            ['cans', total, await totalOf(person, '/admin/garbageCan/page', {})],
            ['overfull', over, data.length],
          ]
        }
        return [
          [`${facilityType}`, total, await totalOf(person, '/admin/facility/page', { facilityType })],
          [`${facilityType} over`, over, wrongIn(await leavesOf(person, 'getFacilityTreeVoList', { facilityType }))],
        ]
      })
    ).flat(),
  week: async ({ firstDay, lastDay, kinds }, person) =>
    (
      await inTurn(kinds, async ({ objectType, pending, handled, ...kind }): Promise<Counted[]> => {
        const span = days(firstDay, lastDay)
        const onDay = async (day: string) =>
          (await violations(person, 'pending', { objectType, ...days(day) })) +
          (await violations(person, 'handled', { objectType, ...days(day) }))
        const i = Math.floor(Math.random() * 7)
        return [
          [`${objectType} pending`, pending, await violations(person, 'pending', { objectType, ...span })],
          [`${objectType} handled`, handled, await violations(person, 'handled', { objectType, ...span })],
          [`${objectType} day ${i}`, kind.days[i]!, await onDay(later(firstDay, i))],
          [`${objectType} day ${i} before`, kind.daysBefore[i]!, await onDay(later(firstDay, i - 7))],
        ]
      })
    ).flat(),
  most: async ({ firstDay, lastDay, vehicles, departments }, person) => {
    const ranked = async (rows: typeof vehicles, filter: 'objectId' | 'deptId') =>
      (
        await inTurn(rows, async ({ id, name, pending, handled }): Promise<Counted[]> => {
          const asked = { objectType: '1', [filter]: id, ...days(firstDay, lastDay) }
          return [
            [`${name} pending`, pending, await violations(person, 'pending', asked)],
            [`${name} handled`, handled, await violations(person, 'handled', asked)],
          ]
        })
      ).flat()
    return [...(await ranked(vehicles, 'objectId')), ...(await ranked(departments, 'deptId'))]
  },
}

async function inTurn<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const one of all) results.push(await work(one))
  return results
}

const briefingOf = async <K extends BriefingPart>(person: Person, part: K) =>
  (await person.call('GET', `/admin/home/briefing?parts=${part}`)).data[part] as NonNullable<Briefing[K]>

/** The figures of the overview beside their lists. */
async function recountOverview({ queues, cleaning, today, staff }: Overview, person: Person): Promise<Counted[]> {
  const listOf = ({ msgType, objectType, isMine }: Overview['queues'][number]) => {
    if (objectType) return violations(person, 'pending', { objectType })
    if (msgType === MsgType.inspection) return inspections(person, { status: 1 })
    return isMine
      ? totalOf(person, '/admin/msgPush/page', { msgType, pushObjectId: person.userId, status: 1 })
      : totalOf(person, '/admin/applyForRecord/page', { status: 1 })
  }
  const onDay = (more: object) => totalOf(person, '/admin/violationEvent/page', { ...days(dayText(Date.now())), ...more })
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  return [
    ...(await inTurn(
      queues,
      async (queue): Promise<Counted> => [`queue ${queue.msgType} ${queue.objectType}`, queue.pending, await listOf(queue)],
    )),
    ['cleaning', cleaning, (await person.call('GET', '/admin/wcReportToClean/getPendCount')).data],
    ['today', today.total, await onDay({})],
    ['today handled', today.handled, await onDay({ handled: true })],
    ['today by hour', sum(today.hours), today.total],
    ['today by kind', sum(today.kinds.map(({ total }) => total)), today.total],
    ...(mayHandle(person, 'sys_user_view')
      ? ([['staff', staff.total, await totalOf(person, '/admin/user/page', {})]] satisfies Counted[])
      : []),
  ]
}

/** Compares figures with their lists at a moment at which nothing has changed while they were read. */
async function mustEqualLists<T>(what: string, ask: () => Promise<T>, recount: (figures: T) => Promise<Counted[]>) {
  for (let tries = 0; ; tries++) {
    const before = await ask()
    const counted = await recount(before)
    if (JSON.stringify(before) !== JSON.stringify(await ask()) && tries < 40) continue
    const wrong = counted.filter(([, figure, list]) => figure !== list)
    // What arrived and was judged again in between is the only other reason.
    if (wrong.length && tries < 3) continue
    expect([what, tries < 40, wrong]).toEqual([what, true, []])
    return counted.length
  }
}

/** All figures of the home page of a person; returns how many they are. */
async function mustBeExact(person: Person, who: string) {
  const partOf = <K extends BriefingPart>(part: K) =>
    mustEqualLists(
      `${who}: ${part}`,
      () => briefingOf(person, part),
      (figures) => recounts[part](figures, person),
    )
  const overview = async (): Promise<Overview> => {
    const { data } = await person.call('GET', '/admin/home/overview')
    // Time alone changes it.
    return { ...data, today: { ...data.today, yesterday: 0 } }
  }
  const figures = await mustEqualLists(`${who}: overview`, overview, (data) => recountOverview(data, person))
  return figures + (await inTurn(Object.values(BriefingPart), partOf)).reduce((sum, one) => sum + one, 0)
}

const run = (text: string, values: unknown[] = []) => server.db.owner.query(text, values)
const any = (most: number) => Math.floor(Math.random() * most)

/** Adds a violation like an earlier one, pushed to the same people, in force for a while or at once over. */
const addViolationLike = (tenantId: number) =>
  run(
    `with e as (
       select * from violation_event where tenant_id = $1 and merged_into is null and storm is null order by random() limit 1),
     n as (
       insert into violation_event (tenant_id, create_time, end_time, last_time, rule_id, device_id, object_type, object_id, object_name,
         object_type_value, dept_id, dept_name, violation_event, severity, position, lng, lat, execute_action)
       select tenant_id, $2, $3, $2, rule_id, device_id, object_type, object_id, object_name, object_type_value, dept_id, dept_name,
         violation_event, severity, position, lng, lat, execute_action from e
       returning *)
     insert into msg_push (tenant_id, create_time, msg_type, push_object_id, event_id, object_type, object_id, dept_id)
     select n.tenant_id, n.create_time, '1', p.push_object_id, n.id, n.object_type, n.object_id, n.dept_id
     from n, e join msg_push p on p.tenant_id = e.tenant_id and p.msg_type = '1' and p.event_id = e.id`,
    [tenantId, timeText(Date.now() - any(12) * 86_400_000), any(2) ? timeText(Date.now()) : null],
  )

const fix = {
  lng: 104.06,
  lat: 30.66,
  altitude: 500,
  direction: 90,
  status: 3,
  mileage: null,
  alarm: 0,
  satellites: 9,
  signal: 20,
}

/** Something that happens: reports, acts and positions, in one of the tenants. */
async function happen(admins: ReadonlyMap<number, Person>) {
  const tenantId = [1, 1, 1, 2, 34, 62][any(6)]!
  const admin = admins.get(tenantId)!
  const kind = any(6)
  if (kind === 0) await addViolationLike(tenantId)
  if (kind === 1) {
    const { data } = await admin.call('GET', `/admin/violationEvent/page?handled=false&size=20`)
    const [one] = data.records.slice(any(20))
    if (one) await admin.call('PUT', '/admin/violationEvent', { id: one.id, alarmType: any(2), notes: '已核实' })
  }
  if (kind === 2)
    await run(
      `insert into wc_report_to_clean (tenant_id, code, facility_id, facility_name, dept_id, reporter_id, reporter, position, report_time, content, type, status)
       select tenant_id, 'RC' || nextval('recount'), id, name, dept_id, $2, '', address, now() - random() * interval '3 days', '清掏', $3, $4
       from facility where tenant_id = $1 order by random() limit 1`,
      [tenantId, admin.userId, String(any(2)), any(3)],
    )
  if (kind === 3)
    await run(
      `update inspect_event set status = 1 + floor(random() * 2), if_return = null where tenant_id = $1 and id in (
         select id from inspect_event where tenant_id = $1 order by random() limit 2)`,
      [tenantId],
    )
  if (kind >= 4) {
    const { rows } = await run(
      `select id, object_type from device where tenant_id = $1 and object_id is not null order by random() limit 20`,
      [tenantId],
    )
    const time = Date.now()
    server.latest.apply(
      rows.map(({ id: deviceId, object_type: type }) => ({
        deviceId,
        connected: true,
        seenAt: time,
        ...(type === '2'
          ? { readings: [{ metric: 'fill' as const, channel: 0, value: any(100), time }] }
          : { fix: { ...fix, speed: any(600), time } }),
      })),
    )
  }
}

test('every figure of every card is the length of the list that it opens, for every account of the demo, while reports come in', async () => {
  await run('create sequence recount')
  const admins = new Map<number, Person>()
  for (const tenantId of [1, 2, 34, 62]) admins.set(tenantId, await server.login('admin', tenantId))
  let isOver = false
  const load = (async () => {
    while (!isOver) {
      await happen(admins)
      await sleep(any(300))
    }
  })()
  let figures = 0
  try {
    for (const [username, tenantId] of accounts) {
      figures += await mustBeExact(await server.login(username, tenantId), `${username} of ${tenantId}`)
    }
  } finally {
    isOver = true
    await load
  }
  expect(figures).toBeGreaterThan(300)
}, 300_000)
