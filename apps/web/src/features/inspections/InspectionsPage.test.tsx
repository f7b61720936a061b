// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, rowsOf, screenTest, slow, stepsOf } from '../../test/screen.tsx'
import { InspectionsPage } from './InspectionsPage.tsx'
import { InspectionsSearch } from './inspection-search.ts'

const { kit, open, beginAs, said } = screenTest(['inspections', 'cleaning', 'files'])

afterEach(() =>
  kit.server.db.owner.query(
    `delete from inspect_event; delete from inspect_event_history; delete from msg_push where msg_type = '3'`,
  ),
)

/** Reported by the administrator, for `viewer` in their department to put right. Returns its id. */
async function report(fields: object = {}): Promise<number> {
  const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  const { userId } = await kit.server.login('viewer')
  const found = { businessType: '1', eventContent: '垃圾桶满溢未清', assessmentStandard: '3', score: 2, disposeTimeLimit: 4 }
  const place = { deptId: rows[0].dept_id, responsibleId: userId, position: '建设路口' }
  const { data } = await kit.person.call('POST', '/admin/inspectEvent', { ...found, ...place, ...fields })
  return data.id
}
const submit = async (username: string, id: number, body: object) =>
  (await kit.server.login(username)).call('PUT', '/admin/inspectEvent', { id, ...body })
const rows = () => rowsOf('巡查事件列表')
const steps = (area: HTMLElement) => stepsOf('处理流程', area)

test('who is responsible gives feedback; it then stands under that tab, with the time used', slow, async () => {
  await report()
  await beginAs('viewer')
  open(InspectionsPage, InspectionsSearch)
  const [row] = await rows()
  expect(row?.textContent).toMatch(
    /^1viewer一部建设路口admin道路清扫垃圾桶满溢2—\d\d-\d\d \d\d:\d\d\d\d-\d\d \d\d:\d\d\s?待反馈处理$/,
  )
  expect(row?.querySelector('[data-unread]')).not.toBeNull()
  await press('处理', row!)

  const details = await dialog('巡查详情')
  await within(details).findByText('4 小时', {}, patience)
  await within(details).findByText('没有定位。', {}, patience)
  await enter(within(details).getByRole('textbox', { name: '反馈说明' }), '已清运')
  await press('确定', details)
  await said('操作成功!')
  await screen.findByText('没有待反馈的巡查事件', {}, patience)
  await press('查看已反馈', document.body)
  const [answered] = await rows()
  expect(answered?.querySelector('[data-unread]')).toBeNull()
  await press('详情', answered!)
  const again = await dialog('巡查详情')
  await within(again).findByText('0 分钟', {}, patience)
  expect(await steps(again)).toEqual([expect.stringMatching(/^上报admin/), expect.stringMatching(/^反馈viewer.*已清运$/)])
  expect(within(again).queryByRole('button', { name: '退回' })).toBeNull()
})

test('a return needs its reason and stands under the returned and the waiting ones; closing ends it', slow, async () => {
  const id = await report()
  await submit('viewer', id, { status: 2 })
  open(InspectionsPage, InspectionsSearch, { tab: 'fedBack', open: String(id) })
  const details = await dialog('巡查详情')
  await press('退回', details)
  expect((await within(details).findByRole('alert', {}, patience)).textContent).toBe('请填写退回原因')
  await enter(within(details).getByRole('textbox', { name: '处理意见' }), '仍有积水')
  await vi.waitFor(
    () => expect(within(details).getByRole('button', { name: '退回' }).hasAttribute('disabled')).toBe(false),
    patience,
  )
  await press('退回', details)
  await said('操作成功!')
  await userEvent.click(await screen.findByText('待反馈', {}, patience))
  await vi.waitFor(async () => expect((await rows())[0]?.textContent).toContain('已退回'), patience)

  await submit('viewer', id, { status: 2 })
  await userEvent.click(screen.getByText('已反馈'))
  await vi.waitFor(async () => expect((await rows())[0]?.textContent).toContain('已反馈处理'), patience)
  await press('处理', (await rows())[0]!)
  const again = await dialog('巡查详情')
  await within(again).findByRole('button', { name: '退回' }, patience)
  // The case is closed by an act of its own name, which says what it does; the drawer is left by another.
  within(again).getByText('确认关闭后事件结束，不能再退回')
  within(again).getByRole('button', { name: '返回' })
  await press('确认关闭', again)
  // A tab that is asked for before the act has arrived would show what was.
  await vi.waitFor(() => expect(again.isConnected && again.textContent).toBe(false), patience)
  await userEvent.click(await screen.findByText('已关闭', {}, patience))
  await vi.waitFor(async () => expect((await rows())[0]?.textContent).toContain('已关闭详情'), patience)
})

test('one that nobody answered is taken back after a question that names it', slow, async () => {
  const id = await report()
  open(InspectionsPage, InspectionsSearch, { open: String(id) })
  await press('删除', await dialog('巡查详情'))
  const question = await dialog('确定要删除这条巡查事件吗?')
  expect(question.textContent).toContain('建设路口 垃圾桶满溢未清')
  await press('删除', question)
  await screen.findByText('没有待反馈的巡查事件', {}, patience)
})

test('of two people who act at once the second is told who was faster, and sees it', slow, async () => {
  const id = await report()
  open(InspectionsPage, InspectionsSearch, { open: String(id) })
  const details = await dialog('巡查详情')
  await within(details).findByRole('button', { name: '确定' }, patience)
  await submit('viewer', id, { status: 2 })
  await press('确定', details)
  await vi.waitFor(() => expect(within(details).queryByRole('button', { name: '退回' })).not.toBeNull(), patience)
})

test('a report says what is missing under its field, and the server’s no too; sent, it waits for feedback', slow, async () => {
  open(InspectionsPage, InspectionsSearch, { form: 'new' })
  const form = await dialog('上报事件')
  await press('上报', form)
  expect((await within(form).findAllByText('不能为空', {}, patience)).length).toBe(7)
  const choose = async (name: string, option: string) => {
    await userEvent.click(within(form).getByRole('combobox', { name }))
    await userEvent.click(await screen.findByTitle(option, {}, patience))
  }
  await enter(within(form).getByRole('textbox', { name: '事件内容' }), '桶边有垃圾')
  await choose('业务类型', '垃圾收运')
  await choose('考核项', '垃圾桶满溢')
  const score = within(form).getByRole('spinbutton', { name: '评分（0–100）' })
  await userEvent.clear(score)
  await userEvent.type(score, '1.5')
  await choose('部门', '一部')
  await choose('责任人', 'viewer')
  await enter(within(form).getByRole('textbox', { name: '位置' }), '解放路 12 号')
  await press('上报', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await rows())[0]?.textContent).toContain('解放路 12 号'), patience)
})

test('the assessment item brings kind of work, score and time limit, and is one of those for the chosen kind', slow, async () => {
  open(InspectionsPage, InspectionsSearch, { form: 'new' })
  const form = await dialog('上报事件')
  const choose = async (name: string, option: string) => {
    await userEvent.click(within(form).getByRole('combobox', { name }))
    await userEvent.click(await screen.findByTitle(option, {}, patience))
  }
  const number = (name: string) => within(form).getByRole<HTMLInputElement>('spinbutton', { name }).value
  await choose('考核项', '路面积尘积泥')
  await vi.waitFor(() => expect(form.textContent).toContain('道路清扫'), patience)
  expect([number('评分（0–100）'), number('处理时限（小时）')]).toEqual(['2.0', '4'])

  // Another kind of work takes the item away and offers its own.
  await choose('业务类型', '公厕管护')
  await vi.waitFor(() => expect(form.textContent).not.toContain('路面积尘积泥'), patience)
  await userEvent.click(within(form).getByRole('combobox', { name: '考核项' }))
  await screen.findByTitle('公厕不洁或有异味', {}, patience)
  expect(screen.queryByTitle('垃圾清运不及时')).toBeNull()
  // What the person enters stays.
  const score = within(form).getByRole('spinbutton', { name: '评分（0–100）' })
  await userEvent.clear(score)
  await userEvent.type(score, '7')
  await choose('考核项', '设施破损未修')
  await vi.waitFor(() => expect(number('处理时限（小时）')).toBe('24'), patience)
  expect(number('评分（0–100）')).toMatch(/^7/)
})

test('without a position of the phone the form says why and what to do', slow, async () => {
  open(InspectionsPage, InspectionsSearch, { form: 'new' })
  const form = await dialog('上报事件')
  await press('我的位置', form)
  await within(form).findByText(/^这个浏览器不能定位/, {}, patience)
  vi.stubGlobal('isSecureContext', true)
  const refuse = (_: unknown, failed: (error: object) => void) => failed({ code: 1, PERMISSION_DENIED: 1 })
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: refuse } })
  await press('我的位置', form)
  await within(form).findByText(/没有定位权限，请在浏览器设置中允许/, {}, patience)
  Reflect.deleteProperty(navigator, 'geolocation')
  vi.unstubAllGlobals()
})

test('a link restores tab, people, place, days, order and page; a broken part falls back to its default', () => {
  const link = {
    tab: 'returned',
    reportPersonId: '7',
    responsibleId: '8',
    deptId: '3',
    from: '2026-02-01',
    order: 'asc',
    current: '2',
  }
  const plain = { tab: 'waiting', current: 1, size: 20 }
  expect(InspectionsSearch.parse(link)).toEqual({
    ...plain,
    ...link,
    reportPersonId: 7,
    responsibleId: 8,
    deptId: 3,
    current: 2,
  })
  expect(InspectionsSearch.parse({ tab: 'lost', reportPersonId: 'x', order: 'up', form: 'maybe' })).toEqual(plain)
})

test('the workload leads to what a person has to do', slow, async () => {
  await report()
  open(InspectionsPage, InspectionsSearch, { tab: 'closed' })
  await press('人员负荷')
  const loads = await dialog('人员负荷')
  await userEvent.click(await within(loads).findByRole('button', { name: 'viewer 待办 1 项' }, patience))
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('viewer')])
})

test('the head of the due time puts the earliest first, and that of the report time takes over', slow, async () => {
  await report()
  open(InspectionsPage, InspectionsSearch)
  await rows()
  const order = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  await press('截止时间')
  await vi.waitFor(() => expect([order('截止时间'), order('上报时间')]).toEqual(['ascending', 'none']), patience)
  await press('上报时间')
  await vi.waitFor(() => expect([order('截止时间'), order('上报时间')]).toEqual(['none', 'ascending']), patience)
})

test('all inspections of some days stand under one tab, whatever became of them', slow, async () => {
  await report()
  const closed = await report()
  await submit('viewer', closed, { status: 2, remark: '已清运' })
  await submit('admin', closed, { status: 3 })
  open(InspectionsPage, InspectionsSearch, { tab: 'all', whose: 'all', from: '2020-01-01' })
  await vi.waitFor(async () => {
    const states = (await rows()).map((row) => /待反馈|已关闭/.exec(row.textContent)?.[0])
    expect(states).toEqual(expect.arrayContaining(['待反馈', '已关闭']))
  }, patience)
  screen.getByRole('radio', { name: '全部', checked: true })
})
