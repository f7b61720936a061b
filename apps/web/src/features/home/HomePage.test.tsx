// @vitest-environment jsdom
import { addVehicle, addViolation, startTestServer } from '@huanwei/server/test-kit'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { RouterProvider } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { endSession } from '../../lib/session.ts'
import { signIn } from '../../lib/sign-in.ts'
import { loadSite } from '../../lib/site.ts'
import { stubBrowser } from '../../lib/test-browser.ts'
import { formatTime } from '../../lib/time.ts'
import { createRouter } from '../../router.tsx'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
  await startI18n('zh-CN')
  const handler = await server.login('handler')
  const vehicle = await addVehicle(server.db)
  await addViolation(server.db, vehicle, [handler.userId], `${formatTime(Date.now()).slice(0, 10)} 00:00:01`)
  await addViolation(server.db, vehicle, [handler.userId], '2026-01-05 08:00:00')
}, 90_000)
afterAll(() => server.close())
beforeEach(async () => {
  stubBrowser(server.app)
  await loadSite()
})
afterEach(() => {
  cleanup()
  endSession()
})

const patience = { timeout: 30_000 }

async function open(username: string) {
  await signIn({ username, password: '123456' })
  window.history.replaceState(null, '', '/wel/index')
  await act(async () => {
    render(
      <Suspense>
        <RouterProvider router={createRouter()} />
      </Suspense>,
    )
  })
}

const card = (name: string) => screen.findByRole('region', { name }, patience)

test('what waits leads into its queue, the oldest first', async () => {
  await open('handler')
  const queue = await within(await card('待我处理')).findByRole('link', { name: /2\s*车辆违章/ }, patience)
  expect(queue.getAttribute('href')).toBe('/event/illegal/index')
  const approvals = within(await card('待我处理')).getByRole('link', { name: /0\s*审批/ })
  expect(approvals.getAttribute('href')).toBe('/event/approval/index')
  const [oldest] = within(await card('等待最久')).getAllByRole('link')
  expect(oldest?.getAttribute('href')).toMatch(/\/event\/illegal\/index\?open=\d+/)
  expect(oldest?.textContent).toContain('川A00001')
}, 90_000)

test('the day is drawn, and told as a table', async () => {
  await open('handler')
  const today = await card('今日违章')
  expect(await within(today).findByRole('img', { name: '今日各小时发生的违章，共 1 起' }, patience)).toBeTruthy()
  expect(within(today).getByText('超速行驶')).toBeTruthy()
  await userEvent.click(within(today).getByRole('button', { name: '表格' }))
  expect(within(today).getAllByRole('row')[1]?.textContent).toBe('0:00–0:591')
}, 90_000)

test('who only looks is told what waits in the own departments', async () => {
  await open('viewer')
  expect(await within(await card('待处理')).findByRole('link', { name: /2\s*车辆违章/ }, patience)).toBeTruthy()
}, 90_000)

test('without pages in the menu only the people and the introduction are there', async () => {
  await open('nobody')
  await card('产品介绍')
  await card('人员')
  await screen.findByText('没有发现菜单', undefined, patience)
  expect(screen.queryByRole('region', { name: '待我处理' })).toBeNull()
  expect(screen.queryByRole('region', { name: '车辆状态' })).toBeNull()
}, 90_000)
