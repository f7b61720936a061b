// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { ReportsPage } from './ReportsPage.tsx'
import { ReportsSearch } from './report-search.ts'

const { kit, open, beginAs, said } = screenTest(['reports', 'common'])

/** Violations of a vehicle of 一部 today. */
const addViolations = () =>
  kit.server.db.owner.query(`
    insert into violation_event (tenant_id, create_time, last_time, rule_id, device_id, object_type, object_id, object_name, object_type_value,
      dept_id, dept_name, violation_event, severity, position, execute_action, alarm_type)
    select 1, now(), now(), 1, 1, '1', 1, '川A00001', '1', d.dept_id, d.name, '超速行驶', 'alarm',
      '建设路', 'recorded', -1
    from generate_series(0, 2) n join sys_dept d on d.tenant_id = 1 and d.name = '一部'`)

test('a report is made, its figures open the list that they count, and it goes after a question', slow, async () => {
  await addViolations()
  open(ReportsPage, ReportsSearch, { open: 'new' })
  const form = await dialog('生成报表')
  await userEvent.type(await within(form).findByRole('textbox', { name: '名称' }, patience), '本月违章')
  await press('生成报表', form)
  const view = await screen.findByRole('region', { name: '本月违章' }, patience)
  await within(view).findByRole('heading', { name: /本月违章.*已完成/ }, patience)
  const rows = async () => (await rowsOf('明细表')).map((row) => row.textContent)
  await vi.waitFor(async () => expect((await rows())[1]).toMatch(/^一部330/), patience)

  await userEvent.click(within(view).getByRole('button', { name: '查看一部的违章数 3明细' }))
  const list = await dialog('一部：违章数')
  expect(await within(list).findAllByText('川A00001', {}, patience)).toHaveLength(3)
  await userEvent.click(within(list).getAllByRole('button', { name: '关闭' })[0]!)

  await userEvent.click(within(view).getByRole('button', { name: '看数据' }))
  const drawn = await screen.findByRole('region', { name: '违章数' }, patience)
  expect(within(drawn).getByText('一部')).toBeDefined()

  await press('删除', view)
  const question = await dialog('删除该报表？')
  expect(question.textContent).toContain('本月违章')
  await press('删除', question)
  await screen.findByText('还没有报表', {}, patience)
})

/** A finished work report of the administrator's; that its pages are drawn is tested on the server. */
async function addWorkReport() {
  const { rows } = await kit.server.db.owner.query(`
    insert into report_form (tenant_id, user_id, create_by, name, kind, first_day, last_day, language, status, done, total, file_name)
    select 1, user_id, 'admin', '作业周报', 'workReport', '2026-03-02', '2026-03-08', 'zh-CN', 'done', 7, 7, 'a.pdf'
    from sys_user where tenant_id = 1 and username = 'admin' returning id`)
  return rows[0].id as number
}

test('the work report asks for no rows', slow, async () => {
  open(ReportsPage, ReportsSearch, { open: 'new' })
  const form = await dialog('生成报表')
  expect(await within(form).findByRole('combobox', { name: '统计方式' }, patience)).toBeDefined()
  await userEvent.type(within(form).getByRole('combobox', { name: '报表类型' }), '作业报告')
  await userEvent.click(await screen.findByTitle('作业报告', {}, patience))
  await vi.waitFor(() => expect(within(form).queryByRole('combobox', { name: '统计方式' })).toBeNull(), patience)
  expect(within(form).queryByRole('combobox', { name: '项目' })).toBeNull()
  expect(within(form).queryByRole('button', { name: /今 ?年/ })).toBeNull()
})

test('a work report is read as PDF or on its board', slow, async () => {
  open(ReportsPage, ReportsSearch, { open: String(await addWorkReport()) })
  const view = await screen.findByRole('region', { name: '作业周报' }, patience)
  await within(view).findByRole('button', { name: /下载 PDF/ }, patience)
  expect(within(view).getByRole('link', { name: '在看板中打开' }).getAttribute('href')).toBe(
    '/work_plan/pdf/index?day=2026-03-02&period=week',
  )
  await press('删除', view)
  await press('删除', await dialog('删除该报表？'))
  await screen.findByText('还没有报表', {}, patience)
})

test('a schedule is set, and only its owner may change it', slow, async () => {
  open(ReportsPage, ReportsSearch, { view: 'schedules', open: 'new' })
  const form = await dialog('新增定时计划')
  await press('确定', form)
  await within(form).findByText('请输入报表计划名称', {}, patience)
  await userEvent.type(within(form).getByRole('textbox', { name: '名称' }), '每日违章')
  await press('确定', form)
  await said('操作成功!')
  const texts = async () => (await rowsOf('定时计划')).map((row) => row.textContent)
  await vi.waitFor(async () => expect((await texts())[0]).toMatch(/每日违章违章报警.*每天 07:00.*启用中/), patience)

  await beginAs('viewer')
  open(ReportsPage, ReportsSearch, { view: 'schedules' })
  await screen.findByText('还没有定时计划', {}, patience)
  expect(screen.queryByRole('button', { name: '新增定时计划' })).toBeNull()
})
