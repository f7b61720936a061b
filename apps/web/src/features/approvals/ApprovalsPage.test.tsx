// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { resize } from '../../test/browser.ts'
import { dialog, enter, patience, press, rowsOf, screenTest, slow, stepsOf } from '../../test/screen.tsx'
import { ApprovalsPage } from './ApprovalsPage.tsx'
import { ApprovalsSearch } from './approval-search.ts'

const { kit, open, beginAs, said } = screenTest(['approvals'], 'handler')

afterEach(() => kit.server.db.owner.query('delete from apply_for_record; delete from apply_for_history; delete from msg_push'))

/** Sick leave of one and a half days for `username`, by themselves. Returns its id. */
async function apply(username: string, fields: object = {}): Promise<number> {
  const leave = { type: 5, firstDay: '2026-03-02', firstHalf: 'pm', lastDay: '2026-03-03', reason: '感冒发烧', ...fields }
  return (await (await kit.server.login(username)).call('POST', '/admin/applyForRecord', leave)).data.id
}
const rows = () => rowsOf('申请列表')
const steps = (area: HTMLElement) => stepsOf('审批流程', area)

test('an application is rejected with an opinion only, and stands under the rejected ones with its flow', slow, async () => {
  const id = await apply('viewer')
  open(ApprovalsPage, ApprovalsSearch)
  const [row] = await rows()
  expect(row?.textContent).toMatch(/^1viewer 一部 · viewer病假viewer.*1\.5\d{4}-\d\d-\d\d.*感冒发烧.*待审批处理$/)
  await press('处理', row!)

  const details = await dialog('审批详情')
  await within(details).findByText('2026-03-02 下午 – 2026-03-03', {}, patience)
  const opinion = within(details).getByRole('textbox', { name: '审批意见' })
  expect(opinion.getAttribute('placeholder')).toBe('驳回时必须填写审批意见')
  await press('驳回', details)
  expect(within(details).getByRole('alert').textContent).toBe('驳回时请填写审批意见')
  await enter(opinion, '当日人手不足')
  await vi.waitFor(
    () => expect(within(details).getByRole('button', { name: '驳回' }).hasAttribute('disabled')).toBe(false),
    patience,
  )
  await press('驳回', details)
  await said('操作成功!')
  await screen.findByText('没有待审批的申请', {}, patience)
  await userEvent.click(screen.getByText('已驳回'))
  const [rejected] = await rows()
  await press('详情', rejected!)
  expect(await steps(await dialog('审批详情'))).toEqual([
    expect.stringMatching(/^提交申请viewer.*感冒发烧$/),
    expect.stringMatching(/^已驳回handler.*当日人手不足$/),
  ])
  const { rows: stored } = await kit.server.db.owner.query('select status from apply_for_record where id = $1', [id])
  expect(stored).toEqual([{ status: 3 }])
})

test('opening marks the message as read; approving needs no opinion', slow, async () => {
  const id = await apply('viewer')
  open(ApprovalsPage, ApprovalsSearch, { open: String(id) })
  const details = await dialog('审批详情')
  await vi.waitFor(async () => {
    const { rows: read } = await kit.server.db.owner.query(
      "select read_unread from msg_push where push_object_id = $1 and msg_type = '4'",
      [kit.person.userId],
    )
    expect(read).toEqual([{ read_unread: 1 }])
  }, patience)
  await press('通过', details)
  await said('操作成功!')
  await userEvent.click(screen.getByText('已通过'))
  expect((await rows())[0]?.textContent).toContain('已通过详情')
})

test('who is second is told who was faster, and sees it', slow, async () => {
  const id = await apply('viewer')
  open(ApprovalsPage, ApprovalsSearch, { open: String(id) })
  const details = await dialog('审批详情')
  await within(details).findByRole('textbox', { name: '审批意见' }, patience)
  const admin = await kit.server.login('admin')
  await admin.call('PUT', '/admin/applyForHistoryRecord', { applyForId: id, status: 2 })
  await press('通过', details)
  await vi.waitFor(async () => expect(await steps(details)).toHaveLength(2), patience)
  expect(within(details).queryByRole('button', { name: '通过' })).toBeNull()
})

test('several at once are approved with one opinion; the drawer stays for those that were refused', slow, async () => {
  await apply('viewer')
  await apply('viewer', { firstDay: '2026-03-09', lastDay: '2026-03-09' })
  open(ApprovalsPage, ApprovalsSearch)
  expect(await rows()).toHaveLength(2)
  await userEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  await userEvent.click(screen.getByRole('button', { name: '批量审批（2）' }))
  const together = await dialog('批量审批（2 条）')
  await within(together).findByText('可以处理 2 条，不能处理 0 条。', {}, patience)
  await press('驳回', together)
  expect(within(together).getByRole('alert').textContent).toBe('驳回时请填写审批意见')
  await press('通过', together)
  await said('已通过 2 条申请')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience)
  await screen.findByText('没有待审批的申请', {}, patience)

  await apply('viewer', { firstDay: '2026-03-16', lastDay: '2026-03-16' })
  const taken = await apply('viewer', { firstDay: '2026-03-17', lastDay: '2026-03-17' })
  await userEvent.click(screen.getByRole('button', { name: '刷新' }))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2), patience)
  for (const row of await rows()) await userEvent.click(within(row).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: '批量审批（2）' }))
  const partly = await dialog('批量审批（2 条）')
  await within(partly).findByText('可以处理 2 条，不能处理 0 条。', {}, patience)
  const admin = await kit.server.login('admin')
  await admin.call('PUT', '/admin/applyForHistoryRecord', { applyForId: taken, status: 2 })
  await enter(within(partly).getByRole('textbox', { name: '审批意见' }), '当日人手不足')
  await press('驳回', partly)
  await within(partly).findByText('已处理 1 条，没有处理 1 条。', {}, patience)
  within(partly).getByText(/^admin 已于 .* 审批: 已通过$/)
  expect(within(partly).queryByRole('textbox')).toBeNull()
})

test('the details say who else of the department is away', slow, async () => {
  const id = await apply('viewer')
  await apply('handler', { type: 6 })
  open(ApprovalsPage, ApprovalsSearch, { open: String(id) })
  const absences = await within(await dialog('审批详情')).findByRole('list', { name: '同部门同期请假' }, patience)
  expect(within(absences).getByRole('listitem').textContent).toBe('handler 年假 2026-03-02 下午 – 2026-03-03 待审批')
})

test('on a narrow screen a row is a card of two lines, and the filters wait behind one button', slow, async () => {
  resize(360)
  await apply('viewer')
  open(ApprovalsPage, ApprovalsSearch, { from: '2020-01-01' })
  const list = await screen.findByRole('table', { name: '申请列表', busy: false }, patience)
  await vi.waitFor(() => {
    const lines = [...list.querySelectorAll('.list-card-line')].map((line) => line.textContent)
    expect(lines).toEqual([
      expect.stringMatching(/^申请人 viewer · 请假类型 病假.*待审批$/),
      '起止日期 03-02 下午 – 03-03 · 事由 感冒发烧',
    ])
  }, patience)
  expect(screen.queryByRole('button', { name: '查询' })).toBeNull()
  const filters = screen.getByRole('button', { name: '筛选 1' })
  await userEvent.click(filters)
  expect(filters.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(await screen.findByRole('button', { name: '重置' }))
  await screen.findByRole('button', { name: '筛选' }, patience)
  expect(screen.queryByRole('button', { name: '重置' })).toBeNull()
  expect(document.activeElement).toBe(filters)
  await press('处理', list)
  await dialog('审批详情')
})

test('one applies for oneself by half days, is told of an overlap, and withdraws', slow, async () => {
  await apply('handler', { firstDay: '2026-03-04', firstHalf: 'am', lastDay: '2026-03-04' })
  open(ApprovalsPage, ApprovalsSearch, { tab: 'mine' })
  expect(await rows()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '新增申请' }))
  const form = await dialog('新增申请')
  await press('提交', form)
  await within(form).findAllByText('不能为空', {}, patience)
  await userEvent.click(within(form).getByRole('combobox', { name: /请假类型/ }))
  await userEvent.click(await screen.findByTitle('年假', {}, patience))
  const day = async (name: string, text: string) => {
    const field = within(form).getByRole('textbox', { name })
    await userEvent.clear(field)
    await userEvent.type(field, `${text}{Enter}`)
  }
  await day('开始日期', '2026-03-02')
  await day('结束日期', '2026-03-04')
  await within(form).findByText('共 3 天', {}, patience)
  await enter(within(form).getByRole('textbox', { name: '事由' }), '回家探亲')
  await vi.waitFor(
    () => expect(within(form).getByRole('button', { name: '提交' }).hasAttribute('disabled')).toBe(false),
    patience,
  )
  await press('提交', form)
  await within(form).findByText('handler 在 2026-03-04 00:00 至 2026-03-04 23:59 已有申请，时间重叠', {}, patience)
  await day('结束日期', '2026-03-03')
  await userEvent.click(
    within(within(form).getByRole('radiogroup', { name: '到上午或下午结束' })).getByRole('radio', { name: '上午' }),
  )
  await within(form).findByText('共 1.5 天', {}, patience)
  await vi.waitFor(
    () => expect(within(form).getByRole('button', { name: '提交' }).hasAttribute('disabled')).toBe(false),
    patience,
  )
  await press('提交', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect(await rows()).toHaveLength(2), patience)

  const [latest] = await rows()
  expect(latest?.textContent).toMatch(/年假handler.*1\.5\d{4}-\d\d-\d\d.*回家探亲.*待审批详情$/)
  await press('详情', latest!)
  await press('撤销', await dialog('审批详情'))
  await press('撤销', await dialog('确定要撤销该申请吗?'))
  await vi.waitFor(async () => expect((await rows())[0]?.textContent).toContain('已撤销'), patience)
})

test('who may not decide sees what is in scope and looks only', slow, async () => {
  await apply('nobody')
  await beginAs('viewer')
  open(ApprovalsPage, ApprovalsSearch)
  const [row] = await rows()
  await press('详情', row!)
  const details = await dialog('审批详情')
  expect(await steps(details)).toHaveLength(1)
  for (const name of ['通过', '驳回', '撤销']) expect(within(details).queryByRole('button', { name })).toBeNull()
})

test('a link restores tab, people and page; what is broken falls back', () => {
  const plain = { tab: 'pending', current: 1, size: 20 }
  expect(ApprovalsSearch.parse({ tab: 'lost', objectId: 'x', submittedBy: '-1', form: 'x' })).toEqual(plain)
  const link = { tab: 'mine', objectId: '7', submittedBy: '8', form: 'new' }
  expect(ApprovalsSearch.parse(link)).toEqual({ ...plain, tab: 'mine', objectId: 7, submittedBy: 8, form: 'new' })
})
