// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { LivePicture } from './LivePicture.tsx'
import { type LiveChannel, showPicture, type Told } from './picture.ts'

vi.mock('./picture.ts', () => ({ showPicture: vi.fn() }))

let tell: (told: Told) => void
/** The streams that were asked for. */
let asked: string[]

beforeAll(() => startI18n('zh-CN', ['video']))
beforeEach(() => {
  asked = []
  vi.mocked(showPicture).mockImplementation((_video, channel, told) => {
    tell = told
    asked.push(((typeof channel === 'function' ? channel() : channel) as LiveChannel).stream)
    return () => undefined
  })
})
afterEach(cleanup)

const picture = (stream: LiveChannel['stream'], vehicleId = 1) => (
  <LivePicture vehicleId={vehicleId} channel={1} stream={stream} label="川A70001" />
)
const again = () => screen.queryByRole('button', { name: '重试：川A70001' })
const standsIn = () => screen.queryByText('浏览器不能播放主码流的编码，暂看子码流') !== null
const isUnplayable = () => screen.queryByText(/^浏览器不能播放此摄像头的编码/) !== null

test('where the browser cannot play the main stream the sub stream stands in, and is said to', () => {
  const { rerender } = render(picture('main'))
  act(() => tell({ state: 'cannotPlay' }))
  expect([asked, isUnplayable()]).toEqual([['main', 'sub'], false])
  act(() => tell({ state: 'playing', stream: 'sub' }))
  expect([standsIn(), again()]).toEqual([true, null])
  // It is the one that is wanted, and then the other one may be in another codec.
  rerender(picture('sub'))
  expect([asked, standsIn()]).toEqual([['main', 'sub'], false])
  rerender(picture('main'))
  act(() => tell({ state: 'playing', stream: 'main' }))
  expect(standsIn()).toBe(false)
  act(() => tell({ state: 'cannotPlay' }))
  act(() => tell({ state: 'playing', stream: 'sub' }))
  expect([asked, standsIn()]).toEqual([['main', 'sub', 'sub'], true])
  // Another camera begins with its main stream.
  rerender(picture('main', 2))
  act(() => tell({ state: 'playing', stream: 'main' }))
  expect([asked, standsIn()]).toEqual([['main', 'sub', 'sub', 'main'], false])
})

test('what the browser cannot play in either stream is asked for again by a press, and when the other stream is wanted', async () => {
  const { rerender } = render(picture('main'))
  act(() => tell({ state: 'playing', stream: 'main' }))
  expect([again(), asked]).toEqual([null, ['main']])
  act(() => tell({ state: 'cannotPlay' }))
  act(() => tell({ state: 'cannotPlay' }))
  expect([isUnplayable(), asked]).toEqual([true, ['main', 'sub']])
  await userEvent.click(screen.getByRole('button', { name: '重试：川A70001' }))
  expect([again(), asked]).toEqual([null, ['main', 'sub', 'main']])
  act(() => tell({ state: 'cannotPlay' }))
  act(() => tell({ state: 'cannotPlay' }))
  rerender(picture('sub'))
  expect(asked).toEqual(['main', 'sub', 'main', 'sub'])
  rerender(picture('main'))
  expect(asked).toEqual(['main', 'sub', 'main', 'sub', 'main'])
  // One that plays is switched on its own line.
  act(() => tell({ state: 'playing', stream: 'main' }))
  rerender(picture('sub'))
  expect(asked.length).toBe(5)
})
