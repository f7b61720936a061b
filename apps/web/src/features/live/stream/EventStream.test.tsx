// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { changeSettings, useSettings } from '../../../lib/settings.ts'
import { formatTime } from '../../../lib/time.ts'
import { patience, screenTest, slow } from '../../../test/screen.tsx'
import { clearOn, speedingOn } from '../../violations/violations.test-kit.ts'
import { EventStream } from './EventStream.tsx'
import { setMapBounds } from './map-bounds.ts'

const { kit, open } = screenTest(['live', 'files', 'rules', 'violations'], 'handler')
afterEach(clearOn(kit))
const speeding = speedingOn(kit)
const onSelect = vi.fn()
const onOpen = vi.fn()
const show = () => open(() => <EventStream selected={undefined} {...{ onSelect, onOpen }} />, z.object({}))

test('what happened last is told, the newest first, and leads to its object and to what it is', slow, async () => {
  const today = formatTime(Date.now()).slice(0, 10)
  const began = (time: string) => ({ createTime: `${today} ${time}+08`, endTime: null })
  await speeding({ objectName: '粤A00001', objectId: 11, ...began('00:00:01') })
  const newest = await speeding({ objectName: '粤A00002', objectId: 12, ...began('00:00:02') })
  await speeding({ objectName: '粤A00003' })
  show()
  await screen.findByText('粤A00001', {}, patience)
  const rows = screen.getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('粤A00002'),
    expect.stringContaining('粤A00001'),
  ])
  await userEvent.click(screen.getByRole('button', { name: /粤A00001/ }))
  expect(onSelect).toHaveBeenCalledWith('1-11')
  await userEvent.click(screen.getAllByRole('button', { name: '超速行驶' })[0]!)
  expect(onOpen).toHaveBeenCalledWith(newest)
})

test('rows stay under the pointer; new ones wait until they are asked for', slow, async () => {
  const today = formatTime(Date.now()).slice(0, 10)
  const began = (time: string) => ({ createTime: `${today} ${time}+08`, endTime: null })
  await speeding({ objectName: '粤A00001', ...began('00:00:01') })
  show()
  await userEvent.hover(await screen.findByText('粤A00001', {}, patience))
  await speeding({ objectName: '粤A00002', ...began('00:00:02') })
  await userEvent.click(await screen.findByRole('button', { name: '有 1 条新的 · 显示' }, patience))
  await screen.findByText('粤A00002', {}, patience)
  expect(screen.queryByRole('button', { name: /条新的/ })).toBeNull()
})

test('kinds that are turned off are not told, and one of them stays', slow, async () => {
  const today = formatTime(Date.now()).slice(0, 10)
  await speeding({ createTime: `${today} 00:00:01+08`, endTime: null })
  show()
  await screen.findByRole('button', { name: '超速行驶' }, patience)
  await userEvent.click(screen.getByRole('button', { name: '报警' }))
  await screen.findByText('最近 24 小时没有动态', {}, patience)
  await userEvent.click(screen.getByRole('button', { name: '照片' }))
  expect(screen.getByRole('button', { name: '区域进出' })).toHaveProperty('disabled', true)
  expect(useSettings.getState().streamHidden).toEqual(['alarm', 'photo'])
  changeSettings({ streamHidden: [] })
})

test('with the map in sight it tells of what has a place there, and says how much that is', slow, async () => {
  const today = formatTime(Date.now()).slice(0, 10)
  const began = (time: string) => ({ createTime: `${today} ${time}+08`, endTime: null })
  await speeding({ objectName: '粤A00001', lng: 113.2, lat: 23.1, ...began('00:00:01') })
  await speeding({ objectName: '粤A00002', lng: 113.9, lat: 23.1, ...began('00:00:02') })
  await speeding({ objectName: '粤A00003', ...began('00:00:03') })
  show()
  await screen.findByText('粤A00003', {}, patience)
  const toggle = () => screen.getByRole('button', { name: '地图范围内' })
  // Without a map nothing is in sight.
  expect(toggle()).toHaveProperty('disabled', true)
  act(() => setMapBounds([113, 23, 113.5, 23.5]))
  await userEvent.click(toggle())
  await screen.findByText('地图范围内最近 1 条', {}, patience)
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  screen.getByText('粤A00001')
  act(() => setMapBounds([113, 23, 114, 23.5]))
  await screen.findByText('地图范围内最近 2 条', {}, patience)
  expect(useSettings.getState().streamInView).toBe(true)
  act(() => setMapBounds([100, 23, 101, 23.5]))
  await screen.findByText('最近 24 小时地图范围内没有动态', {}, patience)
  act(() => setMapBounds(undefined))
  await screen.findByText('粤A00003', {}, patience)
  changeSettings({ streamInView: false })
})

test('a quiet day is said to be one', slow, async () => {
  show()
  await screen.findByText('最近 24 小时没有动态', {}, patience)
})
