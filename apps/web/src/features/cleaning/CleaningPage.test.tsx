// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { parseSearch } from '../../lib/search.ts'
import { dialog, enter, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { CleaningPage } from './CleaningPage.tsx'
import { CleaningSearch } from './cleaning-search.ts'

const { kit, open, beginAs, said } = screenTest(['cleaning', 'plans', 'files', 'map'])

afterEach(() => kit.server.db.owner.query('delete from wc_report_to_clean; delete from wc_report_to_clean_process'))

/** By the administrator, in a place without a facility. Returns its id. */
async function report(content: string): Promise<number> {
  const place = { position: '建设路', lng: 104.07, lat: 30.66 }
  return (await kit.person.call('POST', '/admin/wcReportToClean', { type: '1', content, ...place })).data.id
}
const assign = async (id: number, username: string) => {
  const { userId } = await kit.server.login(username)
  return kit.person.call('POST', '/admin/wcReportToClean/assignTask', { id, assigneeId: userId })
}
/** Named by its state and how many there are. */
const column = (state: string) => screen.findByRole('region', { name: new RegExp(`^${state}`) }, patience)
const drawer = () => dialog('报洁详情')
const rows = () => rowsOf('报洁管理')

test('on the board a report goes to the next column by the one act that its state has', slow, async () => {
  await report('地面有积水')
  open(CleaningPage, CleaningSearch)
  await press(/地面有积水/, await column('待派单'))
  const details = await drawer()
  await press('派单', details)
  expect((await within(details).findByRole('alert', {}, patience)).textContent).toBe('请选择处理人')
  const offered = await within(details).findByRole('group', { name: '建议的处理人', busy: false }, patience)
  const offers = within(offered)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  // Of four people one may process a report of this department.
  expect(offers).toEqual([expect.stringMatching(/^admin .* · 0 单$/)])
  await press(/^admin/, offered)
  await press('派单', details)
  await said('操作成功!')
  await within(await column('待处理')).findByRole('button', { name: /地面有积水.*admin/ }, patience)
  // Each column is read by itself.
  const before = await column('待派单')
  await vi.waitFor(() => expect(within(before).queryByRole('button', { name: /地面有积水/ })).toBeNull(), patience)
})

test('it waits for its assignee alone, who must say what was done and may do nothing else', slow, async () => {
  const id = await report('垃圾篓已满')
  await report('与他无关')
  await assign(id, 'viewer')
  await beginAs('viewer')
  open(CleaningPage, CleaningSearch, { view: 'waiting' })
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  await press('详情', row!)
  const details = await drawer()
  await press('提交处理', details)
  expect((await within(details).findByRole('alert', {}, patience)).textContent).toBe('请填写处理结果')
  await enter(within(details).getByRole('textbox', { name: '处理结果' }), '已清空')
  await press('提交处理', details)
  await said('操作成功!')
  await screen.findByText('没有等您处理的报洁', {}, patience)
  expect(screen.queryByRole('button', { name: '上报' })).toBeNull()
})

test('work that was dispatched from something cannot be reported as done without photos of before and after', slow, async () => {
  const { rows: places } = await kit.server.db.owner.query("select dept_id from sys_dept where tenant_id = 1 and name = '一部'")
  const place = { name: '桶甲', deptId: places[0].dept_id, lng: 104.07, lat: 30.66, address: '建设路' }
  const { data: can } = await kit.person.call('POST', '/admin/garbageCan', place)
  const work = { type: '1', content: '桶满', facilityId: can.id, cause: { kind: 'can', id: can.id } }
  const { data: made } = await kit.person.call('POST', '/admin/wcReportToClean', work)
  await assign(made.id, 'admin')
  open(CleaningPage, CleaningSearch, { view: 'list', causeKind: 'can', open: String(made.id) })
  const details = await drawer()
  const link = await within(details).findByRole('link', { name: '垃圾桶' }, patience)
  expect(link.getAttribute('href')).toBe(`/asset/bin/index?open=${can.id}`)
  within(details).getByRole('group', { name: '处理前照片' })
  await enter(within(details).getByRole('textbox', { name: '处理结果' }), '已清空')
  await press('提交处理', details)
  expect((await within(details).findByRole('alert', {}, patience)).textContent).toBe('请添加处理前的照片')
  expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('桶满')])
})

test('the list keeps its filters in the address and says what nothing matched', slow, async () => {
  await report('地面有积水')
  open(CleaningPage, CleaningSearch, { view: 'list', status: '4' })
  await screen.findByText('没有符合条件的报洁', {}, patience)
  await press('清除筛选')
  expect((await rows())[0]?.textContent).toContain('地面有积水')
})

test(
  'a report past its due time says so on the board, in the list and in its details, also when it was processed late',
  slow,
  async () => {
    const late = await report('垃圾外溢')
    await report('刚刚上报')
    await kit.server.db.owner.query("update wc_report_to_clean set due_time = now() - interval '1 hour' where id = $1", [late])
    open(CleaningPage, CleaningSearch)
    const todo = await column('待派单')
    await within(todo).findByRole('button', { name: /垃圾外溢.* 截止 .*超时/ }, patience)
    expect(within(todo).getByRole('button', { name: /刚刚上报/ }).textContent).not.toContain('超时')
    await userEvent.click(screen.getByText('列表'))
    await vi.waitFor(async () => {
      const texts = (await rows()).map((row) => [
        row.textContent?.includes('刚刚上报'),
        within(row).queryByRole('img', { name: '已超时' }) !== null,
      ])
      expect(texts).toEqual([
        [true, false],
        [false, true],
      ])
    }, patience)
    const [, row] = await rows()
    await press('详情', row!)
    const details = await drawer()
    await within(details).findByText('已超时', {}, patience)
    await assign(late, 'admin')
    await kit.person.call('POST', '/admin/wcReportToClean/processingTask', { id: late, processRemark: '已清空', processImg: '' })
    await press('返回', details)
    await press('刷新')
    await within((await rows())[1]!).findByRole('img', { name: '超时办结' }, patience)
    await userEvent.click(screen.getByText('看板'))
    await within(await column('待评价')).findByRole('button', { name: /垃圾外溢.*超时办结/ }, patience)
  },
)

test('the filter by the due time is part of the address', () => {
  const timeliness = (link: string) => parseSearch(CleaningSearch, new URLSearchParams(link)).timeliness
  expect(['timeliness=late', 'timeliness=maybe', ''].map(timeliness)).toEqual(['late', undefined, undefined])
})
