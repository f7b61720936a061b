// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { enter, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { DepartmentsPage } from './DepartmentsPage.tsx'
import { DepartmentsSearch } from './department-search.ts'

const { open, said } = screenTest(['departments'])

const rows = async () => (await rowsOf('部门列表')).map((row) => row.textContent ?? '')

test('a department is added below another, found, moved up and removed', slow, async () => {
  open(DepartmentsPage, DepartmentsSearch)
  expect((await rows()).map((row) => row.slice(0, 3))).toEqual(['甲公司', '一部3', '二部0'])
  await press('新增下级: 二部')
  await enter(await screen.findByRole('textbox', { name: '部门名称' }, patience), '三班')
  await press('确定')
  await said('操作成功!')
  await expect.poll(rows, patience).toContainEqual(expect.stringContaining('三班'))

  await press('上移二部')
  await expect.poll(async () => (await rows())[1]?.slice(0, 2), patience).toBe('二部')

  await enter(screen.getByRole('searchbox', { name: '搜索部门' }), '三班')
  await expect.poll(async () => (await rows()).map((row) => row.slice(0, 2)), patience).toEqual(['甲公', '二部', '三班'])
  await userEvent.click(screen.getByText('三班'))
  await press('删除')
  await screen.findByText('部门“三班”将被删除，不能恢复。', {}, patience)
  await userEvent.click((await screen.findAllByRole('button', { name: '删除' })).at(-1)!)
  await screen.findByText('没有匹配的部门', {}, patience)
})

test('a name that is taken is told under its field', slow, async () => {
  open(DepartmentsPage, DepartmentsSearch, { open: 'new', below: '1' })
  await enter(await screen.findByRole('textbox', { name: '部门名称' }, patience), '一部')
  await press('确定')
  const error = await screen.findByText('同级部门名称已存在', {}, patience)
  expect(error.closest('.ant-form-item')?.textContent).toContain('部门名称')
})
