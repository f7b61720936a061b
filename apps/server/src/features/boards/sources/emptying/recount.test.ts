import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComputer } from '../../compute.ts'
import { type DemoServer, startDemoServer } from '../../recount.test-kit.ts'

let server: DemoServer

beforeAll(async () => {
  server = await startDemoServer()
}, 240_000)
afterAll(() => server.close())

type Filter = Record<string, string | number>
const [complaints, cleaning] = ['/admin/wcComplaint/page', '/admin/wcReportToClean/page']
const suction = { type: '0' }

test('complaints and cleaning figures of a facility type are the totals of the lists narrowed to it', async () => {
  const person = await server.login('admin', 1)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const total = async (path: string, filter: Filter) => {
    const asked = Object.entries({ ...filter, size: 1 }).map(([name, value]) => [name, String(value)])
    return (await person.call('GET', `${path}?${new URLSearchParams(asked)}`)).data.total as number
  }
  const sums = []
  for (const facilityType of ['1', '9']) {
    const read = async (source: Parameters<typeof computer.of>[1], params = {}) => {
      const { data } = await computer.of({ tenantId: 1, departments: null }, source, { ...params, facilityType }, 'zh-CN')
      return data?.shape === 'figures' ? data.figures.map(({ value }) => value) : []
    }
    const names = ['complaintsWaiting', 'cleaningOpen', 'cleaningOverdue']
    expect(await read('figures', { names })).toEqual([
      await total(complaints, { facilityType, status: 1 }),
      (await total(cleaning, { facilityType, status: 0 })) + (await total(cleaning, { facilityType, status: 1 })),
      await total(cleaning, { facilityType, timeliness: 'overdue' }),
    ])
    const bands = ['satisfied', 'neutral', 'dissatisfied', 'unsaid']
    expect(await read('satisfaction')).toEqual(
      await Promise.all(bands.map((satisfaction) => total(complaints, { facilityType, satisfaction }))),
    )
    const states = await read('cleaningStates')
    expect(states).toEqual(await Promise.all([0, 1, 2, 3, 4].map((status) => total(cleaning, { facilityType, status }))))
    sums.push(await total(complaints, { facilityType }), await total(cleaning, { facilityType }))
    const { data } = await computer.of({ tenantId: 1, departments: null }, 'newestComplaints', { facilityType }, 'zh-CN')
    for (const { key } of data?.shape === 'rows' ? data.rows : []) {
      const found = (await person.call('GET', `/admin/wcComplaint/getComplaintRecommendationVerify?id=${key.split('-')[1]}`)).data
      expect((await person.call('GET', `/admin/facility/${found.facilityId}`)).data.facilityType).toBe(facilityType)
    }
  }
  expect(sums[0]).toBeGreaterThan(0)
  expect(sums[0]! + sums[2]!).toBeLessThanOrEqual(await total(complaints, {}))
  expect(sums[1]! + sums[3]!).toBeLessThan(await total(cleaning, {}))
}, 120_000)

test('the map, the trips and the queue of emptying are the villages, the trucks and the open requests', async () => {
  const person = await server.login('admin', 34)
  const computer = createComputer({ db: server.db, latest: server.latest, log: server.app.log })
  const read = async (source: Parameters<typeof computer.of>[1], params = {}, departments: number[] | null = null) =>
    (await computer.of({ tenantId: 34, departments }, source, params, 'zh-CN')).data
  const total = async (filter: Filter) => {
    const asked = Object.entries({ ...suction, ...filter, size: 1 }).map(([name, value]) => [name, String(value)])
    return (await person.call('GET', `${cleaning}?${new URLSearchParams(asked)}`)).data.total as number
  }
  const { rows: villages } = await server.db.owner.query(`select dept_id as id, count(*)::int as total from facility
    where tenant_id = 34 and facility_type = '9' and removed_time is null group by 1 order by 2 desc`)
  const { rows: trucks } = await server.db.owner.query(`select count(*)::int as total from vehicle
    where tenant_id = 34 and vehicle_function = '4' and removed_time is null`)
  const map = await read('emptyingPlaces')
  const keys = map?.shape === 'points' ? map.points.map(({ key }) => key.split('-')[0]) : []
  expect(keys.filter((one) => one === 'village')).toHaveLength(villages.length)
  expect(keys.filter((one) => one === 'truck').length).toBeLessThanOrEqual(trucks[0].total)
  const one = await read('emptyingPlaces', {}, [villages[0].id])
  const households = one?.shape === 'points' ? one.points.filter(({ key }) => !key.startsWith('truck')) : []
  expect(households).toHaveLength(villages[0].total)
  const fleet = await read('stateCounts', { vehicleFunction: '4' })
  expect(fleet?.shape === 'figures' && fleet.figures[0]?.of).toBe(trucks[0].total)
  const queue = await read('emptyingQueue')
  const open = (await total({ status: 0 })) + (await total({ status: 1 }))
  const waiting = queue?.shape === 'rows' ? queue.rows : []
  expect(waiting.length).toBe(Math.min(open, 201))
  const due = waiting.map(({ cells }) => cells[0] ?? '').filter((_, place) => place < 200)
  expect(due.slice(0, 5)).toEqual(due.toSorted().slice(0, 5))
  const trips = await read('emptyingTrips')
  const { rows: gone } = await server.db.owner.query(`select count(*)::int as total from wc_report_to_clean where tenant_id = 34
    and type = '0' and vehicle_id is not null and (status = 1 or process_time >= date_trunc('day', now()))`)
  expect(trips?.shape === 'rows' && trips.rows.length).toBe(Math.min(gone[0].total, 201))
}, 120_000)
