// @vitest-environment jsdom
import { addVehicle } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { screenTest } from '../../test/screen.tsx'
import { HistoryPage } from './HistoryPage.tsx'
import { HistorySearch } from './history-search.ts'

const { kit, open } = screenTest(['history', 'live', 'map'])
const patience = { timeout: 60_000 }
const slow = { timeout: 60_000 }
const day = '2026-02-02'
let vehicleId: number
let laterId: number

/** A hundred metres every ten seconds for ten minutes, five minutes at rest, and on; another that is heard once in the middle. */
beforeAll(async () => {
  const vehicle = await addVehicle(kit.server.db, { plateNumber: '川A80001' })
  vehicleId = vehicle.vehicleId
  await kit.server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm, mileage)
     select 1, $1, timestamptz '${day} 08:00:00+08' + i * interval '10 seconds', 512, i, now(), 104000000 + east * 1038, 30000000,
       case when i between 60 and 90 then 0 else 360 end, 90, 4, 3, 0, 1000 + east
     from generate_series(0, 150) i, lateral (select least(i, 60) + greatest(0, i - 90) as east) e`,
    [vehicle.deviceId],
  )
  const later = await addVehicle(kit.server.db, { plateNumber: '川A80002', terminalNo: '13900080002' })
  laterId = later.vehicleId
  await kit.server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     values (1, $1, '${day} 08:10:00+08', 512, 1, now(), 104000000, 30000000, 0, 90, 4, 3, 0)`,
    [later.deviceId],
  )
})
const link = (more: Record<string, string> = {}) => ({ objects: `1-${vehicleId}`, at: `${day} 08:01:00`, ...more })
const panel = () => screen.findByRole('complementary', { name: '行车明细' }, patience)
const card = () => screen.findByRole('region', { name: '川A80001 的当前状态' }, patience)

test('nothing is chosen: it says what to do', slow, async () => {
  open(HistoryPage, HistorySearch)
  expect(await screen.findByText('选择车辆或人员，查看它们的轨迹', {}, patience)).toBeTruthy()
})

test('what a vehicle did on a day, and where it was at the moment of the address', slow, async () => {
  open(HistoryPage, HistorySearch, link())
  const beside = await panel()
  await within(beside).findByText('12.0 km', {}, patience)
  expect(within(beside).getByText('20 分 0 秒', { exact: false })).toBeTruthy()
  await vi.waitFor(async () => expect((await card()).textContent).toContain(`${day} 08:01:00`), patience)
  expect((await card()).textContent).toContain('36 km/h')

  await userEvent.click(await within(beside).findByRole('tab', { name: '停车 1' }, patience))
  await userEvent.click(await within(beside).findByRole('button', { name: /5 分 0 秒/ }, patience))
  await vi.waitFor(async () => expect((await card()).textContent).toContain(`${day} 08:10:00`), patience)

  const bar = screen.getByRole('slider', { name: '时间轴' })
  bar.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await vi.waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe(`${day} 08:09:50，36 km/h，行驶`), patience)
  await userEvent.keyboard('{End}')
  await vi.waitFor(async () => expect((await card()).textContent).toContain(`${day} 23:59:59`), patience)
  expect((await card()).textContent).toContain(`此后没有定位，最后定位 ${day} 08:25:00`)
  expect((await card()).textContent).not.toContain('km/h')
  expect(bar.getAttribute('aria-valuetext')).toBe(`${day} 23:59:59`)
})

test('of several each has its state at the moment, and a click shows the details of one', slow, async () => {
  const user = userEvent.setup()
  open(HistoryPage, HistorySearch, link({ objects: `1-${vehicleId},1-${laterId}` }))
  const states = await screen.findByRole('list', { name: '此刻各对象的状态' }, patience)
  await within(states).findByRole('button', { name: '川A80001 行驶 36 km/h', pressed: true }, patience)
  await user.click(within(states).getByRole('button', { name: '川A80002 尚无定位 —', pressed: false }))
  const other = await screen.findByRole('region', { name: '川A80002 的当前状态' }, patience)
  await user.click(within(other).getByRole('button', { name: `首个定位 ${day} 08:10:00` }))
  await vi.waitFor(() => expect(other.textContent).toContain('0 km/h'), patience)
  await within(states).findByRole('button', { name: '川A80001 怠速 0 km/h', pressed: false }, patience)
})

test('a moment is typed to go there, on another day too; what is none, or still to come, is said', slow, async () => {
  const user = userEvent.setup()
  open(HistoryPage, HistorySearch, link())
  await vi.waitFor(async () => expect((await card()).textContent).toContain('36 km/h'), patience)
  screen.getByRole('slider', { name: '时间轴' }).focus()
  await user.keyboard('t')
  const box = screen.getByRole('textbox', { name: '跳到时刻' })
  expect(document.activeElement).toBe(box)
  await user.keyboard('8点12{Enter}')
  await vi.waitFor(async () => expect((await card()).textContent).toContain(`${day} 08:12:00`), patience)
  await user.type(box, '川A{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('看不懂这个时刻')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  await user.clear(box)
  await user.type(box, '2099-01-01 8:00{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('这个时刻还没到')
  await user.clear(box)
  await user.type(box, '2026-02-01 15:00{Enter}')
  const bar = screen.getByRole('slider', { name: '时间轴' })
  await vi.waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('2026-02-01 15:00:00'), patience)
})

test('buttons and keys turn to the day before and after at the same time', slow, async () => {
  const user = userEvent.setup()
  open(HistoryPage, HistorySearch, link())
  const bar = await screen.findByRole('slider', { name: '时间轴' }, patience)
  const shows = (time: string) => vi.waitFor(() => expect(bar.getAttribute('aria-valuetext')).toContain(time), patience)
  await shows(`${day} 08:01:00`)
  await user.click(screen.getByRole('button', { name: '前一天' }))
  await shows('2026-02-01 08:01:00')
  bar.focus()
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await shows('2026-02-03 08:01:00')
})

test('what it did over the day is a list beside the bar, each line leading to its moment', slow, async () => {
  open(HistoryPage, HistorySearch, link({ list: 'bands' }))
  const beside = await panel()
  const lines = await within(beside).findAllByRole('button', { name: /08:/ }, patience)
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^02-02 08:00:00 – 08:10:00 ?行驶 · 10 分 0 秒$/),
    expect.stringMatching(/^02-02 08:10:00 – 08:15:00 ?怠速 · 5 分 0 秒$/),
    expect.stringMatching(/^02-02 08:15:00 – 08:25:00 ?行驶 · 10 分 0 秒$/),
  ])
  await userEvent.click(lines[1]!)
  await vi.waitFor(async () => expect((await card()).textContent).toContain(`${day} 08:10:00`), patience)
})

test('where no moment was chosen it begins with the first fix of all, in whatever order their ways come', slow, async () => {
  const objects = `1-${laterId},1-${vehicleId}`
  open(HistoryPage, HistorySearch, { objects, from: `${day} 00:00:00`, to: `${day} 23:59:59` })
  const bar = await screen.findByRole('slider', { name: '时间轴' }, patience)
  await vi.waitFor(() => expect(bar.getAttribute('aria-valuetext')).toContain(`${day} 08:00:00`), patience)
  const other = await screen.findByRole('region', { name: '川A80002 的当前状态' }, patience)
  expect(other.textContent).toContain('此刻之前没有定位')
})

test('a span without a position leads to the day of the last one', slow, async () => {
  const { deviceId } = await addVehicle(kit.server.db, { plateNumber: '川A80003', terminalNo: '13900080003' })
  await vi.waitFor(() =>
    expect([...kit.server.latest.vehicles.of(1).values()].some((one) => one.deviceId === deviceId)).toBe(true),
  )
  const time = Date.parse(`${day}T08:05:00+08:00`)
  const fix = {
    time,
    lng: 104,
    lat: 30,
    speed: 0,
    direction: 0,
    altitude: 4,
    status: 3,
    alarm: 0,
    mileage: null,
    satellites: 9,
    signal: 20,
  }
  kit.server.latest.apply([{ deviceId, connected: true, seenAt: time, fix }])
  await kit.server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     values (1, $1, '${day} 08:05:00+08', 512, 1, now(), 104000000, 30000000, 0, 0, 4, 3, 0)`,
    [deviceId],
  )
  const id = [...kit.server.latest.vehicles.of(1).values()].find((one) => one.deviceId === deviceId)?.id
  open(HistoryPage, HistorySearch, { objects: `1-${id}`, from: '2026-01-05 00:00:00', to: '2026-01-05 23:59:59' })
  await userEvent.click(await screen.findByRole('button', { name: '最近一次定位 02-02 08:05 · 打开' }, patience))
  const shown = await screen.findByRole('region', { name: '川A80003 的当前状态' }, patience)
  await vi.waitFor(() => expect(shown.textContent).toContain(`${day} 08:05:00`), patience)
})

test('every fix stands in the table, and the mileage of each day in the chart', slow, async () => {
  open(HistoryPage, HistorySearch, link({ view: 'table' }))
  const table = await screen.findByRole('table', { name: '定位点列表', busy: false }, patience)
  await within(table).findByText(`${day} 08:00:10`, {}, patience)
  expect(screen.getByText('共 151 条', { selector: 'strong' })).toBeTruthy()
  await userEvent.click(screen.getByText('图表'))
  expect((await screen.findByRole('rowheader', { name: day }, patience)).closest('tr')?.textContent).toContain('12.0')
})

test('a silence is told with its times and length: beside the map, in the sum and in the mileage of the day', slow, async () => {
  const vehicle = await addVehicle(kit.server.db, { plateNumber: '川A80004', terminalNo: '13900080004' })
  await kit.server.db.owner.query(
    `insert into position (tenant_id, device_id, time, message_id, serial, received, lng, lat, speed, direction, altitude, status, alarm)
     select 1, $1, timestamptz '${day} 08:00:00+08' + i * interval '10 seconds' + i / 30 * interval '20 minutes', 512, i, now(),
       104000000 + (i + i / 30 * 100) * 1038, 30000000, 360, 90, 4, 3, 0
     from generate_series(0, 59) i`,
    [vehicle.deviceId],
  )
  open(HistoryPage, HistorySearch, link({ objects: `1-${vehicle.vehicleId}` }))
  const beside = await panel()
  expect((await within(beside).findByText('无定位里程', {}, patience)).closest('div')?.textContent).toContain('10.1 km')
  await userEvent.click(await within(beside).findByRole('tab', { name: '无定位 1' }, patience))
  const line = await within(beside).findByRole('button', { name: /10\.1 km · 20 分 10 秒/ }, patience)
  expect(line.textContent).toContain('02-02 08:04:50 – 08:25:00')
  await userEvent.click(screen.getByText('图表'))
  const row = (await screen.findByRole('rowheader', { name: day }, patience)).closest('tr')
  expect(row?.textContent).toContain('无定位 10.1 km（08:04–08:25）')
})

test('where one of several ways does not come the others are shown, and it says so', slow, async () => {
  open(HistoryPage, HistorySearch, link({ objects: `1-${vehicleId},1-999999` }))
  const note = await screen.findByText(/有对象的轨迹没有加载成功：资源不存在/, {}, patience)
  expect(within(note).getByRole('button', { name: '重试' })).toBeTruthy()
  await vi.waitFor(async () => expect((await card()).textContent).toContain('36 km/h'), patience)
})

test('of a vehicle that is not in scope it says so and can be asked again', slow, async () => {
  open(HistoryPage, HistorySearch, { objects: '1-999999' })
  expect(await screen.findByText('轨迹没有加载成功', {}, patience)).toBeTruthy()
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})
