// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App, Form, Input } from 'antd'
import { Activity, StrictMode, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startI18n } from '../../i18n/i18n.ts'
import { ApiError } from '../../lib/errors.ts'
import { FormDrawer } from './FormDrawer.tsx'

beforeAll(async () => {
  await startI18n('zh-CN', ['list'])
})
beforeEach(() => {
  const ignore = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }))
})
afterEach(cleanup)

const fields = z.object({ id: z.number(), name: z.string().min(1).max(5), phone: z.string().optional(), updateTime: z.string() })

const later = { id: 7, name: '别人改的', updateTime: '2' }

type Props = { onSend: (values: z.output<typeof fields>) => Promise<unknown>; onClose: () => void }
function Screen(props: Props) {
  const [start, setStart] = useState({ id: 7, name: '一部', updateTime: '1' })
  return (
    <FormDrawer title="部门" fields={fields} start={start} onReload={async () => setStart(later)} {...props}>
      <Form.Item name="name" label="名称" required>
        <Input />
      </Form.Item>
      <Form.Item name="phone" label="电话">
        <Input />
      </Form.Item>
    </FormDrawer>
  )
}
function open(onSend: Props['onSend'] = async () => undefined) {
  const onClose = vi.fn()
  render(
    <App>
      <Screen onSend={onSend} onClose={onClose} />
    </App>,
  )
  return { onClose }
}
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: '名称' })
const confirm = () => userEvent.keyboard('{Control>}{Enter}{/Control}')

test('what is wrong stands in words under its field, which takes the keyboard; nothing is sent', async () => {
  const onSend = vi.fn(async () => undefined)
  open(onSend)
  await userEvent.clear(await name())
  await confirm()
  expect((await screen.findByText('不能为空')).closest('.ant-form-item')?.textContent).toContain('名称')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '名称' })))
  await userEvent.type(await name(), '一二三四五六')
  expect(onSend).not.toHaveBeenCalled()
})

test('what has no field goes along, and what was typed is sent as the call takes it', async () => {
  const onSend = vi.fn(async () => undefined)
  open(onSend)
  await userEvent.type(await name(), '甲')
  await confirm()
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledWith({ id: 7, name: '一部甲', phone: undefined, updateTime: '1' }))
})

test('a refusal stands in the form; one that names a field under it', async () => {
  const refusals = [new ApiError(409, 1, '电话已被使用', { field: 'phone' }), new ApiError(403, 1, '权限不足', null)]
  open(async () => {
    throw refusals.shift()
  })
  await name()
  await confirm()
  expect((await screen.findByText('电话已被使用')).closest('.ant-form-item')?.textContent).toContain('电话')
  await vi.waitFor(() => expect(screen.getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(false))
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toContain('权限不足')
})

test('who comes second is told and can load what is there now', async () => {
  const onSend = vi.fn().mockRejectedValueOnce(new ApiError(409, 1, '张三刚刚修改过', null))
  open(onSend)
  await userEvent.type(await name(), '甲')
  await confirm()
  await userEvent.click(await screen.findByRole('button', { name: '载入最新内容' }))
  await vi.waitFor(async () => expect((await name()).value).toBe('别人改的'))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(false))
  await confirm()
  await vi.waitFor(() => expect(onSend).toHaveBeenLastCalledWith(expect.objectContaining({ name: '别人改的', updateTime: '2' })))
})

test('what was typed is asked about, what was taken back is not', async () => {
  const { onClose } = open()
  await userEvent.type(await name(), '甲')
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  await userEvent.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.type(await name(), '{Backspace}')
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('a form is filled in strict mode, and keeps what was typed while its page is in another tab', async () => {
  const onSend = vi.fn(async () => undefined)
  const tab = (mode: 'visible' | 'hidden') => (
    <StrictMode>
      <App>
        <Activity mode={mode}>
          <Screen onSend={onSend} onClose={() => undefined} />
        </Activity>
      </App>
    </StrictMode>
  )
  const { rerender } = render(tab('visible'))
  expect((await name()).value).toBe('一部')
  await userEvent.type(await name(), '甲')
  rerender(tab('hidden'))
  rerender(tab('visible'))
  expect((await name()).value).toBe('一部甲')
  await userEvent.type(await name(), '乙')
  await confirm()
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ name: '一部甲乙' })))
})
