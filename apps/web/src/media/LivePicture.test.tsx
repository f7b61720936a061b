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

test('what the browser cannot play is asked for again by a press, and when the other stream is wanted', async () => {
  const picture = (stream: LiveChannel['stream']) => <LivePicture vehicleId={1} channel={1} stream={stream} label="川A70001" />
  const { rerender } = render(picture('main'))
  act(() => tell({ state: 'playing', stream: 'main' }))
  const again = () => screen.queryByRole('button', { name: '重试：川A70001' })
  expect([again(), asked]).toEqual([null, ['main']])
  act(() => tell({ state: 'cannotPlay' }))
  expect(await screen.findByText(/^浏览器不能播放此摄像头的编码/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '重试：川A70001' }))
  expect([again(), asked]).toEqual([null, ['main', 'main']])
  act(() => tell({ state: 'cannotPlay' }))
  rerender(picture('sub'))
  expect(asked).toEqual(['main', 'main', 'sub'])
  // One that plays is switched on its own line.
  act(() => tell({ state: 'playing', stream: 'sub' }))
  rerender(picture('main'))
  expect(asked.length).toBe(3)
})
