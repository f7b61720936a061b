import { listFigureNames, liveFigureNames, type SourceName, sourceNames, traitsOf } from '@huanwei/contract/boards/codes'
import type { PanelData } from '@huanwei/contract/boards/endpoints'
import { addressWithin } from '@huanwei/contract/boards/rules'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import type { SourceParams } from '@huanwei/contract/designs/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '../../lib/time.ts'
import { createComputer } from './compute.ts'
import { countAt, type DemoServer, scopesOf, startDemoServer } from './recount.test-kit.ts'

let server: DemoServer

beforeAll(async () => {
  server = await startDemoServer()
}, 480_000)
afterAll(() => server.close())

/** Figures that add up a field of the rows of their list, and how many of it are one of the figure. */
const summed: Record<string, [field: string, unit: number]> = {
  kilometresWorked: ['workedMetres', 1000],
  stopsVisited: ['visitedCount', 1],
  dayKilometres: ['workedMetres', 1000],
  dayStops: ['visitedCount', 1],
  crewCoverage: ['workedMetres', 1000],
}

/** What is asked of the sources: each as it is, and some with parameters. */
const asked: [SourceName, SourceParams][] = [
  ['figures', { names: [...listFigureNames] }],
  ['liveFigures', { names: [...liveFigureNames] }],
  ...Object.values(ObjectType).map((objectType): [SourceName, SourceParams] => ['stateCounts', { objectType }]),
  ['cleaningStates', { cleaningType: CleaningType.suction }],
  ...sourceNames
    .filter((name) => traitsOf(name).about === undefined || traitsOf(name).about === 'day')
    .map((name): [SourceName, SourceParams] => [name, {}]),
]

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

/** Each link of a panel with the number that it stands by. */
function linksOf(source: SourceName, data: PanelData | null) {
  if (data?.shape === 'figures') return data.figures.flatMap(({ key, value, href }) => (href ? [{ key, value, href }] : []))
  if (data?.shape === 'days') return data.days.flatMap(({ day, value, href }) => (href ? [{ key: day, value, href }] : []))
  if (data?.shape === 'series')
    return (data.hrefs ?? []).map((href, place) => ({ key: data.labels[place]!, value: drawn(source, data, place), href }))
  if (data?.shape !== 'rows') return []
  const sumOf = (cells: string[]) => cells.reduce((sum, cell) => sum + Number(cell.replaceAll(',', '')), 0)
  return data.rows.flatMap(({ key, cells, href }) => (href ? [{ key, value: sumOf(counted[source]?.(cells) ?? []), href }] : []))
}

test('a click on a figure opens the list that has as many, for two organisations and a department of one', async () => {
  for (const [tenantId, deptId, departments] of await scopesOf(server)) {
    const person = await server.login('admin', tenantId)
    let count = 0
    /** What the links of a source open that has another total. */
    async function wrongOf(source: SourceName, params: SourceParams) {
      const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
      const { data } = await computer.of({ tenantId, departments }, source, params, 'zh-CN', { day: dayText(Date.now()) })
      const wrong = []
      for (const { key, value, href } of linksOf(source, data)) {
        // Of one thing, which opens beside its list.
        if (/[?&](open|selected)=/.test(href)) continue
        const [field, unit = 1] = summed[key] ?? summed[source] ?? []
        const total = Math.round((await countAt(person, addressWithin(href, deptId), field)) / unit)
        if (total !== value) wrong.push([key, href, value, total])
        count++
      }
      return wrong
    }
    for (const [source, params] of asked) {
      let wrong = await wrongOf(source, params)
      // Time alone makes some of them overdue or begin.
      for (let tries = 0; tries < 5 && wrong.length; tries++) wrong = await wrongOf(source, params)
      expect(wrong, `${tenantId} ${deptId} ${source}`).toEqual([])
    }
    expect(count).toBeGreaterThan(30)
  }
}, 480_000)
