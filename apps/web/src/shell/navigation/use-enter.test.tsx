// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { BrowserRouter, useNavigate } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { stubNetwork } from '../../test/network.ts'
import { useEnterSubSystem } from './use-enter.ts'

const { fetchStub } = stubNetwork()
afterEach(cleanup)

const Around = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <BrowserRouter>{children}</BrowserRouter>
  </QueryClientProvider>
)
function open() {
  window.history.replaceState(null, '', '/jumpindex')
  return renderHook(() => ({ enter: useEnterSubSystem(), navigate: useNavigate() }), { wrapper: Around }).result.current
}
/** Answers the next question for a menu when told to. */
function holdMenu() {
  const { promise, resolve } = Promise.withResolvers<void>()
  fetchStub.mockImplementationOnce(() => promise.then(() => Response.json({ code: 0, msg: 'ok', data: [] })))
  return resolve
}

test('a sub-system leads to its first page, without one to the home page', async () => {
  const { enter } = open()
  holdMenu()()
  await enter(1)
  expect(window.location.pathname).toBe('/wel/index')
})

test('who went elsewhere before its menu came stays there, as does who chose another', async () => {
  const { enter, navigate } = open()
  const answer = holdMenu()
  const entered = enter(1)
  await navigate('/event/illegal/index')
  answer()
  await entered
  expect(window.location.pathname).toBe('/event/illegal/index')

  const answers = [holdMenu(), holdMenu()]
  const [before, last] = [enter(2), enter(3)]
  answers[0]?.()
  await before
  expect(window.location.pathname).toBe('/event/illegal/index')
  answers[1]?.()
  await last
  expect(window.location.pathname).toBe('/wel/index')
})
