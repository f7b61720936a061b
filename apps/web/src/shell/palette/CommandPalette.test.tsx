// @vitest-environment jsdom
import { addVehicle, addViolation, startTestServer } from '@huanwei/server/test-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { i18n, startI18n } from '../../i18n/i18n.ts'
import { endSession } from '../../lib/session.ts'
import { signIn } from '../../lib/sign-in.ts'
import { stubBrowser } from '../../lib/test-browser.ts'
import { PaletteKey } from './PaletteKey.tsx'
import { closePalette } from './palette.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let violation: number
beforeAll(async () => {
  server = await startTestServer()
  violation = await addViolation(server.db, await addVehicle(server.db), [])
  await startI18n('zh-CN', ['shell', 'palette'])
  // jsdom draws no dialogs; open or not is all the palette needs of it.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
}, 90_000)
afterAll(() => server.close())
beforeEach(() => stubBrowser(server.app))
afterEach(() => {
  cleanup()
  closePalette()
  endSession()
})

function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="place">{pathname + search}</output>
}

const patience = { timeout: 30_000 }
async function open(username: string) {
  await signIn({ username, password: '123456' })
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Suspense>
            <PaletteKey />
          </Suspense>
          <Place />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  })
  await userEvent.keyboard('{Control>}k{/Control}')
  return screen.findByRole('combobox', { name: '快速查找' }, patience)
}
const place = () => screen.getByLabelText('place').textContent

test('a page by its initials, with the arrows and Enter', async () => {
  const box = await open('admin')
  expect(await screen.findByRole('option', { name: /^实时监控/ }, patience)).toBeTruthy()
  await userEvent.type(box, 'clwz')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  expect(place()).toBe('/event/illegal/index')
  expect(screen.queryByRole('combobox')).toBeNull()
}, 90_000)

test('a plate, a person, an event by its number', async () => {
  const box = await open('admin')
  await userEvent.type(box, 'A0000')
  const vehicles = await screen.findByRole('group', { name: '车辆' }, patience)
  expect(within(vehicles).getByRole('option').textContent).toBe('川A00001一部')
  await userEvent.clear(box)
  await userEvent.type(box, 'handler')
  expect(within(await screen.findByRole('group', { name: '人员' }, patience)).getByRole('option').textContent).toContain(
    'handler',
  )
  await userEvent.clear(box)
  await userEvent.type(box, String(violation))
  await userEvent.click(within(await screen.findByRole('group', { name: '违章' }, patience)).getByRole('option'))
  expect(place()).toBe(`/event/illegal/index?open=${violation}`)
}, 90_000)

test('only what the person may use is found', async () => {
  const box = await open('nobody')
  await userEvent.type(box, 'A0000')
  expect(await screen.findByText('没有找到', undefined, patience)).toBeTruthy()
}, 90_000)

test('an action, in the other language', async () => {
  const box = await open('viewer')
  await userEvent.type(box, 'english')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(i18n.language).toBe('en-US'))
  await i18n.changeLanguage('zh-CN')
}, 90_000)
