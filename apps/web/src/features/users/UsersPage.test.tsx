// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { enter, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { xlsxOf } from '../imports/xlsx.test-kit.ts'
import { UsersPage } from './UsersPage.tsx'
import { UsersSearch } from './user-search.ts'

const { kit, open, said } = screenTest(['users', 'imports'])

const rows = () => rowsOf('用户列表')
const field = (name: string) => screen.findByRole('textbox', { name }, patience)

test('a user is added with a role, told what is wrong first, then changed', slow, async () => {
  const [root] = (await kit.person.call('GET', '/admin/dept/tree')).data
  open(UsersPage, UsersSearch, { open: 'new', deptId: String(root.children[0].id) })
  await enter(await field('用户名'), 'wangfang')
  await enter(await field('姓名'), '王芳')
  await enter(await field('手机号码'), '1380013')
  await enter(await screen.findByLabelText('初始密码'), '12345')
  await press('确定')
  await screen.findByText('手机号码长度不为11位', {}, patience)
  await screen.findByText('新密码最少为8位', {}, patience)
  await enter(await field('手机号码'), '8000')
  await enter(await screen.findByLabelText('初始密码'), '-broom')
  await userEvent.click((await screen.findAllByRole('combobox', { name: '角色' })).at(-1)!)
  await userEvent.click((await screen.findAllByTitle('viewer', {}, patience)).at(-1)!)
  await expect.poll(() => screen.getByRole('button', { name: '确定' }).hasAttribute('disabled'), patience).toBe(false)
  await press('确定')
  await said('操作成功!')
  const first = async () => (await rows())[0]?.textContent
  await expect.poll(first, patience).toMatch(/^1王芳 wangfang13800138000一部viewer.*正常.*修改$/)
  const { data } = await kit.person.call('GET', '/admin/user/getInfoUser/wangfang')
  expect(data.roleList.map((one: { roleName: string }) => one.roleName)).toEqual(['viewer'])
})

test('several are picked and disabled; who stays is named with the reason', slow, async () => {
  open(UsersPage, UsersSearch)
  await rows()
  const pick = async (name: string) => {
    const row = (await rows()).find((one) => one.textContent?.includes(name))!
    await userEvent.click(within(row).getByRole('checkbox'))
  }
  await pick('handler')
  await pick('admin')
  await press('批量处理 (2)')
  expect(await screen.findByRole('radio', { name: '停用' }, patience)).toHaveProperty('checked', true)
  await press('确定')
  await screen.findByText('已处理 1 个用户，1 个未处理', {}, patience)
  const list = screen.getByRole('list', { name: '未处理的用户' })
  expect(list.textContent).toContain('不能删除或停用自己')
  const { data } = await kit.person.call('GET', '/admin/user/getInfoUser/handler')
  expect(data.lockFlag).toBe('9')
})

test('who changes what somebody else has just changed is told, and can load it', slow, async () => {
  const { data: user } = await kit.person.call('GET', '/admin/user/getInfoUser/viewer')
  await kit.person.call('PUT', '/admin/user', { ...user, phone: '13700000007', role: [] })
  open(UsersPage, UsersSearch, { open: String(user.userId) })
  await enter(await field('姓名'), '我改的')
  const { data: now } = await kit.person.call('GET', '/admin/user/getInfoUser/viewer')
  await kit.person.call('PUT', '/admin/user', { ...now, name: '他改的', role: [] })
  await press('确定')
  const alert = await screen.findByRole('alert', {}, patience)
  expect(alert.textContent).toMatch(/^admin 已于 .* 修改，您的操作没有执行/)
  await userEvent.click(within(alert).getByRole('button', { name: '载入最新内容' }))
  await expect.poll(async () => (await field('姓名')).getAttribute('value'), patience).toBe('他改的')
})

test('rows of a sheet are looked at first, then those that are right are added', slow, async () => {
  open(UsersPage, UsersSearch, { open: 'import' })
  const sheet =
    '用户名\t姓名\t手机号码\t部门\t密码\nliu\t刘洋\t13911110001\t一部\tbroom-and-cart\nchen\t陈静\t139\t一部\tbroom-and-cart'
  await userEvent.click(await field('在这里粘贴表格内容'))
  await userEvent.paste(sheet)
  await press('检查')
  await screen.findByText('1 行可新增，0 行可修改，1 行有问题', {}, patience)
  expect(screen.getByText('手机号码长度不为11位', { exact: false })).toBeTruthy()
  expect((await kit.person.call('GET', '/admin/user/getInfoUser/liu')).status).toBe(404)
  await press('导入 1 行')
  await screen.findByText('已新增 1 行，已修改 0 行，1 行未导入', {}, patience)
  expect((await kit.person.call('GET', '/admin/user/getInfoUser/liu')).data.name).toBe('刘洋')
})

test('a sheet comes as an Excel file too; the old kind and what only looks like one are refused in words', slow, async () => {
  open(UsersPage, UsersSearch, { open: 'import' })
  const file = await screen.findByLabelText('选择文件 (Excel、CSV)', { selector: 'input' }, patience)
  await userEvent.upload(file, new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'old.csv', { type: 'text/csv' }))
  await screen.findByText(/^这是旧格式的 Excel 文件/, {}, patience)
  await userEvent.upload(file, new File(['PK nothing'], 'bad.xlsx'))
  await screen.findByText(/^无法读取这个 Excel 文件/, {}, patience)
  await userEvent.upload(
    file,
    xlsxOf([
      ['用户名', '姓名', '手机号码', '部门', '密码'],
      ['yang', '杨敏', 13_911_110_007, '一部', 'broom-and-cart'],
    ]),
  )
  await screen.findByText('users.xlsx：1 行', {}, patience)
  await press('检查')
  await press('导入 1 行')
  await screen.findByText('已新增 1 行，已修改 0 行，0 行未导入', {}, patience)
  expect((await kit.person.call('GET', '/admin/user/getInfoUser/yang')).data.phone).toBe('13911110007')
})
