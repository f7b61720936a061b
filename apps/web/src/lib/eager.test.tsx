// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '../i18n/i18n.ts'
import { PageBoundary } from '../shell/PageBoundary.tsx'
import { eager, NotLoaded } from './eager.tsx'

beforeAll(() => startI18n('zh-CN', ['shell']))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a part that did not arrive is fetched anew by the next who wants it', async () => {
  const fetch = vi.fn(async () => () => <p>there</p>)
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
  const part = eager(fetch)
  await expect(part.load()).rejects.toBeInstanceOf(NotLoaded)
  await act(async () => {
    render(<Suspense>{part.draw({})}</Suspense>)
  })
  expect(await screen.findByText('there')).toBeTruthy()
})

test('a part that takes 120 s counts as lost', async () => {
  vi.useFakeTimers()
  const lost = expect(eager(() => new Promise<never>(() => undefined)).load()).rejects.toThrow('timeout')
  await vi.advanceTimersByTimeAsync(120_000)
  await lost
})

test('a page whose code is lost with the network comes by itself, and is never called an update', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const fetch = vi.fn(async () => () => <p>there</p>)
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /a.js'))
  const answer = vi.fn(async () => new Response('<html></html>'))
  answer.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', answer)
  const part = eager(fetch)
  await act(async () => {
    render(
      <PageBoundary>
        <Suspense>{part.draw({})}</Suspense>
      </PageBoundary>,
    )
  })
  expect((await screen.findByRole('heading')).textContent).toBe('网络已断开')
  await act(async () => {
    window.dispatchEvent(new Event('online'))
  })
  expect(await screen.findByText('there')).toBeTruthy()
})

test('a server with another version of the product asks for a reload', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async () => new Response('<script type="module" src="/assets/new.js"></script>'))
  const part = eager(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /a.js')))
  await act(async () => {
    render(
      <PageBoundary>
        <Suspense>{part.draw({})}</Suspense>
      </PageBoundary>,
    )
  })
  expect((await screen.findByRole('heading')).textContent).toBe('系统已更新，请重新加载页面')
})
