// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { eager } from '../lib/eager.tsx'
import { type Notice, onNotice } from '../lib/notices.ts'
import { LatePart } from './LatePart.tsx'

beforeAll(() => startI18n('zh-CN', ['shell']))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A button that opens a part. */
function Opener({ part }: { part: ReturnType<typeof eager> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && <LatePart onLost={() => setOpen(false)}>{part.draw({})}</LatePart>}
    </>
  )
}
const press = () => act(async () => screen.getByRole('button', { name: 'open' }).click())

test('a part whose code is lost is told, leaves the rest standing, and comes when it is opened again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
  const notices: Notice[] = []
  const stop = onNotice((notice) => notices.push(notice))
  const fetch = vi.fn(async () => () => <p>there</p>)
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
  render(<Opener part={eager(fetch)} />)
  await press()
  await vi.waitFor(() => expect(notices).toEqual([{ kind: 'error', text: '网络已断开，请恢复后重试' }]))
  expect(screen.queryByText('there')).toBeNull()
  await press()
  expect(await screen.findByText('there')).toBeTruthy()
  expect(notices).toHaveLength(1)
  stop()
})

test('any other failure is not taken for lost code', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const part = eager(async () => () => {
    throw new Error('a bug')
  })
  render(<Opener part={part} />)
  await expect(press()).rejects.toThrow('a bug')
})
