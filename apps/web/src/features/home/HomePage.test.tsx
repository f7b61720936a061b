// @vitest-environment jsdom
import { addVehicle, addViolation } from '@huanwei/server/test-kit'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { RouterProvider } from 'react-router'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../lib/settings.ts'
import { loadSite } from '../../lib/site.ts'
import { formatTime } from '../../lib/time.ts'
import { createRouter } from '../../router.tsx'
import { screenTest } from '../../test/screen.tsx'

const { kit, beginAs } = screenTest([], 'handler')
const patience = { timeout: 60_000 }

beforeAll(async () => {
  const vehicle = await addVehicle(kit.server.db)
  await addViolation(kit.server.db, vehicle, [kit.person.userId], `${formatTime(Date.now()).slice(0, 10)} 00:00:01`)
  await addViolation(kit.server.db, vehicle, [kit.person.userId], '2026-01-05 08:00:00')
})
beforeEach(loadSite)

async function open(username: string) {
  await beginAs(username)
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
  expect(queue.querySelector('.queue-some')).not.toBeNull()
  const approvals = within(await card('待我处理')).getByRole('link', { name: /0\s*审批/ })
  expect(approvals.getAttribute('href')).toBe('/event/approval/index')
  const [oldest] = within(await card('等待最久')).getAllByRole('link')
  expect(oldest?.getAttribute('href')).toMatch(/\/event\/illegal\/index\?open=\d+/)
  expect(oldest?.textContent).toContain('川A00001')
})

test('what waits is told by severity, and leads to its list and to the one that waits longest', async () => {
  await open('handler')
  const queues = within(await card('待我处理'))
  const alarms = await queues.findByRole('link', { name: '报警 2' }, patience)
  expect(alarms.getAttribute('href')).toBe('/event/illegal/index?severity=alarm')
  const longest = queues.getByRole('link', { name: /^最久 \d+ 天前/ })
  expect(longest.getAttribute('href')).toMatch(/^\/event\/illegal\/index\?severity=alarm&open=\d+$/)
})

test('the figures of the cards lead to their lists with the filter that they count', async () => {
  await open('handler')
  const cases = within(await card('我的巡查'))
  const mine = await cases.findByRole('link', { name: /待我反馈\s*0/ }, patience)
  expect(mine.getAttribute('href')).toBe(`/event/inspection/index?tab=waiting&responsibleId=${kit.person.userId}`)
  const week = within(await card('近 7 天违章'))
  const [pending] = await week.findAllByRole('link', { name: '待处理 0' }, patience)
  expect(pending?.getAttribute('href')).toMatch(
    /^\/event\/illegal\/index\?status=pending&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/,
  )
  const duty = within(await card('到岗'))
  const late = await duty.findByRole('link', { name: /迟到\s*0/ }, patience)
  expect(late.getAttribute('href')).toMatch(/^\/attendance\/index\?from=.+&to=.+&dayState=late$/)
  const unseen = duty.getByRole('link', { name: /当班未见\s*0/ })
  expect(unseen.getAttribute('href')).toBe('/attendance/index?view=roster&rosterState=unseen')
})

test('a new organisation is told its steps, which tick themselves', async () => {
  await open('admin')
  const setup = within(await card('开始使用'))
  const areas = await setup.findByRole('link', { name: /区域/ }, patience)
  expect(areas.getAttribute('href')).toBe('/asset/area/index')
  expect(setup.getByRole('link', { name: /车辆.*已完成/ }).getAttribute('href')).toBe('/asset/vehicle/index')
  expect(setup.getByRole('link', { name: /接入车辆/ }).getAttribute('href')).toBe('/asset/vehicle/setup')
})

const places = () => [...document.querySelectorAll('.card-place')].map((place) => place.getAttribute('data-card'))

test('cards are moved by keys with the focus on them, hidden, shown again and restored', async () => {
  await open('handler')
  await card('待我处理')
  const usual = places()
  expect(usual.slice(0, 3)).toEqual(['queues', 'wrong', 'oldest'])
  await userEvent.click(screen.getByRole('button', { name: '调整卡片' }))
  const later = screen.getByRole('button', { name: '待办后移' })
  later.focus()
  await userEvent.keyboard('{Enter}')
  expect(places().slice(0, 3)).toEqual(['wrong', 'queues', 'oldest'])
  expect(document.activeElement).toBe(later)
  expect(screen.getByText(`待办现在是第 2 张，共 ${usual.length} 张`).getAttribute('role')).toBe('status')
  await userEvent.keyboard('{ArrowLeft}')
  expect(places()).toEqual(usual)
  await userEvent.click(screen.getByRole('button', { name: '隐藏等待最久' }))
  expect(places()).not.toContain('oldest')
  await waitFor(async () =>
    expect((await kit.person.call('GET', '/admin/user/preferences')).data).toMatchObject({ hiddenCards: ['oldest'] }),
  )
  await userEvent.click(screen.getByRole('button', { name: '显示等待最久' }))
  await userEvent.click(screen.getByRole('button', { name: '待办后移' }))
  await userEvent.click(screen.getByRole('button', { name: '恢复默认' }))
  expect(places()).toEqual(usual)
  await userEvent.click(screen.getByRole('button', { name: '调整完成' }))
  expect(screen.queryByRole('button', { name: '待办后移' })).toBeNull()
})

test('the day is drawn, and told as a table', async () => {
  await open('handler')
  const today = await card('今日违章')
  expect(await within(today).findByRole('img', { name: '今日各小时发生的违章，共 1 起' }, patience)).toBeTruthy()
  expect(within(today).getByText('超速行驶')).toBeTruthy()
  await userEvent.click(within(today).getByRole('button', { name: '表格' }))
  expect(within(today).getAllByRole('row')[1]?.textContent).toBe('0:00–0:591')
})

test('who only looks is told what waits in the own departments', async () => {
  await open('viewer')
  const link = await within(await card('待处理')).findByRole('link', { name: /2\s*车辆违章/ }, patience)
  // Red is for those who can act.
  expect(link.querySelector('.queue-some')).toBeNull()
  expect((await card('等待最久')).querySelector('.oldest-mine')).toBeNull()
  expect(screen.queryByRole('link', { name: '上报巡查事件' })).toBeNull()
})

test('who may report an inspection begins on the home page', async () => {
  await open('admin')
  const report = await screen.findByRole('link', { name: '上报巡查事件' }, patience)
  expect(report.getAttribute('href')).toBe('/event/inspection/index?form=new')
})

test('without pages in the menu only the people and the introduction are there', async () => {
  await open('nobody')
  await card('产品介绍')
  await card('人员')
  await screen.findByText('没有发现菜单', undefined, patience)
  expect(screen.queryByRole('region', { name: '待我处理' })).toBeNull()
  expect(screen.queryByRole('region', { name: '车辆状态' })).toBeNull()
})

const links = async () =>
  within(await screen.findByRole('navigation', { name: '常用功能' }, patience))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('the links that somebody chose in this browser are not shown to the next person, and are there again for the one who chose', async () => {
  await open('handler')
  const [first] = await links()
  const { data } = await kit.person.call('GET', '/admin/menu/home')
  act(() => changeSettings({ homeMenus: [data[1].id] }))
  await waitFor(async () => expect(await links()).toHaveLength(1))
  await waitFor(async () => expect((await kit.person.call('GET', '/admin/menu/home')).data).toHaveLength(1))
  cleanup()
  await open('viewer')
  await waitFor(async () => expect((await links())[0]).toBe(first))
  cleanup()
  await open('handler')
  await waitFor(async () => expect(await links()).toHaveLength(1))
  act(() => changeSettings({ homeMenus: [] }))
})

test('the links to the pages that somebody uses most are chosen out of the menu, and kept', async () => {
  await open('handler')
  const usual = await links()
  expect(usual).toContain('车辆违章')
  await userEvent.click(screen.getByRole('button', { name: '设置常用功能' }))
  const dialog = await screen.findByRole('dialog', { name: '设置常用功能' }, patience)
  const combo = within(dialog).getByRole('combobox', { name: '常用功能' })
  await userEvent.type(combo, '{Backspace}'.repeat(usual.length))
  expect(within(dialog).getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(true)
  for (const name of ['审批', '车辆违章']) {
    await userEvent.type(combo, name)
    await userEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option *' }, patience))
  }
  await userEvent.click(within(dialog).getByRole('button', { name: '确定' }))
  await waitFor(async () => expect(await links()).toEqual(['审批', '车辆违章']))
  expect(JSON.parse(localStorage.getItem('huanwei-homeMenus') ?? '').content).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: '设置常用功能' }))
  await userEvent.click(await screen.findByRole('button', { name: '恢复默认' }))
  await waitFor(async () => expect(await links()).toEqual(usual))
})

test('rural toilets are shown of twelve towns, with the number of those that are left out', async () => {
  await kit.server.db.owner.query(
    `with town as (
       insert into sys_dept (tenant_id, parent_id, name)
       select 1, (select dept_id from sys_dept where tenant_id = 1 and parent_id = 0), n || '镇' from generate_series(1, 14) n returning dept_id
     )
     insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
     select 1, dept_id, '农厕', 'T' || dept_id, 'nc', '9', 104, 30 from town`,
  )
  await expect.poll(() => kit.server.latest.facilities.of(1).size, patience).toBeGreaterThanOrEqual(14)
  await open('admin')
  const toilets = within(await card('农厕与抽粪'))
  await toilets.findByText('另有 2 个乡镇未显示', {}, patience)
  expect(toilets.getAllByRole('rowheader')).toHaveLength(12)
})
