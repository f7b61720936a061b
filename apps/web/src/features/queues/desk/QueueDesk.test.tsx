// @vitest-environment jsdom
import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { departments } from '@huanwei/server/features/departments/table'
import { facilities } from '@huanwei/server/features/facilities/table'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { changeSettings } from '../../../lib/settings.ts'
import { resize } from '../../../test/browser.ts'
import { dialog, enter, patience, press, rowsOf, screenTest, slow } from '../../../test/screen.tsx'
import { ApprovalsPage } from '../../approvals/ApprovalsPage.tsx'
import { ApprovalsSearch } from '../../approvals/approval-search.ts'
import { ComplaintsPage } from '../../complaints/ComplaintsPage.tsx'
import { ComplaintsSearch } from '../../complaints/complaint-search.ts'
import { InspectionsPage } from '../../inspections/InspectionsPage.tsx'
import { InspectionsSearch } from '../../inspections/inspection-search.ts'

const { kit, open, beginAs } = screenTest(['approvals', 'inspections', 'complaints', 'cleaning', 'files', 'map'], 'handler')

afterEach(() => {
  changeSettings({ desk: undefined })
  return kit.server.db.owner.query(
    'delete from apply_for_record; delete from apply_for_history; delete from inspect_event; delete from inspect_event_history; delete from msg_push',
  )
})

const theDesk = () => screen.findByRole('region', { name: '处理台' }, patience)
const column = async (sql: string) => (await kit.server.db.owner.query<{ value: unknown }>(sql)).rows.map(({ value }) => value)
const become = (sql: string, values: unknown[]) => vi.waitFor(async () => expect(await column(sql)).toEqual(values), patience)
/** Text of the open row. */
const opened = () => document.querySelector('.desk tr[aria-current]')?.textContent
const isFocusKept = () => expect(document.activeElement).not.toBe(document.body)

async function apply(days: string[]) {
  const { call } = await kit.server.login('viewer')
  for (const day of days) {
    const leave = { type: 5, firstDay: day, lastDay: day, reason: `请假 ${day}` }
    expect((await call('POST', '/admin/applyForRecord', leave)).status).toBe(200)
  }
}

test(
  'approvals: a key passes or refuses, a range goes together, and words that were begun go with no other row',
  slow,
  async () => {
    resize(1366)
    await apply(['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'])
    open(ApprovalsPage, ApprovalsSearch)
    await rowsOf('申请列表')
    await press('处理台')
    const desk = await theDesk()
    await userEvent.keyboard('j')
    await within(desk).findByRole('button', { name: '通过' }, patience)
    expect(opened()).toContain('03-05')
    await userEvent.keyboard('1')
    await within(desk).findByText('viewer 病假：已通过 · 不能撤回', {}, patience)
    const statuses = 'select status as value from apply_for_record order by first_day'
    await become(statuses, [1, 1, 1, 2])
    await vi.waitFor(() => expect(opened()).toContain('03-04'), patience)
    isFocusKept()

    await within(desk).findByRole('button', { name: '通过' }, patience)
    await userEvent.keyboard('2')
    const words = within(desk).getByRole('textbox', { name: '审批意见' })
    expect(document.activeElement).toBe(words)
    await userEvent.keyboard('人手不足12')
    await userEvent.keyboard('{Escape}j')
    const question = await dialog('有未提交的内容')
    await press('继续填写', question)
    expect(opened()).toContain('03-04')
    await userEvent.click(words)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await become(statuses, [1, 1, 3, 2])
    expect(await column('select reason as value from apply_for_history where status = 3')).toEqual(['人手不足12'])

    await within(desk).findByRole('button', { name: '通过' }, patience)
    await userEvent.keyboard('{Shift>}j{/Shift}')
    await within(desk).findByRole('button', { name: '通过（2 条）' }, patience)
    await userEvent.keyboard('1')
    await become(statuses, [2, 2, 3, 2])
    await within(desk).findByText('从左侧选择一条', {}, patience)
    isFocusKept()
  },
)

test('inspections: the first key leads to the feedback, or closes what has one', slow, async () => {
  resize(1366)
  const admin = await kit.server.login('admin')
  const [deptId] = await column("select dept_id as value from sys_dept where tenant_id = 1 and name = '一部'")
  const { userId: responsibleId } = await kit.server.login('viewer')
  for (const eventContent of ['垃圾桶满溢', '路面积水']) {
    const found = { businessType: '1', eventContent, assessmentStandard: '3', score: 2, disposeTimeLimit: 4 }
    const report = { ...found, deptId, responsibleId, position: '建设路口' }
    expect((await admin.call('POST', '/admin/inspectEvent', report)).status).toBe(200)
  }
  await beginAs('admin')
  open(InspectionsPage, InspectionsSearch)
  await rowsOf('巡查事件列表')
  await press('处理台')
  const desk = await theDesk()
  await userEvent.keyboard('j')
  await within(desk).findByRole('textbox', { name: '反馈说明' }, patience)
  await userEvent.keyboard('1')
  expect(document.activeElement).toBe(within(desk).getByRole('textbox', { name: '反馈说明' }))
  await userEvent.keyboard('已清扫')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const statuses = 'select status as value from inspect_event order by id'
  await become(statuses, [1, 2])
  // The server has saved before the desk goes to the next one.
  await vi.waitFor(() => expect(opened()).toContain('垃圾桶满溢'), patience)
  // The one that was answered waits for its reporter; it stays in its place.
  await userEvent.keyboard('k')
  await within(desk).findByRole('button', { name: '确认关闭' }, patience)
  await userEvent.keyboard('1')
  await become(statuses, [1, 3])
  await within(desk).findByText('路面积水：已关闭 · 不能撤回', {}, patience)
})

test(
  'public events: a key puts usual words into the reply; on a wide screen the row stands beside the list by itself',
  slow,
  async () => {
    resize(1600)
    await kit.server.db.system(async (tx) => {
      const [dept] = await tx.select().from(departments).where(eq(departments.name, '一部'))
      const toilet = { facilityType: '1', lng: 104.1, lat: 30.6, initials: 'gc' }
      await tx.insert(facilities).values({ tenantId: 1, deptId: dept!.id, name: '公厕', code: 'TOILETTOILET2345', ...toilet })
    })
    for (const content of ['地面积水', '没有纸'])
      await kit.server.app.inject({
        method: 'POST',
        url: citizenPaths.report,
        payload: { facilityCode: 'TOILETTOILET2345', eventType: 0, content },
      })
    open(ComplaintsPage, ComplaintsSearch)
    const [row] = await rowsOf('公众事件列表')
    expect(screen.queryByRole('region', { name: '处理台' })).toBeNull()
    await userEvent.click(within(row!).getByRole('button', { name: '处理' }))
    const desk = await theDesk()
    await within(desk).findByRole('textbox', { name: '回复内容' }, patience)
    await userEvent.keyboard('2')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await become('select result_content as value from wc_complaint order by id', ['', '已处理完毕，感谢您的反映。'])
    await vi.waitFor(() => expect(opened()).toContain('地面积水'), patience)

    await press('关闭', desk)
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: '处理台' })).toBeNull(), patience)
    await userEvent.click(screen.getByRole('button', { name: '处理台', pressed: false }))
    await press('处理台')
    await userEvent.click(screen.getByRole('button', { name: '处理' }))
    await enter(await within(await dialog('公众事件详情')).findByRole('textbox', { name: '回复内容' }, patience), '好')
    expect(screen.queryByRole('region', { name: '处理台' })).toBeNull()
  },
)
