// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { CleaningPage } from '../cleaning/CleaningPage.tsx'
import { CleaningSearch } from '../cleaning/cleaning-search.ts'

const { kit, open, said } = screenTest(['cleaning', 'plans', 'files', 'map'])

const many = 20_000
beforeAll(() =>
  kit.server.db.owner.query(`
    insert into facility (tenant_id, dept_id, name, code, initials, facility_type, lng, lat)
    select 1, d.dept_id, '公厕' || i || '号', 'C' || i, 'gc' || i || 'h', '1', 104, 30
    from generate_series(1, ${many}) i, sys_dept d where d.tenant_id = 1 and d.name = '一部'`),
)
beforeEach(() =>
  kit.server.db.owner.query('delete from job_task_record; delete from job_task_plan_facility; delete from job_task_plan'),
)

const idOf = async (name: string): Promise<number> =>
  (await kit.server.db.owner.query('select id from facility where name = $1', [name])).rows[0].id

async function addPlan(name: string, facility: string) {
  const { rows } = await kit.server.db.owner.query(`select dept_id as id from sys_dept where tenant_id = 1 and name = '一部'`)
  const fields = { name, deptId: rows[0].id, userId: kit.person.userId, dueMinutes: [480], facilityIds: [await idOf(facility)] }
  return (await kit.person.call('POST', '/admin/jobTaskPlan', fields)).data
}

const field = (area: HTMLElement, name: string) => within(area).findByRole('combobox', { name }, patience)
/** What a field shows as chosen. */
const chosenIn = async (area: HTMLElement, name: string) =>
  (await field(area, name)).closest('.ant-select')?.querySelector('.ant-select-content, .ant-select-selection-item')?.textContent

test(
  'among 20 000 facilities one is found by a part of its name, chosen with the keyboard, and shown by its name',
  slow,
  async () => {
    const plan = await addPlan('早晚保洁', '公厕12号')
    open(CleaningPage, CleaningSearch, { view: 'plans' })
    await press('修改 早晚保洁')
    const form = await dialog('修改计划')
    await vi.waitFor(async () => expect(await chosenIn(form, '设施 1')).toBe('公厕12号'), patience)
    await enter(await field(form, '设施'), '厕19873')
    await screen.findByTitle('公厕19873号', {}, patience)
    // The component library reads key codes, which the simulated keyboard does not send.
    fireEvent.keyDown(document.activeElement!, { key: 'Enter', keyCode: 13 })
    await vi.waitFor(async () => expect(await chosenIn(form, '设施 2')).toBe('公厕19873号'), patience)
    await press('确定', form)
    await said('操作成功!')
    const { data } = await kit.person.call('GET', `/admin/jobTaskPlan/getLavatoryByJobId/${plan.id}`)
    expect(data.map(({ facilityName }: { facilityName: string }) => facilityName)).toEqual(['公厕12号', '公厕19873号'])
  },
)

test(
  'a filter of the address shows the name of its facility, and the calls that listed all of them list a thousand',
  slow,
  async () => {
    open(CleaningPage, CleaningSearch, { view: 'list', facilityId: String(await idOf('公厕20000号')) })
    await vi.waitFor(async () => expect(await chosenIn(document.body, '设施')).toBe('公厕20000号'), patience)
    expect((await kit.person.call('GET', '/admin/facility/list')).data).toHaveLength(1000)
  },
)

test('the names of a pasted table are those of facilities or of other places', slow, async () => {
  open(CleaningPage, CleaningSearch, { view: 'list', adding: 'many' })
  const form = await dialog('批量上报')
  await enter(within(form).getByRole('textbox'), '类型\t设施或位置\t内容\n保洁\t公厕15000号\t有积水\n保洁\t人民路口\t垃圾外溢')
  const rows = async () => (await within(form).findAllByRole('row', {}, patience)).slice(1).map(({ textContent }) => textContent)
  await vi.waitFor(
    async () =>
      expect(await rows()).toEqual([expect.stringMatching(/公厕15000号.*设施/), expect.stringMatching(/人民路口.*位置/)]),
    patience,
  )
  await press(/2/, form)
  await said('操作成功!')
  const { rows: sent } = await kit.server.db.owner.query('select facility_id from wc_report_to_clean order by facility_id')
  expect(sent.map(({ facility_id: id }) => id)).toEqual([await idOf('公厕15000号'), null])
})

test('plans are turned by pages and found by a part of their name', slow, async () => {
  for (let n = 1; n <= 11; n++) await addPlan(`${n}段保洁`, '公厕1号')
  open(CleaningPage, CleaningSearch, { view: 'plans', size: '10' })
  const plans = await screen.findByRole('region', { name: '计划' }, patience)
  const names = () =>
    within(plans)
      .queryAllByRole('button', { name: /^修改/ })
      .map((button) => button.getAttribute('aria-label'))
  await vi.waitFor(() => expect(names()).toHaveLength(10), patience)
  expect(names()[0]).toBe('修改 11段保洁')
  await press('下一页', plans)
  await vi.waitFor(() => expect(names()).toEqual(['修改 1段保洁']), patience)
  await enter(within(plans).getByRole('searchbox', { name: '计划名称' }), '7段')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(names()).toEqual(['修改 7段保洁']), patience)
  await enter(within(plans).getByRole('searchbox', { name: '计划名称' }), '没有的')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('没有符合条件的任务计划', {}, patience)
})
