// @vitest-environment jsdom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App, Form, Input } from 'antd'
import { Activity, StrictMode, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startI18n } from '../../i18n/i18n.ts'
import { ApiError } from '../../lib/errors.ts'
import { FormDrawer } from './FormDrawer.tsx'

beforeAll(async () => {
  configure({ asyncUtilTimeout: 60_000 })
  await startI18n('zh-CN', ['list'])
})
beforeEach(() => {
  const ignore = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }))
})
afterEach(cleanup)

const fields = z.object({ id: z.number(), name: z.string().min(1).max(5), phone: z.string().optional(), updateTime: z.string() })

const later = { id: 7, name: '别人改的', phone: '2', updateTime: '2' }
const outdated = () => new ApiError(409, 1, '张三已修改', { outdated: { when: '2', by: '张三' } })

type Props = {
  onSend: (values: z.output<typeof fields>) => Promise<unknown>
  onClose: () => void
  onReload?: () => Promise<unknown>
  /** True once a look at the record has found the change of somebody else. */
  isChanged?: boolean
}
function Screen({ isChanged = false, ...props }: Props) {
  const [read, setStart] = useState({ id: 7, name: '一部', phone: '1', updateTime: '1' })
  const start = isChanged ? later : read
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
function open(onSend: Props['onSend'] = async () => undefined, more: Pick<Props, 'onReload'> = {}) {
  const onClose = vi.fn()
  render(
    <App>
      <Screen onSend={onSend} onClose={onClose} {...more} />
    </App>,
  )
  return { onClose }
}
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: '名称' })
const confirm = () => userEvent.keyboard('{Control>}{Enter}{/Control}')
/** Confirms once the guard against double clicks has let go. */
async function confirmAgain() {
  await vi.waitFor(() => expect(screen.getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(false))
  await confirm()
}

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
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledWith({ id: 7, name: '一部甲', phone: '1', updateTime: '1' }))
})

test('a refusal stands in the form; one that names a field under it', async () => {
  const refusals = [new ApiError(409, 1, '电话已被使用', { field: 'phone' }), new ApiError(403, 1, '权限不足', null)]
  open(async () => {
    throw refusals.shift()
  })
  await name()
  await confirm()
  expect((await screen.findByText('电话已被使用')).closest('.ant-form-item')?.textContent).toContain('电话')
  await confirmAgain()
  expect((await screen.findByRole('alert')).textContent).toContain('权限不足')
})

test('who comes second is told, and sending again does not write over what was first', async () => {
  const onSend = vi.fn().mockImplementation(async () => {
    throw outdated()
  })
  open(onSend)
  await userEvent.type(await name(), '甲')
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toContain('张三已修改')
  await confirmAgain()
  await vi.waitFor(() => expect(onSend).toHaveBeenCalledTimes(2))
  expect(onSend).toHaveBeenLastCalledWith({ id: 7, name: '一部甲', phone: '1', updateTime: '1' })
  expect((await name()).value).toBe('一部甲')
})

test('what was typed stands beside the newer state: the rest becomes newer, what differs is marked, and either can be sent', async () => {
  const onSend = vi.fn().mockRejectedValueOnce(outdated())
  open(onSend)
  await userEvent.type(await name(), '甲')
  await confirm()
  await userEvent.click(await screen.findByRole('button', { name: '查看差异' }))
  const mark = await screen.findByText('最新内容与此不同')
  expect(mark.closest('.ant-form-item')?.textContent).toContain('名称')
  expect([(await name()).value, screen.getByRole<HTMLInputElement>('textbox', { name: '电话' }).value]).toEqual(['一部甲', '2'])
  await userEvent.click(screen.getByText('最新内容'))
  await vi.waitFor(async () => expect((await name()).value).toBe('别人改的'))
  await screen.findByText('与您填写的不同')
  await userEvent.click(screen.getByText('我填写的'))
  await vi.waitFor(async () => expect((await name()).value).toBe('一部甲'))
  await confirmAgain()
  await vi.waitFor(() => expect(onSend).toHaveBeenLastCalledWith({ id: 7, name: '一部甲', phone: '2', updateTime: '2' }))
})

test('where the newer state could not be loaded the refusal stays, and what was typed', async () => {
  const onReload = vi.fn(async () => undefined)
  open(vi.fn().mockRejectedValue(outdated()), { onReload })
  await userEvent.type(await name(), '甲')
  await confirm()
  await userEvent.click(await screen.findByRole('button', { name: '查看差异' }))
  await vi.waitFor(() => expect(onReload).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: '查看差异' }).hasAttribute('disabled')).toBe(false))
  expect((await screen.findByRole('alert')).textContent).toContain('张三已修改')
  expect((await name()).value).toBe('一部甲')
})

test('the newer state can be loaded at once; other refusals offer no newer one', async () => {
  const onSend = vi
    .fn()
    .mockRejectedValueOnce(new ApiError(409, 1, '名称已被使用', null))
    .mockRejectedValueOnce(outdated())
  open(onSend)
  await userEvent.type(await name(), '甲')
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toBe('名称已被使用')
  await confirmAgain()
  await userEvent.click(await screen.findByRole('button', { name: '载入最新内容' }))
  await vi.waitFor(async () => expect((await name()).value).toBe('别人改的'))
  await confirmAgain()
  await vi.waitFor(() => expect(onSend).toHaveBeenLastCalledWith({ ...later }))
})

test('a change by somebody else is told while the form stands open, before anything is sent, and keeps what was typed', async () => {
  const onSend = vi.fn(async () => undefined)
  const shown = (isChanged: boolean) => (
    <App>
      <Screen onSend={onSend} onClose={() => undefined} isChanged={isChanged} />
    </App>
  )
  const { rerender } = render(shown(false))
  await userEvent.type(await name(), '甲')
  expect(screen.queryByRole('status')).toBeNull()
  rerender(shown(true))
  expect((await screen.findByRole('status')).textContent).toContain('此记录已于 2 有新的修改')
  expect([(await name()).value, screen.getByRole<HTMLInputElement>('textbox', { name: '电话' }).value]).toEqual(['一部甲', '1'])
  await userEvent.click(screen.getByRole('button', { name: '查看差异' }))
  await screen.findByText('最新内容与此不同')
  expect(screen.queryByText(/有新的修改/)).toBeNull()
  await confirm()
  await vi.waitFor(() => expect(onSend).toHaveBeenLastCalledWith({ id: 7, name: '一部甲', phone: '2', updateTime: '2' }))
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
