// @vitest-environment jsdom
import { tellAllDeadlines } from '@huanwei/server/features/home/jobs'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRoutes } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { enter, patience, press, rowsOf, screenTest, slow, stepsOf } from '../../test/screen.tsx'
import { ReminderPage } from './ReminderPage.tsx'
import { RemindersPage } from './RemindersPage.tsx'
import { RemindersSearch } from './reminder-search.ts'

const { kit, open, said, notices } = screenTest(['reminders', 'approvals'])
const texts = async () => (await rowsOf('协同提醒')).map((row) => row.textContent)

/** The page as its address would show it. */
const At = ({ search: { id } }: { search: { id: string } }) =>
  useRoutes([{ path: '/activti/detail/:id', element: <ReminderPage /> }], `/activti/detail/${id}`)
const Address = z.object({ id: z.string() })

let pushId: number
beforeAll(async () => {
  const viewer = await kit.server.login('viewer')
  await viewer.call('POST', '/admin/applyForRecord', {
    type: 3,
    firstDay: '2027-03-01',
    lastDay: '2027-03-02',
    reason: '家中有事',
  })
  const page = `/admin/msgPush/page?msgType=2&pushObjectId=${kit.person.userId}`
  pushId = (await kit.person.call('GET', page)).data.records[0].pushId
})

test('the item behind a reminder is decided in the page, which then says so', slow, async () => {
  open(At, Address, { id: String(pushId) })
  const page = await screen.findByRole('region', { name: '协同提醒' }, patience)
  await within(page).findByText('请假审批', {}, patience)
  await within(page).findAllByText('家中有事', {}, patience)
  expect(await stepsOf('审批流程', page)).toHaveLength(1)
  await enter(within(page).getByRole('textbox', { name: /审批意见/ }), '同意')
  await press('通过', page)
  await said('操作成功!')
  await within(page).findByText('已处理', {}, patience)
  await vi.waitFor(() => expect(within(page).queryByRole('button', { name: '通过' })).toBeNull(), patience)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the reminder of the day tells what is overdue and leads to it; it is done once it is open', slow, async () => {
  const { db } = kit.server
  await db.owner.query("update msg_push set status = 1, due_time = now() - interval '1 hour' where msg_type = '4'")
  await db.owner.query('update sys_tenant set digest_day = current_date - 1')
  await db.owner.query("update sys_public_param set public_value = '0' where public_key = 'deadline_digest_hour'")
  // Nobody is told on a day off.
  await db.owner.query("insert into calendar_day (tenant_id, day, kind) select id, current_date, 'work' from sys_tenant")
  await tellAllDeadlines(db)
  const { records } = (await kit.person.call('GET', `/admin/msgPush/page?msgType=2&task=12&pushObjectId=${kit.person.userId}`))
    .data
  open(At, Address, { id: String(records[0].pushId) })
  const figure = await screen.findByRole('link', { name: '审批 已超时 1' }, patience)
  expect(figure.getAttribute('href')).toBe('/event/approval/index?tab=pending&timeliness=overdue')
  await within(screen.getByRole('region', { name: '协同提醒' })).findByText('已处理', {}, patience)
  await db.owner.query("delete from msg_push where msg_type = '2' and kind = 12")
})

test('a done reminder moves to its tab; a filter by task that fits nothing says so', slow, async () => {
  open(RemindersPage, RemindersSearch, { tab: 'handled' })
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringMatching(/请假审批.*viewer 家中有事/)]), patience)
  await userEvent.click(screen.getByText('待处理'))
  await screen.findByText('没有待处理的提醒', {}, patience)
})

test('somebody else’s reminder, or none, is said to be gone', slow, async () => {
  open(At, Address, { id: '999999' })
  await screen.findByText('这条提醒已不存在', {}, patience)
  screen.getByRole('link', { name: '全部提醒' })
  expect(notices).not.toHaveBeenCalled()
})
