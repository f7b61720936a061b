// @vitest-environment jsdom

import { VehicleFunction } from '@huanwei/contract/dictionaries/codes'
import { departments } from '@huanwei/server/features/departments/table'
import { terminalBindings, terminals } from '@huanwei/server/features/terminals/table'
import { vehicles as vehicleTable } from '@huanwei/server/features/vehicles/table'
import { addFacility } from '@huanwei/server/test-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from 'antd'
import { Suspense, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { changeSettings, useSettings } from '../../lib/settings.ts'
import { formatTime } from '../../lib/time.ts'
import { useConnection } from '../../live/connection.ts'
import { startLive } from '../../live/start.ts'
import { screenTest } from '../../test/screen.tsx'
import { LivePage } from './LivePage.tsx'
import { LiveSearch } from './live-search.ts'
import { occupiedFirst } from './object-types.ts'
import { StatusBar } from './StatusBar.tsx'

const { kit, beginAs } = screenTest(['live', 'map', 'readings'], 'handler')
let socketUrl: string
let sockets: NodeSocket[]
let ids: { sweeper: number; sprinkler: number; device: number; deptId: number }

beforeAll(async () => {
  const address = new URL(await kit.server.app.listen({ port: 0, host: '127.0.0.1' }))
  socketUrl = `ws://${address.host}/act/ws`
  ids = await seed()
})

/** Two vehicles in 一部; the first has a terminal. */
async function seed() {
  const made = await kit.server.db.system(async (tx) => {
    const all = await tx.select().from(departments)
    const deptId = all.find((one) => one.name === '一部')!.id
    const common = {
      tenantId: 1,
      deptId,
      plateColour: 2,
      vehicleFunction: VehicleFunction.cleaning,
      driverName: '张三',
      driverPhone: '13800000000',
    }
    const [sweeper, sprinkler] = await tx
      .insert(vehicleTable)
      .values([
        { ...common, plateNumber: '京A10001', name: '洗扫01', initials: 'ja10001xs01', vehicleType: '1', vehicleCamera: 2 },
        { ...common, plateNumber: '京A10002', name: '洒水02', initials: 'ja10002ss02', vehicleType: '2' },
      ])
      .returning()
    const [device] = await tx
      .insert(terminals)
      .values({ tenantId: 1, terminalNo: '13900000001', objectType: '1', objectId: sweeper!.id })
      .returning()
    await tx.insert(terminalBindings).values({
      tenantId: 1,
      deviceId: device!.id,
      objectType: '1',
      objectId: sweeper!.id,
      started: new Date(0).toISOString(),
    })
    return { sweeper: sweeper!.id, sprinkler: sprinkler!.id, device: device!.id, deptId }
  })
  await waitFor(() => expect(kit.server.latest.vehicles.of(1).get(made.sweeper)?.deviceId).toBe(made.device))
  return made
}

/** Updates of the ingest thread after a commit. */
const report = (speed: number, at = Date.now()) =>
  kit.server.latest.apply([
    {
      deviceId: ids.device,
      connected: true,
      seenAt: at,
      fix: {
        time: at,
        lng: 116.4,
        lat: 39.9,
        speed,
        direction: 92,
        altitude: 40,
        status: 3,
        alarm: 0,
        mileage: 10,
        satellites: 9,
        signal: 20,
      },
    },
  ])

let stop: () => void
beforeEach(() => {
  sockets = []
  // jsdom's own cannot speak from inside Node; the server is real.
  vi.stubGlobal(
    'WebSocket',
    class extends NodeSocket {
      constructor(_url: string, protocols: string[]) {
        super(socketUrl, protocols)
        sockets.push(this)
      }
    },
  )
  // jsdom lays nothing out; the tree needs a height to know which rows show.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
})
afterEach(() => {
  stop()
  changeSettings({ livePins: [], liveHidden: {} })
  localStorage.clear()
})

function Screen({ start }: { start: LiveSearch }) {
  const [search, setSearch] = useState(start)
  return <LivePage search={search} onSearch={(change) => setSearch((now) => ({ ...now, ...change }))} />
}

async function open(search: Partial<LiveSearch> = {}, username = 'handler') {
  await beginAs(username)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = startLive(queries)
  render(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <App>
          <Suspense>
            <Screen start={LiveSearch.parse(search)} />
          </Suspense>
        </App>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await screen.findByRole('tree', { name: '车辆' })
  await waitFor(() => expect(useConnection.getState().state).toBe('connected'))
}
const figure = (name: string) => within(screen.getByLabelText('状态统计')).getByRole('button', { name: new RegExp(`${name}$`) })
const plates = () =>
  screen
    .queryAllByRole('treeitem')
    .map((row) => row.textContent ?? '')
    .filter((text) => text.includes('京A'))

test('a report is on the screen within a moment: figures, group, row, card', async () => {
  const user = userEvent.setup()
  report(0)
  await open()
  await waitFor(() => expect(figure('静止').textContent).toContain('1'))
  await user.click(await screen.findByText('京A10001 洗扫01'))
  const card = await screen.findByRole('region', { name: /京A10001/ })
  expect(within(card).getByText('静止')).toBeTruthy()
  expect((await within(card).findByRole('link', { name: '13800000000' })).getAttribute('href')).toBe('tel:13800000000')

  act(() => report(36))
  await waitFor(() => expect(within(card).getByText('行驶')).toBeTruthy())
  expect(within(card).getByText('36')).toBeTruthy()
  expect(within(card).getByText('向东')).toBeTruthy()
  expect(within(card).getByText('ACC 开')).toBeTruthy()
  expect(within(card).getByText(/秒前/)).toBeTruthy()
  expect(figure('行驶').textContent).toContain('1')
  expect(figure('离线').textContent).toContain('1')
  expect(screen.getAllByText('1/2').length).toBeGreaterThan(0)
  expect(within(card).getByRole('link', { name: '查看违章' }).getAttribute('href')).toBe(
    `/event/illegal/index?objectId=${ids.sweeper}`,
  )
  expect((await within(card).findByRole('link', { name: '轨迹回放' })).getAttribute('href')).toMatch(
    new RegExp(`^/monitor/history/index\\?objects=1-${ids.sweeper}&at=\\d{4}-`),
  )
})

test('playback is offered to those whose menu has the history', async () => {
  await kit.server.db.owner.query(`delete from sys_role_menu rm using sys_menu m, sys_role r
    where m.menu_id = rm.menu_id and m.path like '/monitor/history%' and r.role_id = rm.role_id and r.role_code = 'ROLE_VIEWER'`)
  await open({ selected: `1-${ids.sweeper}` }, 'viewer')
  const card = await screen.findByRole('region', { name: /京A10001/ })
  await within(card).findByRole('link', { name: '查看违章' })
  expect(within(card).queryByRole('link', { name: '轨迹回放' })).toBeNull()
})

test('figures that are not known are no zeros, and no data is called fresh', () => {
  stop = () => undefined
  render(<StatusBar counts={undefined} choice={undefined} onChoice={() => undefined} />)
  expect(figure('总数').textContent).toBe('–总数')
  expect(figure('离线').textContent).toBe('–离线')
  expect(screen.getByText('等待数据')).toBeTruthy()
})

test('types that objects have come before the empty ones, each part in the order of the dictionary', () => {
  stop = () => undefined
  const counts = { 公共厕所: 0, 中转站: 0, 农厕: 5040, 停车场: 0, 化粪池: 2 }
  const options = Object.entries(counts).map(([label, count]) => ({ value: label, label, count }))
  expect(occupiedFirst(options).map(({ label }) => label)).toEqual(['农厕', '化粪池', '公共厕所', '中转站', '停车场'])
})

test('a figure filters the tree, the search narrows it, and both can be cleared', async () => {
  const user = userEvent.setup()
  report(36)
  await open()
  await waitFor(() => expect(plates()).toHaveLength(2))
  await user.click(figure('离线'))
  await waitFor(() => expect(plates()).toEqual([expect.stringContaining('京A10002')]))
  await user.type(screen.getByRole('searchbox'), 'xs01')
  await user.click(await screen.findByRole('button', { name: '清除条件' }))
  await waitFor(() => expect(plates()).toHaveLength(2))
  await user.type(screen.getByRole('searchbox'), 'SS02')
  await waitFor(() => expect(plates()).toEqual([expect.stringContaining('京A10002')]))
})

test('an order to a terminal that is offline says so, and an empty text is not sent', async () => {
  const user = userEvent.setup()
  await open({ selected: `1-${ids.sweeper}` })
  const card = await screen.findByRole('region', { name: /京A10001/ })
  await user.click(await within(card).findByRole('button', { name: '点名' }))
  expect(await within(card).findByText('终端不在线，指令没有下发。')).toBeTruthy()

  await user.click(within(card).getByRole('button', { name: '下发文本' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: '下发' }))
  expect(within(dialog).getByText('请输入文本内容')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: '文本内容' }), '请减速')
  await waitFor(() => expect(within(dialog).getByRole('button', { name: '下发' }).hasAttribute('disabled')).toBe(false))
  await user.click(within(dialog).getByRole('button', { name: '下发' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await within(card).findByText('终端不在线，指令没有下发。')).toBeTruthy()
})

test('who may not command sees no orders', async () => {
  await open({ selected: `1-${ids.sweeper}` }, 'viewer')
  const card = await screen.findByRole('region', { name: /京A10001/ })
  await within(card).findByText('13900000001')
  expect(within(card).queryByRole('button', { name: '点名' })).toBeNull()
})

test('people and facilities have their tabs, cans their chip; a card says what the kind is about', async () => {
  const user = userEvent.setup()
  const { deptId, facilityId, deviceId } = await addFacility(kit.server.db, { name: '公厕一' })
  const admin = await kit.server.login('admin')
  const place = { deptId, lng: 104.1, lat: 30.6 }
  const household = await admin.call('POST', '/admin/facility', { ...place, name: '户厕一', address: '', facilityType: '1' })
  await admin.call('POST', '/admin/garbageCan', { ...place, name: '桶一', address: '', capacity: 240, wasteType: '1' })
  await waitFor(() => expect(kit.server.latest.facilities.of(1).get(facilityId)?.deviceId).toBe(deviceId))
  await waitFor(() => expect(kit.server.latest.facilities.of(1).has(household.data.id)).toBe(true))
  kit.server.latest.apply([
    {
      deviceId,
      connected: true,
      seenAt: Date.now(),
      readings: [
        { metric: 'occupied', channel: 2, value: 1, time: Date.now() },
        { metric: 'ammonia', channel: 0, value: 3.5, time: Date.now() },
      ],
    },
  ])
  const { data: made } = await admin.call('POST', `/admin/device/${deviceId}/key`)
  const headers = { authorization: `Bearer ${made.key}` }
  const readings = [{ metric: 'ammonia', value: 3.5, time: formatTime(Date.now()) }]
  const sent = await kit.server.app.inject({ method: 'POST', url: '/open/device/readings', headers, payload: { readings } })
  expect(sent.statusCode).toBe(200)
  const smell = {
    name: '异味',
    condition: { kind: 'reading', metric: 'ammonia', above: 3 },
    objectIds: [facilityId],
    enabled: true,
  }
  await admin.call('POST', '/admin/sysfacilitymonitoringrule', smell)
  const shape = { kind: 'circle', centre: [104.1, 30.6], radius: 300 }
  const { data: area } = await admin.call('POST', '/admin/area', { name: '建设路岗位', deptId, shape })
  const rule = { name: '缺岗', condition: { kind: 'absent', areaIds: [area.id], after: 600 }, enabled: true }
  await admin.call('POST', '/admin/sysusermonitoringrule', rule)
  await open({}, 'admin')
  const tab = (name: string) => screen.getByRole('tab', { name })
  tab('车辆').focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(tab('人员'))
  await screen.findByRole('tree', { name: '人员' })
  await user.click(within(screen.getByRole('group', { name: '角色' })).getByRole('button', { name: /^viewer/ }))
  await user.click(await screen.findByRole('button', { name: '全部展开' }))
  await user.click(await screen.findByText('viewer', { selector: '.tree-label' }))
  expect(await screen.findByText('还没有绑定工牌或手机，不知道在哪里。')).toBeTruthy()
  expect((await screen.findByText('建设路岗位')).closest('div')?.textContent).toBe('考勤区域建设路岗位')
  expect(screen.queryByText('handler', { selector: '.tree-label' })).toBeNull()
  await user.click(screen.getByText('在岗', { selector: '.ant-segmented-item-label' }))
  expect(await screen.findByText('没有符合条件的结果')).toBeTruthy()

  await user.click(tab('设施'))
  await screen.findByRole('tree', { name: '设施' })
  expect(within(screen.getByLabelText('状态统计')).queryByRole('button', { name: /行驶$/ })).toBeNull()
  expect(await screen.findByText('离线中有 1 个未安装传感器')).toBeTruthy()
  await user.type(screen.getByRole('searchbox'), '公厕一')
  await user.click(await screen.findByRole('treeitem', { name: /公厕一/ }))
  const card = await screen.findByRole('region', { name: /公厕一/ })
  expect(within(card).getByText('厕位占用 2号').parentElement?.textContent).toContain('占用')
  expect(within(card).getByText('氨气').parentElement?.textContent).toContain('3.5 ppm')
  expect(await within(card).findByText('超过限值 3 ppm')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '桶一')
  expect(await screen.findByText('没有符合条件的结果')).toBeTruthy()
  await user.click(within(screen.getByRole('group', { name: '设施类型' })).getByRole('button', { name: /^垃圾桶/ }))
  await user.click(await screen.findByRole('treeitem', { name: /桶一/ }))
  expect(await within(await screen.findByRole('region', { name: /桶一/ })).findByText('240 升')).toBeTruthy()
})

test('a vehicle that somebody adds is in the open tree', async () => {
  await open({ status: 'offline' })
  await waitFor(() => expect(plates().length).toBeGreaterThan(0))
  const before = plates().length
  const vehicle = { plateNumber: '京A10003', name: '新车', deptId: ids.deptId, vehicleType: '2' }
  await (await kit.server.login('admin')).call('POST', '/admin/vehicle', vehicle)
  await waitFor(() => expect(plates()).toHaveLength(before + 1))
})

test('a tree that is long in coming is opened level by level until it is there', async () => {
  const user = userEvent.setup()
  const ask = fetch
  const { promise: whole, resolve: arrive } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('getDeptTreeVehicleList') && !`${init.body}`.includes('parentId')) await whole
    return ask(url, init)
  })
  await open({}, 'admin')
  expect(await screen.findByRole('treeitem', { name: /^一部 ?\d\/\d/ })).toBeTruthy()
  expect(plates()).toEqual([])
  await user.click(screen.getByText('一部'))
  await waitFor(() => expect(plates().length).toBeGreaterThan(1))
  await user.type(screen.getByRole('searchbox'), '10002')
  await waitFor(() => expect(screen.queryByRole('tree')).toBeNull())
  expect(screen.queryByText('没有符合条件的结果')).toBeNull()
  arrive()
  await waitFor(() => expect(plates()).toEqual([expect.stringContaining('京A10002')]))
})

test('several are picked in the tree, and played back together', async () => {
  const user = userEvent.setup()
  await open({})
  await waitFor(() => expect(plates().length).toBeGreaterThan(1))
  expect(screen.getAllByRole('treeitem')[0]?.getAttribute('aria-checked')).toBeNull()
  await user.click(screen.getByRole('button', { name: '多选' }))
  screen.getByRole('tree').focus()
  await user.keyboard('{Home}{ArrowDown} {ArrowDown} ')
  const bar = screen.getByRole('region', { name: '多选' })
  expect(within(bar).getByRole('status').textContent).toBe('已选 2 个')
  await user.click(within(bar).getByRole('button', { name: '只看所选' }))
  const address = within(bar).getByRole('link', { name: '轨迹回放' }).getAttribute('href')
  expect(new URL(address ?? '', 'http://x').searchParams.get('objects')).toBe(`1-${ids.sweeper},1-${ids.sprinkler}`)
  await user.click(within(bar).getByRole('button', { name: '完成' }))
  expect(screen.getAllByRole('treeitem')[1]?.getAttribute('aria-checked')).toBeNull()
})

test('what is pinned from its card stays beside the map, moves with the arrow keys, and is let go', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
  const user = userEvent.setup()
  report(0)
  changeSettings({ livePins: [`1-${ids.sprinkler}`, '1-999999'] })
  await open({ selected: `1-${ids.sweeper}` })
  await user.click(await screen.findByRole('button', { name: '固定' }))
  const pinned = within(screen.getByRole('region', { name: '固定的卡片' }))
  const names = () => pinned.getAllByRole('listitem').map((one) => one.querySelector('.live-pin-name')?.textContent)
  await waitFor(() => expect(names()).toEqual(['京A10002', '车辆', '京A10001']))
  expect(await pinned.findByText('已删除，或不在您的数据权限内')).toBeTruthy()
  act(() => report(36))
  expect(await pinned.findByText('36')).toBeTruthy()

  pinned.getByRole('button', { name: '京A10001 前移' }).focus()
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(names()).toEqual(['京A10001', '京A10002', '车辆'])
  expect(screen.getByText('京A10001 移到第 1 个，共 3 个')).toBeTruthy()
  expect(document.activeElement).toBe(pinned.getByRole('button', { name: '京A10001 前移' }))
  await user.click(pinned.getByRole('button', { name: '京A10002' }))
  expect(await screen.findByRole('region', { name: /^车辆 京A10002/ })).toBeTruthy()
  await user.click(pinned.getByRole('button', { name: '取消固定 车辆' }))
  expect(useSettings.getState().livePins).toEqual([`1-${ids.sweeper}`, `1-${ids.sprinkler}`])
})

test('no fifth object is pinned', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }))
  changeSettings({ livePins: ['1-91', '1-92', '1-93', '1-94'] })
  await open({ selected: `1-${ids.sweeper}` })
  expect((await screen.findByRole('button', { name: '最多固定 4 个' })).hasAttribute('disabled')).toBe(true)
})
