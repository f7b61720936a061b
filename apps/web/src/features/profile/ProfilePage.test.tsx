// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { enter, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { ProfilePage, ProfileSearch } from './ProfilePage.tsx'

const { kit, open, said } = screenTest(['profile', 'users', 'files'], 'viewer')

test('people change their own data', slow, async () => {
  open(ProfilePage, ProfileSearch)
  await screen.findByText('一部', {}, patience)
  await press('修改资料')
  await enter(await screen.findByRole('textbox', { name: '姓名' }, patience), '周敏')
  await enter(screen.getByRole('textbox', { name: '手机号码' }), '13800000003')
  await enter(await screen.findByLabelText('当前密码', {}, patience), 'wrong!')
  await press('确定')
  await screen.findByText('当前密码错误，没有修改', {}, patience)
  await userEvent.clear(screen.getByLabelText('当前密码'))
  await enter(screen.getByLabelText('当前密码'), '123456')
  await press('确定')
  await said('操作成功!')
  await screen.findByText('周敏', {}, patience)
  await screen.findByText('13800000003')
})

test('a password needs the right old one and the new one twice', slow, async () => {
  const other = await kit.server.login('viewer')
  open(ProfilePage, ProfileSearch, { open: 'password' })
  await enter(await screen.findByLabelText('原密码', {}, patience), 'wrong!')
  await enter(screen.getByLabelText('新密码'), 'night-shift')
  await enter(screen.getByLabelText('确认新密码'), 'night-shifz')
  await press('确定')
  await screen.findByText('两次输入密码不一致!', {}, patience)
  await userEvent.type(screen.getByLabelText('确认新密码'), '{Backspace}t')
  await expect.poll(() => screen.getByRole('button', { name: '确定' }).hasAttribute('disabled'), patience).toBe(false)
  await press('确定')
  const error = await screen.findByText('原密码错误，修改失败', {}, patience)
  expect(error.closest('.ant-form-item')?.textContent).toContain('原密码')
  await userEvent.clear(screen.getByLabelText('原密码'))
  await enter(screen.getByLabelText('原密码'), '123456')
  await expect.poll(() => screen.getByRole('button', { name: '确定' }).hasAttribute('disabled'), patience).toBe(false)
  await press('确定')
  await said('操作成功!')
  expect((await kit.person.call('GET', '/admin/user/info')).status).toBe(200)
  expect((await other.call('GET', '/admin/user/info')).status).toBe(401)
})
