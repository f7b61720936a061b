// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { ProjectsPage } from './ProjectsPage.tsx'
import { ProjectsSearch } from './project-search.ts'

const { kit, open, beginAs, said } = screenTest(['projects'])
const texts = async () => (await rowsOf('项目列表')).map((row) => row.textContent)

test('a project is entered with its departments, stands in the list, and goes after a question', slow, async () => {
  open(ProjectsPage, ProjectsSearch, { open: 'new' })
  const form = await dialog('新增项目')
  const field = (name: string) => within(form).findByRole('textbox', { name }, patience)
  await userEvent.type(await field('项目名称'), '东片区保洁')
  await userEvent.type(await field('项目编号'), 'HW-01')
  await press('确定', form)
  await within(form).findByText('请选择部门', {}, patience)
  await userEvent.type(within(form).getByRole('spinbutton', { name: '合同金额（元）' }), '1234567.5')
  await userEvent.click(within(form).getByRole('combobox', { name: '实施部门' }))
  const [one] = await screen.findAllByTitle('一部', {}, patience)
  await userEvent.click(one!)
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await texts())[0]).toMatch(/东片区保洁HW-01.*实施中一部.*1,234,567.5/), patience)

  await press('修改')
  await press('删除', await dialog('东片区保洁'))
  const question = await dialog('删除项目')
  expect(question.textContent).toContain('项目 东片区保洁 将被删除')
  await press('删除', question)
  await screen.findByText('还没有项目', {}, patience)
})

test('who may not change projects looks at those in scope', slow, async () => {
  const { rows } = await kit.server.db.owner.query(
    `select dept_id as id from sys_dept where tenant_id = 1 and name in ('一部', '二部') order by dept_id`,
  )
  for (const [n, { id }] of rows.entries())
    await kit.person.call('POST', '/admin/projectManage', { name: `${n + 1}标段`, deptIds: [id], status: 'finished' })
  await beginAs('viewer')
  open(ProjectsPage, ProjectsSearch)
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringContaining('1标段')]), patience)
  expect(screen.queryByRole('button', { name: '新增项目' })).toBeNull()
  await press('详情')
  const drawer = await dialog('1标段')
  expect(within(drawer).queryByRole('button', { name: '确定' })).toBeNull()
  expect(within(drawer).queryByRole('button', { name: '删除' })).toBeNull()
})
