import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canType } from '@huanwei/contract/dictionaries/codes'
import { Status } from '@huanwei/contract/live/codes'
import { isOnline, isWrong } from '@huanwei/contract/live/rules'
import { ObjectType } from '@huanwei/contract/objects'
import { Metric } from '@huanwei/contract/readings/codes'
import { minuteMs } from '@huanwei/contract/time'
import { expect } from 'vitest'
import { connectOwned } from '../../db/owned.ts'
import { loadDemo } from '../../demo/load/load.ts'
import { dayText } from '../../lib/time.ts'
import type { LiveEntry } from '../../position/latest/object-store.ts'
import { createTestDatabase, startTestServer } from '../../test-kit.ts'
import { diskStore } from '../files/file-store.ts'

/** A server with the organisations of the demo. */
export async function startDemoServer() {
  const url = await createTestDatabase()
  const db = connectOwned(url, { system: 3, app: 1 })
  // The template holds two tenants; the demo needs an empty installation.
  await db.owner.query(
    'truncate sys_tenant, sys_dept, sys_menu, sys_role, sys_user, sys_user_role, sys_role_menu, sys_dict, sys_dict_item cascade',
  )
  await loadDemo(db.owner, await diskStore(await mkdtemp(join(tmpdir(), 'huanwei-boards-'))), new Date())
  await db.close()
  return startTestServer({}, url)
}
export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>

/** Ages of messages, minutes. */
const ages = [0, 3, 30]

/** What the sensor of a facility says: how full a can is, and which of three cubicles of a toilet are free. */
function readingsOf({ facilityType }: { facilityType?: string }, place: number, time: number) {
  if (facilityType === canType) return [{ metric: Metric.fill, channel: 0, value: (place * 13) % 101, time }]
  return [1, 2, 3].map((channel) => ({ metric: Metric.occupied, channel, value: (place + channel) % 2, time }))
}

/** Lets every terminal of an organisation of the demo report now or not long ago, some on objects with an event in force. */
export async function reportAll({ db, latest }: DemoServer, tenantId: number) {
  await db.owner.query(
    `update violation_event set end_time = null where tenant_id = $1 and end_time is not null and object_id % 3 = 0 and id in (
       select max(id) from violation_event where tenant_id = $1 group by object_type, object_id)`,
    [tenantId],
  )
  const now = Date.now()
  const kinds = [latest.vehicles, latest.people, latest.facilities]
  const all = () => kinds.flatMap((kind): LiveEntry[] => [...kind.of(tenantId).values()])
  latest.apply(
    all().flatMap((entry, place) => {
      if (entry.deviceId === null) return []
      const seenAt = now - (ages[place % ages.length] ?? 0) * minuteMs
      const readings = entry.objectType === ObjectType.facility ? readingsOf(entry, place, now) : []
      return [{ deviceId: entry.deviceId, connected: true, seenAt, readings }]
    }),
  )
  await expect.poll(() => all().some(({ live }) => isWrong(live.status))).toBe(true)
}

type Scope = readonly [tenantId: number, deptId: number | undefined, departments: number[] | null]

/** Two organisations, and a department of one with all below it. */
export async function scopesOf({ db }: DemoServer): Promise<Scope[]> {
  const { rows } = await db.owner.query<{ id: number; below: number[] }>(
    `select dept_id as id, array(select departments_below(tenant_id, array[dept_id])) as below from sys_dept
     where tenant_id = 1 and parent_id = (select dept_id from sys_dept where tenant_id = 1 and parent_id = 0) order by dept_id limit 1`,
  )
  const { id, below } = rows[0]!
  return [
    [1, undefined, null],
    [34, undefined, null],
    [1, id, below],
  ]
}

type Person = Awaited<ReturnType<DemoServer['login']>>
type Filter = Record<string, string | number | boolean>
/** What a value in an address asks of the call. */
type Filters = Record<string, (value: string) => Filter>
/** The list of a page: its call, the filters that the page reads from its address, and what it shows where the address does not say. */
type ListPage = { path: string; filters: Filters; unless?: Record<string, string> }

const same = (...names: string[]): Filters => Object.fromEntries(names.map((name) => [name, (value) => ({ [name]: value })]))
const among =
  (name: string, values: Record<string, string | number | boolean | undefined>) =>
  (value: string): Filter => {
    expect(Object.keys(values)).toContain(value)
    const asked = values[value]
    return asked === undefined ? {} : { [name]: asked }
  }
const only = (expected: string) => (value: string) => {
  expect(value).toBe(expected)
  return {}
}
const period: Filters = {
  from: (day) => ({ startTime: `${day} 00:00:00` }),
  to: (day) => ({ endTime: `${day} 23:59:59` }),
}
/** Without it a queue shows who handles it what was pushed to them. */
const queue: Filters = { ...period, ...same('deptId', 'objectId', 'timeliness'), whose: only('all') }

const violationPage = (objectType: string): ListPage => ({
  path: '/admin/violationEvent/page',
  filters: {
    ...queue,
    ...same('objectType', 'violationEvent'),
    kinds: only('all'),
    status: among('handled', { pending: false, processed: true, all: undefined }),
  },
  unless: { objectType, status: 'pending' },
})

/** How the pages of the browser read their addresses. */
const pages: Record<string, ListPage> = {
  '/event/illegal/index': violationPage('1'),
  '/event/personnel/index': violationPage('0'),
  '/event/facility/index': violationPage('2'),
  '/event/public/index': {
    path: '/admin/wcComplaint/page',
    filters: {
      ...queue,
      ...same('satisfaction', 'facilityType'),
      status: among('status', { pending: 1, processed: 2, all: undefined }),
    },
    unless: { status: 'pending' },
  },
  '/event/inspection/index': {
    path: '/admin/inspectEvent/page',
    filters: { ...queue, tab: among('status', { waiting: 1, fedBack: 2, closed: 3, all: undefined }) },
    unless: { tab: 'waiting' },
  },
  '/event/approval/index': {
    path: '/admin/applyForRecord/page',
    filters: { ...queue, tab: among('status', { pending: 1, approved: 2, rejected: 3 }) },
    unless: { tab: 'pending' },
  },
  '/clean/report/index': {
    path: '/admin/wcReportToClean/page',
    filters: {
      ...period,
      ...same(
        'deptId',
        'status',
        'statusFrom',
        'statusTo',
        'type',
        'timeliness',
        'score',
        'facilityId',
        'facilityType',
        'assigneeId',
      ),
      view: only('list'),
    },
    unless: { view: 'board' },
  },
  '/asset/facility/index': {
    path: '/admin/facility/page',
    filters: same('deptId', 'facilityType', 'toiletKind', 'builtYear', 'inOrder', 'cubicles', 'collected'),
  },
  '/asset/bin/index': {
    path: '/admin/garbageCan/page',
    filters: { ...same('deptId', 'fill', 'inOrder'), view: only('list') },
    unless: { view: 'list' },
  },
  '/asset/terminal/index': {
    path: '/admin/device/page',
    filters: same('deptId', 'wrong', 'heard', 'bound'),
    unless: { bound: 'true' },
  },
  '/work/index': {
    path: '/admin/workTask/page',
    filters: { ...same('day', 'deptId', 'workState'), view: only('tasks') },
    unless: { view: 'tasks', day: dayText(Date.now()) },
  },
}

/** The call behind an address with its filters. A filter that the page does not read would show more than the figure counts. */
function listOf(page: ListPage, asked: URLSearchParams) {
  const input: Filter = {}
  for (const [name, value] of Object.entries({ ...page.unless, ...Object.fromEntries(asked) })) {
    expect(Object.keys(page.filters), `filters of ${page.path}`).toContain(name)
    Object.assign(input, page.filters[name]?.(value))
  }
  if (asked.has('kinds')) delete input.objectType
  return input
}

const trees: Record<string, string> = {
  vehicle: '/admin/tree/getDeptTreeVehicleList',
  person: '/admin/tree/getUserTreeVoList',
  facility: '/admin/tree/getFacilityTreeVoList',
}
const chosen: Record<string, (status: Status) => boolean> = {
  online: isOnline,
  offline: (status) => !isOnline(status),
  moving: (status) => status === Status.moving,
  stationary: (status) => status === Status.stationary,
  alarm: (status) => status === Status.alert,
  warning: (status) => status === Status.warning,
}

async function countLive(person: Person, asked: URLSearchParams) {
  const { tab = 'vehicle', status = '', ...filter } = Object.fromEntries(asked)
  expect(Object.keys(chosen)).toContain(status)
  for (const name of Object.keys(filter)) expect(['deptId', 'vehicleFunction']).toContain(name)
  const { data } = await person.call('POST', trees[tab]!, filter)
  const leaves: { isParent: boolean; locationData: { status: Status } | null }[] = data.filter(
    ({ isParent }: { isParent: boolean }) => !isParent,
  )
  return leaves.filter(({ locationData }) => chosen[status]!(locationData?.status ?? Status.offline)).length
}

async function countAttendance(person: Person, asked: URLSearchParams) {
  const { view, deptId, rosterState, from, to, dayState, ...rest } = Object.fromEntries(asked)
  expect(rest).toEqual({})
  const within = { ...(deptId && { deptId }) }
  if (view === 'roster') {
    const { data } = await person.call('GET', `/admin/attendance/roster?${new URLSearchParams(within)}`)
    return data.filter(({ state }: { state: string }) => state === rosterState).length
  }
  const days = { ...(from && { firstDay: from }), ...(to && { lastDay: to }), ...(dayState && { dayState }) }
  return (await person.call('GET', `/admin/attendance/page?${new URLSearchParams({ ...within, ...days, size: '1' })}`)).data.total
}

/** Asks for a page of the list that an address opens. */
async function askAt(person: Person, href: string, more: Filter) {
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  const page = pages[pathname]
  if (!page) throw new Error(`no list at ${href}`)
  const input = Object.entries({ ...listOf(page, searchParams), ...more }).map(([name, value]) => [name, String(value)])
  const { status, data } = await person.call('GET', `${page.path}?${new URLSearchParams(input)}`)
  expect([href, status]).toEqual([href, 200])
  return data
}

/** Total of the list that an address opens. */
export async function countAt(person: Person, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  if (pathname === '/monitor/live/index') return countLive(person, searchParams)
  if (pathname === '/attendance/index') return countAttendance(person, searchParams)
  return (await askAt(person, href, { size: 1 })).total
}

/** A field of all rows of the list that an address opens. */
export async function readAt(person: Person, href: string, field: string): Promise<number[]> {
  const values: number[] = []
  for (let current = 1; ; current++) {
    const { records } = await askAt(person, href, { current, size: 100 })
    if (!records.length) return values
    values.push(...records.map((row: Record<string, number>) => row[field]))
  }
}
