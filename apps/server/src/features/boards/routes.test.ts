import type { Board, Figure } from '@huanwei/contract/boards/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText, timeText } from '../../lib/time.ts'
import { addFacility, addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { presetAt } from './presets.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
let server: Server
let toilet: number
const overview = '/screen/board_huayin/index'
const made = boardPaths.filter((path) => presetAt(path))
/** Began a second after midnight: before now on any clock. */
const early = `${timeText(Date.now()).slice(0, 10)} 00:00:01`

beforeAll(async () => {
  server = await startTestServer()
  toilet = (await addFacility(server.db)).facilityId
  const first = await addVehicle(server.db)
  const second = await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
  await addViolation(server.db, first, [], early)
  await addViolation(server.db, first, [], early)
  await addViolation(server.db, second, [], early)
})
afterAll(() => server.close())

const read = async (username: string, path: string, more = '') => {
  const person = await server.login(username)
  return person.call('GET', `/admin/board/read?path=${encodeURIComponent(path)}${more}`)
}
const figuresOf = (board: Board): Figure[] => board.panels.flatMap(({ data }) => (data?.shape === 'figures' ? data.figures : []))
const figure = (board: Board, key: string) => figuresOf(board).find((one) => one.key === key)

test('every board has its figures, and none of its sources fails', async () => {
  await toiletIsKnown()
  for (const path of made) {
    const { board } = (await read('admin', path, `&facilityId=${toilet}`)).data
    expect(board.panels.length, path).toBeGreaterThan(0)
    for (const { id, data } of board.panels) expect(data, `${path} ${id}`).not.toBeNull()
  }
})

test('the figures are those of the lists, within the departments of who looks', async () => {
  const lists = async (username: string) => {
    const person = await server.login(username)
    const total = async (path: string) => (await person.call('GET', path)).data.total
    return {
      vehicles: await total('/admin/vehicle/page'),
      waiting: await total('/admin/violationEvent/page?handled=false'),
    }
  }
  const online = async () => figure((await read('admin', overview)).data.board, 'vehiclesOnline')?.of
  // The server hears of new vehicles a moment later.
  await expect.poll(online, { timeout: 20_000 }).toBe(2)
  const all = (await read('admin', overview)).data.board
  expect([figure(all, 'vehiclesOnline')?.of, figure(all, 'eventsToday')?.value]).toEqual([2, 3])
  for (const username of ['admin', 'viewer']) {
    const { board } = (await read(username, overview)).data
    const { vehicles, waiting } = await lists(username)
    expect([figure(board, 'vehiclesOnline')?.of, figure(board, 'eventsWaiting')?.value]).toEqual([vehicles, waiting])
  }
  expect(figure((await read('viewer', overview)).data.board, 'eventsToday')?.value).toBe(2)
})

test('a department narrows a board, and one out of sight shows nothing', async () => {
  const { rows } = await server.db.owner.query(
    "select dept_id as id from sys_dept where tenant_id = 1 and name in ('一部', '二部') order by name",
  )
  const valueFor = async (username: string, deptId: number) =>
    figure((await read(username, overview, `&deptId=${deptId}`)).data.board, 'eventsToday')?.value
  const values = [await valueFor('admin', rows[0].id), await valueFor('admin', rows[1].id)]
  expect(values.toSorted()).toEqual([1, 2])
  const seen = [await valueFor('viewer', rows[0].id), await valueFor('viewer', rows[1].id)]
  expect(seen.toSorted()).toEqual([0, 2])
  const about = async (username: string, deptId: number) => (await read(username, overview, `&deptId=${deptId}`)).data.board.about
  const names = async (username: string) => (await Promise.all(rows.map(({ id }) => about(username, id)))).toSorted()
  expect(await names('admin')).toEqual(['一部', '二部'].toSorted())
  expect(await names('viewer')).toEqual(['', '一部'])
})

test('the lists of a board are those of its scope, without what somebody reported elsewhere', async () => {
  const viewer = await server.login('viewer')
  await server.db.owner.query(
    `insert into inspect_event (tenant_id, report_person_id, responsible_id, dept_id, business_type, event_content, assessment_standard,
       score, position, dispose_time_limit)
     select 1, $1, $1, dept_id, '1', '积水', '1', 1, '甲路', 24 from sys_dept where tenant_id = 1 and name = '二部'`,
    [viewer.userId],
  )
  const { board } = (await read('viewer', '/order/signboard/index')).data
  const waiting = figure(board, 'inspectionsWaiting')
  const total = async (more: string) => (await viewer.call('GET', `/admin/inspectEvent/page?status=1${more}`)).data.total
  expect([await total(''), await total(`&deptId=${board.listDept}`), waiting?.value]).toEqual([1, 0, 0])
  expect((await read('admin', '/order/signboard/index')).data.board.listDept).toBeNull()
  expect((await read('admin', '/order/signboard/index', `&deptId=${viewer.token.user_info.deptId}`)).data.board.listDept).toBe(
    viewer.token.user_info.deptId,
  )
})

test('who knows a version is sent no figures again until they changed', async () => {
  const { version } = (await read('admin', overview)).data
  expect((await read('admin', overview, `&known=${version}`)).data).toMatchObject({ version, board: null })
  expect((await read('admin', overview, '&known=other')).data.board).not.toBeNull()
})

test('a board of a past day shows the day that is asked for, yesterday by default and no later one than today', async () => {
  const past = '/work_plan/board-history/index'
  const day = async (asked = '') => (await read('admin', past, asked)).data.board.day
  const [today, yesterday] = [dayText(Date.now()), dayText(Date.now() - 86_400_000)]
  expect([await day(), await day(`&day=${today}`), await day('&day=2999-01-01')]).toEqual([yesterday, today, today])
  expect((await read('admin', overview, `&day=${yesterday}`)).data.board.day).toBeNull()
  expect((await read('admin', past, '&day=yesterday')).status).toBe(400)
})

const sign = '/board/publicToiletSignboard/index'
/** The server hears of a new facility a moment later. */
const toiletIsKnown = () =>
  expect.poll(async () => (await read('admin', sign, `&facilityId=${toilet}`)).code, { timeout: 20_000 }).toBe(0)

test('a board of one facility shows it to who has it in scope, and no other', async () => {
  await toiletIsKnown()
  expect((await read('admin', sign, `&facilityId=${toilet}`)).data.board).toMatchObject({
    title: '乙路公共厕所',
    width: 1080,
    height: 1920,
  })
  const elsewhere = await addFacility(server.db, { department: '二部', name: '丙路公共厕所', terminalNo: '13900000005' })
  const known = async (username: string, id: number) => (await read(username, sign, `&facilityId=${id}`)).data
  await expect
    .poll(async () => (await known('admin', elsewhere.facilityId)).board?.title, { timeout: 20_000 })
    .toBe('丙路公共厕所')
  expect((await known('viewer', toilet)).board.title).toBe('乙路公共厕所')
  expect(await known('viewer', elsewhere.facilityId)).toBe('board_facility')
  expect(await known('admin', 999_999)).toBe('board_facility')
  expect((await read('admin', sign)).data).toBe('board_facility')
  const foreign = await server.login('admin', 2)
  expect((await foreign.call('GET', `/admin/board/read?path=${sign}&facilityId=${toilet}`)).data).toBe('board_facility')
})

test('the sign at a door counts free cubicles by kind, and tells of each, as soon as the register says how many there are of each', async () => {
  const { facilityId, deviceId } = await addFacility(server.db, { name: '戊路公共厕所', terminalNo: '13900000006' })
  const taken = [1, 0, 0, 1]
  for (const [door, value] of taken.entries())
    await server.db.owner.query(
      "insert into reading_latest (tenant_id, device_id, metric, channel, time, value) values (1, $1, 'occupied', $2, now(), $3)",
      [deviceId, door + 1, value],
    )
  const free = async () => {
    const { board } = (await read('admin', sign, `&facilityId=${facilityId}`)).data
    const today = board?.panels.find(({ id }: { id: string }) => id.endsWith('facilityToday'))
    return today?.data?.figures.map(({ label, value, of }: Figure) => [label, value, of])
  }
  await expect.poll(free, { timeout: 20_000 }).toEqual([
    ['空闲厕位', 2, 4],
    ['今日入厕人次', 0, null],
  ])
  const admin = await server.login('admin')
  const { data: facility } = await admin.call('GET', `/admin/facility/${facilityId}`)
  await admin.call('PUT', '/admin/facility', { ...facility, cubiclesMen: 1, cubiclesWomen: 2, cubiclesShared: 1 })
  await expect.poll(free, { timeout: 20_000 }).toEqual([
    ['男厕空闲', 0, 1],
    ['女厕空闲', 2, 2],
    ['无障碍空闲', 0, 1],
    ['今日入厕人次', 0, null],
  ])
  const plan = async () => {
    const { board } = (await read('admin', sign, `&facilityId=${facilityId}`)).data
    return board.panels
      .find(({ id }: { id: string }) => id.endsWith('facilityCubicles'))
      .data.figures.map(({ label, unit }: Figure) => `${label} ${unit}`)
  }
  await expect.poll(plan, { timeout: 20_000 }).toEqual(['男 1 占用', '女 2 空闲', '女 3 空闲', '无障碍 4 占用'])
})

test('titles come in the language of who asks, and an unknown address has no board', async () => {
  const { token } = await server.login('admin')
  const reply = await server.app.inject({
    url: `/admin/board/read?path=${overview}`,
    headers: { authorization: `Bearer ${token.access_token}`, 'accept-language': 'en-US' },
  })
  expect(reply.json().data.board.panels.map(({ title }: { title: string }) => title)).toContain('Newest events')
  expect(await read('admin', '/screen/nothing/index')).toMatchObject({ status: 404 })
})
