import {
  BoardAbout,
  listFigureNames,
  liveFigureNames,
  type PanelShape,
  type SourceName,
  sourceNames,
  traitsOf,
} from '@huanwei/contract/boards/codes'
import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { addressWithin } from '@huanwei/contract/boards/rules'
import type { SourceParams } from '@huanwei/contract/designs/endpoints'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { ObjectType } from '@huanwei/contract/objects'
import { dayMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { createComputer } from './compute.ts'
import { presetAt } from './presets.ts'
import { countAt, type DemoServer, readAt, reportAll, scopesOf, startDemoServer } from './recount.test-kit.ts'

let server: DemoServer

beforeAll(async () => {
  server = await startDemoServer()
  // The demo has no call for help that waits.
  await server.db.owner.query(`
    insert into emergency (tenant_id, object_type, object_id, object_name, dept_id, dept_name, position, time, last_time)
    select 1, '0', user_id, '求助人甲', dept_id, '三班', '上饶市信州区建设路', now(), now()
    from sys_user where tenant_id = 1 and username = 'viewer'`)
}, 480_000)
afterAll(() => server.close())

/** Why a source, or one of its figures, leads to no list that has as many. */
const unlinked: Record<string, string> = {
  attendanceCrews: 'its columns leave out days off, which the list of a crew shows among its days',
  'stateCounts offline': 'the live page lists people without a terminal as offline too',
  drivenDays: 'worked out of tracks, of which there is a list for one vehicle alone',
  hoursDays: 'worked out of tracks',
  mileageDays: 'worked out of tracks',
  speedDays: 'a share of the vehicles of a day',
  emptyingForecast: 'rounds to come are worked out of plans',
  emptyings: 'a public notice leads nowhere: a household is shown to nobody by name',
  eventHours: 'the list of events is by day',
  handlerQueues: 'the queue of a person is opened by that person alone',
  personQueues: 'the sum of two lists',
  kitchenDays: 'the list of restaurants says what was collected today',
  'kitchenToday trucksCollecting': 'a truck of any department collects here; each stands in kitchenTrucks with its card',
  positionMinutes: 'messages of terminals are shown for one terminal alone',
  response: 'a mean of times between steps',
  visitorHours: 'readings of counters are shown for one facility alone',
  facilityAir: 'readings of the one facility of the board',
  facilityClimate: 'readings of the one facility of the board',
  facilityCubicles: 'readings of the one facility of the board',
  facilityCurves: 'readings of the one facility of the board',
  facilityFacts: 'the register of the one facility of the board',
  facilityToday: 'readings of the one facility of the board',
  spanAttendance: 'on paper',
  spanCleaning: 'on paper',
  spanComplaints: 'on paper',
  spanDays: 'on paper',
  spanFigures: 'on paper',
  spanInspections: 'on paper',
  spanJobs: 'on paper',
  spanVehicles: 'on paper',
  spanViolations: 'on paper',
}

/** Shapes that say how many there are of something. */
const counting: readonly PanelShape[] = ['figures', 'series', 'rows', 'days']

/** Figures that add up a field of the rows of their list, and how many of it are one of the figure. */
const summed: Record<string, [field: string, unit: number]> = {
  kilometresWorked: ['workedMetres', 1000],
  stopsVisited: ['visitedCount', 1],
  dayKilometres: ['workedMetres', 1000],
  dayStops: ['visitedCount', 1],
  crewCoverage: ['workedMetres', 1000],
  cubiclesFree: ['cubiclesFree', 1],
  collectionsToday: ['collectedTimes', 1],
  weightToday: ['collectedWeight', 1],
}

/** Figures that are the mean of a field of the rows of their list, to a tenth. */
const averaged: Partial<Record<SourceName, string>> = { departmentScores: 'score' }

type Asked = readonly [source: SourceName, params: SourceParams]

/** What is asked of the sources: each as it is, all figures, and whatever a preset asks for. */
const asked: Asked[] = [
  ['figures', { names: [...listFigureNames] }],
  ['liveFigures', { names: [...liveFigureNames] }],
  ...Object.values(ObjectType).map((objectType): Asked => ['stateCounts', { objectType }]),
  ['toiletKinds', { facilityType: FacilityType.publicToilet }],
  ...sourceNames.map((name): Asked => [name, {}]),
  ...boardPaths.flatMap((path) => presetAt(path)?.panels ?? []).map(({ source, params }): Asked => [source, params]),
]
const differing = new Map(asked.map((one) => [JSON.stringify(one), one]))
const onScreen = [...differing.values()].filter(([source]) => traitsOf(source).about !== BoardAbout.span)

/** Days that a source is asked about: a board of a past day goes back to others. */
const daysOf = (source: SourceName) =>
  (traitsOf(source).about === BoardAbout.day ? [0, 1, 5] : [0]).map((back) => dayText(Date.now() - back * dayMs))

/** Cells of a row that add up to the total of its list. */
const counted: Partial<Record<SourceName, (cells: string[]) => string[]>> = {
  crewJobs: (cells) => cells.slice(1, 5),
  crewQueues: (cells) => cells.slice(1, 2),
  months: (cells) => cells.slice(1, 2),
  orderKinds: (cells) => cells.slice(1, 2),
  towns: (cells) => cells.slice(1, 2),
}

/** What the lines of a drawing show at a place, of one of them where the others are counted by something else. */
function drawn(source: SourceName, { lines }: Extract<PanelData, { shape: 'series' }>, place: number) {
  const some = source === 'cleaningDays' ? lines.slice(0, 1) : lines
  return some.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
}

type Shown = { key: string; value: number; href: string | null | undefined }

/** Each number of a panel with its link. */
function shownIn(source: SourceName, data: PanelData | null): Shown[] {
  if (data?.shape === 'figures') return data.figures
  if (data?.shape === 'days') return data.days.map(({ day, value, href }) => ({ key: day, value, href }))
  if (data?.shape === 'series')
    return data.labels.map((key, place) => ({ key, value: drawn(source, data, place), href: data.hrefs?.[place] }))
  if (data?.shape !== 'rows') return []
  const sumOf = (cells: string[]) => cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0)
  return data.rows.map(({ key, cells, href }) => ({ key, value: sumOf(counted[source]?.(cells) ?? []), href }))
}

/** The rest of a ranking, and what stands for a department or an object, which some lists cannot be narrowed to. */
const mayLack = ({ key }: Shown) => key === 'more' || /^\d+$/.test(key)

/** A facility in scope of which there are events, for the boards of one facility. */
async function facilityIn(tenantId: number, departments: number[] | null) {
  const { rows } = await server.db.owner.query<{ id: number }>(
    `select object_id as id from violation_event e join facility f on f.tenant_id = e.tenant_id and f.id = e.object_id
     where e.tenant_id = $1 and object_type = '2' and removed_time is null and ($2::int[] is null or f.dept_id = any($2)) limit 1`,
    [tenantId, departments],
  )
  return rows[0]?.id
}

/** The total, the sum or the mean of the list that a figure leads to. */
async function listedAt(person: Awaited<ReturnType<DemoServer['login']>>, source: SourceName, key: string, href: string) {
  const field = averaged[source]
  const [added, unit = 1] = summed[key] ?? summed[source] ?? []
  if (!field && !added) return countAt(person, href)
  const values = await readAt(person, href, field ?? added ?? '')
  const sum = values.reduce((all, value) => all + value, 0)
  return field ? Math.round((sum / values.length) * 10) / 10 : Math.round(sum / unit)
}

test('a click on a figure opens the list that has as many, for two organisations and a department of one', async () => {
  /** Sources with a number that leads somewhere, those with any number, and the names of numbers that lead nowhere. */
  const [linked, full, bare] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const most = new Map<string, number>()
  for (const [tenantId, deptId, departments] of await scopesOf(server)) {
    await reportAll(server, tenantId)
    const person = await server.login('admin', tenantId)
    const facilityId = await facilityIn(tenantId, departments)
    let count = 0
    /** What the links of a source open that has another total. */
    async function wrongOf([source, params]: Asked, day: string) {
      const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
      const about = { day, facilityId }
      const { data } = await computer.of({ tenantId, departments }, source, params, 'zh-CN', about)
      const wrong = []
      for (const one of shownIn(source, data)) {
        const { key, value, href } = one
        full.add(source)
        most.set(key, Math.max(value, most.get(key) ?? 0))
        if (href) linked.add(source)
        else if (!mayLack(one)) bare.add(`${source} ${key}`)
        // Of one thing, which opens beside its list.
        if (!href || /[?&](open|selected)=/.test(href)) continue
        const listed = await listedAt(person, source, key, addressWithin(href, deptId))
        if (listed !== value) wrong.push([key, href, value, listed])
        count++
      }
      return wrong
    }
    for (const one of onScreen) {
      const [source, params] = one
      if (traitsOf(source).about === BoardAbout.facility && facilityId === undefined) continue
      for (const day of daysOf(source)) {
        let wrong = await wrongOf(one, day)
        // Time alone makes some of them overdue or begin.
        for (let tries = 0; tries < 5 && wrong.length; tries++) wrong = await wrongOf(one, day)
        expect(wrong, `${tenantId} ${deptId} ${source} ${JSON.stringify(params)} ${day}`).toEqual([])
      }
    }
    expect(count).toBeGreaterThan(30)
  }
  // None of none would be as many.
  const someLive = ['objectsWrong', 'cubiclesFree', 'overfull', 'threeChamber']
  expect(someLive.filter((key) => !most.get(key))).toEqual([])
  const isCounting = (name: SourceName) => counting.includes(traitsOf(name).shape) && (full.has(name) || name in unlinked)
  const whole = sourceNames.filter((name) => isCounting(name) && !linked.has(name))
  const inPart = [...bare].filter((name) => linked.has(name.split(' ')[0] ?? ''))
  expect([...whole, ...inPart].sort()).toEqual(Object.keys(unlinked).sort())
}, 480_000)
