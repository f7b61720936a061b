// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { call } from '../../lib/api.ts'
import { ApiError } from '../../lib/errors.ts'
import { PtzPad } from './PtzPad.tsx'

vi.mock('../../lib/api.ts', () => ({ call: vi.fn() }))

const acts = () => vi.mocked(call).mock.calls.map(([, input]) => (input as { act: string }).act)
const button = (name: string) => screen.getByRole('button', { name })
const seconds = (n: number) => act(() => vi.advanceTimersByTimeAsync(n * 1000))
let unmount: () => void

beforeEach(async () => {
  await startI18n('zh-CN', ['video', 'terminals'])
  vi.useFakeTimers()
  // jsdom has no pointers.
  Element.prototype.setPointerCapture = () => undefined
  vi.mocked(call).mockReset()
  vi.mocked(call).mockResolvedValue({ outcome: 'confirmed', result: 0 })
  unmount = render(<PtzPad vehicleId={7} channel={2} label="沪A12345 CH2" />).unmount
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a camera turns while a button is held, is told so again before it stops by itself, and stops with the release', async () => {
  expect(screen.getByRole('group', { name: '云台：沪A12345 CH2' })).toBeTruthy()
  fireEvent.pointerDown(button('向左'), { button: 0, pointerId: 1 })
  await seconds(9)
  expect(acts()).toEqual(['left', 'left', 'left'])
  fireEvent.pointerUp(button('向左'))
  await seconds(30)
  expect(acts()).toEqual(['left', 'left', 'left', 'stop'])
  expect(vi.mocked(call).mock.calls[0]?.[1]).toEqual({ vehicleId: 7, channel: 2, act: 'left' })
})

test('arrow keys turn it, a held key once, and plus and minus zoom', async () => {
  const pad = screen.getByRole('group')
  fireEvent.keyDown(pad, { key: 'ArrowUp' })
  fireEvent.keyDown(pad, { key: 'ArrowUp', repeat: true })
  fireEvent.keyUp(pad, { key: 'ArrowUp' })
  fireEvent.keyDown(pad, { key: '+' })
  await seconds(1.2)
  fireEvent.keyUp(pad, { key: '+' })
  fireEvent.click(button('打开雨刷'))
  await seconds(5)
  expect(acts()).toEqual(['up', 'stop', 'zoomIn', 'zoomIn', 'zoomIn', 'wiperOn'])
})

test('diagonals and kept positions are there where the camera knows them', async () => {
  expect(screen.queryByRole('button', { name: '左上' })).toBeNull()
  cleanup()
  render(<PtzPad vehicleId={7} channel={2} label="沪A12345 CH2" acts={['leftUp', 'goToPreset']} />)
  fireEvent.pointerDown(button('左上'), { button: 0, pointerId: 1 })
  await seconds(1)
  fireEvent.pointerUp(button('左上'))
  const number = screen.getByRole('spinbutton', { name: '预置位编号' })
  fireEvent.change(number, { target: { value: '12' } })
  fireEvent.keyDown(number, { key: 'ArrowUp' })
  fireEvent.click(button('调用'))
  await seconds(1)
  expect(acts()).toEqual(['leftUp', 'stop', 'goToPreset'])
  expect(vi.mocked(call).mock.calls.at(-1)?.[1]).toMatchObject({ act: 'goToPreset', preset: 13 })
})

test('it stops when the pad goes away and when the window is left', async () => {
  fireEvent.pointerDown(button('向下'), { button: 0, pointerId: 1 })
  await seconds(1)
  fireEvent.blur(window)
  await seconds(1)
  fireEvent.pointerDown(button('向右'), { button: 0, pointerId: 1 })
  await seconds(1)
  unmount()
  expect(acts()).toEqual(['down', 'stop', 'right', 'stop'])
})

test('a terminal that cannot move its cameras is not told again, and that is said in words', async () => {
  vi.mocked(call).mockResolvedValue({ outcome: 'refused', result: 3 })
  fireEvent.pointerDown(button('拉近'), { button: 0, pointerId: 1 })
  await seconds(10)
  expect(acts()).toEqual(['zoomIn'])
  expect(screen.getByRole('status').textContent).toContain('不支持该指令')
  fireEvent.pointerUp(button('拉近'))
  vi.mocked(call).mockRejectedValue(new ApiError(409, 1, '其他人正在转动此摄像头', null))
  fireEvent.pointerDown(button('向左'), { button: 0, pointerId: 1 })
  await seconds(1)
  expect(screen.getByText('其他人正在转动此摄像头')).toBeTruthy()
  fireEvent.pointerUp(button('向左'))
  await seconds(1)
  expect(acts()).toEqual(['zoomIn', 'left'])
})
