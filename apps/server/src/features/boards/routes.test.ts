import type { Board, Figure } from '@huanwei/contract/boards/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timeText } from '../../lib/time.ts'
import { addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { presetAt } from './presets.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
let server: Server
const overview = '/screen/board_huayin/index'
const made = boardPaths.filter((path) => presetAt(path))
/** Began a second after midnight: before now on any clock. */
const early = `${timeText(Date.now()).slice(0, 10)} 00:00:01`

beforeAll(async () => {
  server = await startTestServer()
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
  for (const path of made) {
    const { board } = (await read('admin', path)).data
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
})

test('who knows a version is sent no figures again until they changed', async () => {
  const { version } = (await read('admin', overview)).data
  expect((await read('admin', overview, `&known=${version}`)).data).toMatchObject({ version, board: null })
  expect((await read('admin', overview, '&known=other')).data.board).not.toBeNull()
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
