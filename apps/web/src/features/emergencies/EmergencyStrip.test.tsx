// @vitest-environment jsdom
import type { Emergency } from '@huanwei/contract/emergencies/endpoints'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { applyEmergencies, clearEmergencies, onCalls } from '../../live/emergencies.ts'
import { EmergencyStrip } from './EmergencyStrip.tsx'

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no server here')))
  // Nobody has touched the page: it may not sound.
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } })
  await startI18n('zh-CN', ['emergencies'])
})
beforeEach(() => {
  render(
    <MemoryRouter>
      <EmergencyStrip />
    </MemoryRouter>,
  )
})
afterEach(() => {
  cleanup()
  clearEmergencies()
})

const callOf = (id: number, more: Partial<Emergency> = {}): Emergency => ({
  id,
  isDrill: false,
  objectType: '0',
  objectId: id,
  objectName: `张${id}`,
  deptName: '一部',
  name: 'SOS 求助',
  position: '建设路',
  lng: 104,
  lat: 30,
  time: '2026-01-05 08:00:00',
  lastTime: '2026-01-05 08:00:00',
  calls: 1,
  waitingSince: '2026-01-05 08:00:00',
  tier: 0,
  violationId: id,
  contact: null,
  acknowledgement: null,
  closing: null,
  ...more,
})
const show = (emergencies: Emergency[]) =>
  vi.waitFor(() => applyEmergencies({ emergencies, waiting: emergencies.filter((one) => !one.acknowledgement).length }))

test('200 calls are one strip with the newest and a count, and a list; a real call comes before a drill', async () => {
  await show([callOf(201, { isDrill: true }), ...Array.from({ length: 199 }, (_, i) => callOf(200 - i))])
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('张200')
  expect(alert.textContent).toContain('200 起待接警')
  await userEvent.click(within(alert).getByRole('button', { name: '全部' }))
  expect(within(screen.getByRole('list', { name: '紧急求助' })).getAllByRole('listitem')).toHaveLength(200)
})

test('without a call there is no strip; what somebody else took is gone and said', async () => {
  await show([])
  expect(screen.queryByRole('alert')).toBeNull()
  await show([callOf(1)])
  await screen.findByText('张1')
  await show([callOf(1, { acknowledgement: { userId: 7, by: '陈晓燕', time: '2026-01-05 08:01:00', seconds: 60 } })])
  await screen.findByText('陈晓燕 已接警：张1')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a call is news once, again when it escalates and once when it opens again; what the first message says is none', async () => {
  const heard: number[][] = []
  const stop = onCalls((fresh) => heard.push(fresh.map(({ id }) => id)))
  await show([callOf(1)])
  await show([callOf(2), callOf(1)])
  await show([callOf(2), callOf(1)])
  await show([callOf(2, { tier: 1 }), callOf(1)])
  // Its verdict is undone: nobody has been told anew yet, then the first are.
  await show([callOf(1)])
  const reopened = { waitingSince: '2026-01-05 08:02:00' }
  await show([callOf(2, { ...reopened, tier: null }), callOf(1)])
  await show([callOf(2, { ...reopened, tier: 0 }), callOf(1)])
  stop()
  expect(heard).toEqual([[2], [2], [2]])
})
