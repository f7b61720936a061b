// @vitest-environment jsdom
import { addVehicle, addViolation } from '@huanwei/server/test-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { screenTest } from '../../test/screen.tsx'
import { PaletteKey } from './PaletteKey.tsx'
import { closePalette } from './palette.ts'

const { kit, beginAs } = screenTest(['shell', 'palette'])
let violation: number
beforeAll(async () => {
  violation = await addViolation(kit.server.db, await addVehicle(kit.server.db), [])
  // jsdom draws no dialogs; open or not is all the palette needs of it.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(closePalette)

function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="place">{pathname + search}</output>
}

const patience = { timeout: 30_000 }
async function open(username: string) {
  await beginAs(username)
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
})

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
})

test('only what the person may use is found', async () => {
  const box = await open('nobody')
  await userEvent.type(box, 'A0000')
  expect(await screen.findByText('没有找到', undefined, patience)).toBeTruthy()
})

test('an action, in the other language', async () => {
  const box = await open('viewer')
  await userEvent.type(box, 'english')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(i18n.language).toBe('en-US'))
  await i18n.changeLanguage('zh-CN')
})
