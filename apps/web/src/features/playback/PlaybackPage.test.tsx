// @vitest-environment jsdom
import { addVehicle } from '@huanwei/server/test-kit'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { parseTime } from '../../lib/time.ts'
import { patience, screenTest, slow } from '../../test/screen.tsx'
import { DayBar } from './DayBar.tsx'
import { PlaybackPage } from './PlaybackPage.tsx'
import { PlaybackSearch } from './playback-search.ts'

const { kit, open } = screenTest(['playback', 'video', 'violations', 'files'])
let withCamera: number
let without: number

beforeAll(async () => {
  const seen = await addVehicle(kit.server.db, { plateNumber: '川A70001' })
  const blind = await addVehicle(kit.server.db, { plateNumber: '川A70002', terminalNo: '13900070002' })
  ;[withCamera, without] = [seen.vehicleId, blind.vehicleId]
  await kit.server.db.owner.query('update vehicle set vehicle_camera = 2 where id = $1', [withCamera])
  const cameras = () => kit.server.latest.vehicles.of(1).get(withCamera)?.vehicleCamera
  await vi.waitUntil(() => cameras() === 2, 60_000)
})

test('it says what to do while no vehicle is chosen, and that one has no camera', slow, async () => {
  open(PlaybackPage, PlaybackSearch)
  expect(await screen.findByText('请先选择车辆', {}, patience)).toBeTruthy()
  cleanup()
  open(PlaybackPage, PlaybackSearch, { vehicle: String(without) })
  expect(await screen.findByText('该车辆没有摄像头', {}, patience)).toBeTruthy()
})

test('a terminal that is away is said in words, for each channel and day', slow, async () => {
  open(PlaybackPage, PlaybackSearch, { vehicle: String(withCamera), day: '2026-02-02' })
  expect(await screen.findByText('终端离线', {}, patience)).toBeTruthy()
  await userEvent.click(screen.getByText('CH2'))
  expect(await screen.findByText('终端离线', {}, patience)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '前一天' }))
  expect(await screen.findByDisplayValue('2026-02-01')).toBeTruthy()
})

test('keys move along the bar, and Enter plays from there, or from the next recording', slow, async () => {
  const start = parseTime('2026-02-02 00:00:00')
  const hour = (n: number) => start + n * 3_600_000
  const onGo = vi.fn()
  render(
    <DayBar start={start} stretches={[{ from: hour(5), to: hour(7), size: 1, isAlarm: false }]} at={undefined} onGo={onGo} />,
  )
  const bar = screen.getByRole('slider', { name: '时间轴' })
  expect(bar.getAttribute('aria-valuetext')).toBe('05:00:00，有录像')
  bar.focus()
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  expect(bar.getAttribute('aria-valuetext')).toBe('05:11:00，有录像')
  await userEvent.keyboard('{Enter}')
  expect(onGo).toHaveBeenLastCalledWith(hour(5) + 660_000)
  await userEvent.keyboard('{Home}{PageDown}{Enter}')
  expect(onGo).toHaveBeenLastCalledWith(hour(5))
  await userEvent.keyboard('{PageUp}{PageUp}{PageUp}{Enter}')
  expect(onGo).toHaveBeenCalledTimes(2)
})

test(
  'what the server recorded stands in the bar of the day, and is played from there while the terminal is away',
  slow,
  async () => {
    const values =
      "(1, $1, '13900070001', 1, 'sub', 'demand', 'admin', '2026-02-03 08:00:00+08', '2026-02-03 08:10:00+08', 'asked', 'a.mp4', 1000, 9, 'ab')"
    const columns =
      'tenant_id, vehicle_id, terminal_no, channel, stream, cause, create_by, start_time, end_time, end_reason, file_name, file_size, frames, sha256'
    await kit.server.db.owner.query(`insert into video_recording (${columns}) values ${values}`, [withCamera])
    open(PlaybackPage, PlaybackSearch, { vehicle: String(withCamera), day: '2026-02-03' })
    expect(await screen.findByText('终端离线', {}, patience)).toBeTruthy()
    const mark = await screen.findByTitle('服务器录像 川A70001 CH1 2026-02-03 08:00:00', {}, patience)
    expect(Number.parseFloat(mark.style.insetInlineStart)).toBeCloseTo(100 / 3)
    await userEvent.click(mark)
    const title = { selector: '[role=dialog] .clip-name' }
    expect(await screen.findByText('川A70001 CH1 2026-02-03 08:00:00', title, patience)).toBeTruthy()
  },
)

test('pictures of a day are marks on its bar, one stop of Tab with arrows between them, and each opens', slow, async () => {
  const { rows } = await kit.server.db.owner.query(
    `select id from device where object_type = '1' and object_id = $1 and tenant_id = 1`,
    [withCamera],
  )
  for (const [name, time] of [
    ['e1.jpg', '06:00:00'],
    ['e2.jpg', '06:05:00'],
    ['e3.jpg', '18:00:00'],
  ])
    await kit.server.db.owner.query(
      `insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, time, address, received)
       values (1, $1, $2, '1', $3, 0, 1, $4, '', $4)`,
      [name, rows[0].id, withCamera, `2026-02-04 ${time}+08`],
    )
  open(PlaybackPage, PlaybackSearch, { vehicle: String(withCamera), day: '2026-02-04' })
  const two = await screen.findByRole('button', { name: '06:00:00，2 个照片或附件' }, patience)
  const one = screen.getByRole('button', { name: '18:00:00，1 个照片或附件' })
  expect([two.style.insetInlineStart, one.style.insetInlineStart]).toEqual(['25%', '75%'])
  expect([two.tabIndex, one.tabIndex]).toEqual([0, -1])
  two.focus()
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}')
  expect([document.activeElement, two.tabIndex, one.tabIndex]).toEqual([one, -1, 0])
  await userEvent.keyboard('{Home}{Enter}')
  const list = await screen.findByRole('list', { name: '川A70001 的图片' }, patience)
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  expect(list.closest('[role=dialog]')?.textContent).toContain('2026-02-04 06:05:00 · 通道 1')
})
