// @vitest-environment jsdom
import { addFacility, addVehicle, addViolation } from '@huanwei/server/test-kit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { screenTest } from '../../test/screen.tsx'
import { PaletteButton } from './PaletteButton.tsx'
import { PaletteKey } from './PaletteKey.tsx'
import { closePalette } from './palette.ts'

const { kit, beginAs } = screenTest(['shell', 'palette'])
let violation: number
let vehicle: Awaited<ReturnType<typeof addVehicle>>
let facility: Awaited<ReturnType<typeof addFacility>>
beforeAll(async () => {
  vehicle = await addVehicle(kit.server.db)
  facility = await addFacility(kit.server.db)
  violation = await addViolation(kit.server.db, vehicle, [])
  // jsdom draws no dialogs; open or not is all the palette needs of it.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(() => {
  closePalette()
  localStorage.clear()
})

function Place() {
  const { pathname, search } = useLocation()
  return <output aria-label="place">{pathname + search}</output>
}

const patience = { timeout: 60_000 }
async function open(username: string, address = '/') {
  await beginAs(username)
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[address]}>
          <PaletteButton />
          <Suspense>
            <PaletteKey />
          </Suspense>
          <Place />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  })
  return press('{Control>}k{/Control}')
}
async function press(keys: string) {
  await userEvent.keyboard(keys)
  return screen.findByRole('combobox', { name: '快速查找' }, patience)
}
/** The option that Enter takes, as a screen reader says it. */
const active = (box: HTMLElement) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
const namesIn = async (group: string) =>
  within(await screen.findByRole('group', { name: group }, patience))
    .getAllByRole('option')
    .map((option) => option.getAttribute('aria-label') ?? option.textContent)
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
  expect(within(vehicles).getAllByRole('option')[0]?.textContent).toBe('川A00001一部')
  await userEvent.clear(box)
  await userEvent.type(box, 'handler')
  expect((await namesIn('人员'))[0]).toContain('handler')
  await userEvent.clear(box)
  await userEvent.type(box, '乙路')
  expect((await namesIn('设施')).slice(0, 2)).toEqual(['乙路公共厕所 一部 实时', '乙路公共厕所 报警'])
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

test('a button in sight opens it', async () => {
  await open('admin')
  act(closePalette)
  await userEvent.click(screen.getByRole('button', { name: '快速查找' }))
  expect(await screen.findByRole('combobox', { name: '快速查找' }, patience)).toBeTruthy()
})

test('the ways of a vehicle, by the arrows and by the mouse', async () => {
  const box = await open('admin')
  await userEvent.type(box, 'A0000')
  const names = ['川A00001 一部 实时', ...['历史轨迹', '违章', '照片', '指令'].map((way) => `川A00001 ${way}`)]
  expect(await namesIn('车辆')).toEqual(names)
  const [row] = within(screen.getByRole('group', { name: '车辆' })).getAllByRole('option')
  expect(active(box)).toBe(row)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(active(box)?.getAttribute('aria-label')).toBe('川A00001 历史轨迹')
  await userEvent.keyboard('{Enter}')
  expect(place()).toBe(`/monitor/history/index?objects=1-${vehicle.vehicleId}`)

  await userEvent.type(await press('{Control>}k{/Control}'), 'A0000')
  await screen.findByRole('group', { name: '车辆' }, patience)
  await userEvent.keyboard('{Enter}')
  expect(place()).toBe(`/monitor/live/index?tab=vehicle&selected=1-${vehicle.vehicleId}`)

  for (const [way, address] of [
    ['违章', `/event/illegal/index?objectId=${vehicle.vehicleId}`],
    ['照片', `/asset/terminal/index?open=${vehicle.deviceId}&part=photos`],
    ['指令', `/asset/terminal/index?open=${vehicle.deviceId}&part=commands`],
  ]) {
    await userEvent.type(await press('{Control>}k{/Control}'), 'A0000')
    const vehicles = await screen.findByRole('group', { name: '车辆' }, patience)
    await userEvent.click(within(vehicles).getByRole('option', { name: `川A00001 ${way}` }))
    expect(place()).toBe(address)
  }
})

test('within a text the arrows move the cursor', async () => {
  const box = await open('admin')
  await userEvent.type(box, 'A0000')
  await screen.findByRole('group', { name: '车辆' }, patience)
  const row = active(box)
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}')
  expect(active(box)).toBe(row)
  await userEvent.keyboard('{ArrowRight}')
  expect(active(box)?.getAttribute('aria-label')).toBe('川A00001 历史轨迹')
})

test('no ways to the terminal for those who may not see terminals', async () => {
  const box = await open('viewer')
  await userEvent.type(box, 'A0000')
  const names = await namesIn('车辆')
  expect(names[0]).toBe('川A00001 一部 实时')
  expect(names.filter((name) => /照片|指令/.test(name))).toEqual([])
})

test('what was opened last comes first, to the same account, while the server finds it', async () => {
  const address = `/monitor/live/index?selected=1-${vehicle.vehicleId}`
  await open('admin', address)
  expect((await namesIn('最近打开'))[0]).toBe('川A00001 一部 实时')
  cleanup()
  closePalette()
  await open('admin', `/event/facility/index?objectId=${facility.facilityId}`)
  const recent = await namesIn('最近打开')
  expect(recent.filter((name) => / 一部 /.test(name))).toEqual(['乙路公共厕所 一部 实时', '川A00001 一部 实时'])
  expect(screen.getAllByRole('group')[0]?.getAttribute('aria-label')).toBe('最近打开')
  expect(JSON.stringify({ ...localStorage })).not.toContain('川A00001')
  cleanup()
  closePalette()
  await open('viewer')
  expect(await screen.findByRole('group', { name: '页面' }, patience)).toBeTruthy()
  expect(screen.queryByRole('group', { name: '最近打开' })).toBeNull()
  cleanup()
  closePalette()
  await kit.server.db.owner.query(`update vehicle set removed_time = now() where id = ${vehicle.vehicleId}`)
  await open('admin')
  expect((await namesIn('最近打开')).filter((name) => name.includes('川A00001'))).toEqual([])
})
