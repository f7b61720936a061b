// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { App } from 'antd'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startI18n } from '../../i18n/i18n.ts'
import { ApiError } from '../../lib/errors.ts'
import { ActionButton, guardMs } from '../form/ActionButton.tsx'
import { DrawerFrame, InPage, type Leave } from './DrawerFrame.tsx'

beforeAll(() => startI18n('zh-CN'))
beforeEach(() => {
  const ignore = () => undefined
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: ignore, removeEventListener: ignore }))
})
afterEach(cleanup)

function open(isUnsent: boolean) {
  const [onClose, onAct] = [vi.fn(), vi.fn(() => undefined)]
  render(
    <App>
      <DrawerFrame
        title="违章详情"
        onClose={onClose}
        isUnsent={isUnsent}
        buttons={(close) => (
          <>
            <button type="button" onClick={close}>
              取消
            </button>
            <ActionButton confirms onAct={onAct}>
              确定
            </ActionButton>
          </>
        )}
      >
        <input aria-label="备注" />
      </DrawerFrame>
    </App>,
  )
  return { onClose, onAct }
}

test('Esc closes when nothing would be lost', async () => {
  const { onClose } = open(false)
  await screen.findByRole('dialog', { name: '违章详情' })
  await userEvent.click(screen.getByLabelText('备注'))
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('unsent text is asked about, by 取消 as by Esc', async () => {
  const { onClose } = open(true)
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: '放弃并关闭' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})

test('docked beside a list it closes as a drawer does, and the list asks before another takes its place', async () => {
  const [onClose, turnToNext] = [vi.fn(), vi.fn()]
  const leave = { current: ((go) => go()) as Leave }
  const docked = (isUnsent: boolean) => (
    <App>
      <InPage value={{ leave, isDocked: true }}>
        <DrawerFrame title="违章详情" {...{ onClose, isUnsent }}>
          <input aria-label="备注" />
        </DrawerFrame>
      </InPage>
    </App>
  )
  const { rerender } = render(docked(false))
  await userEvent.click(screen.getByLabelText('备注'))
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  rerender(docked(true))
  act(() => leave.current(turnToNext))
  expect(turnToNext).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: '放弃并关闭' }))
  await vi.waitFor(() => expect(turnToNext).toHaveBeenCalledTimes(1))
})

test('Ctrl+Enter confirms, and a second press at once does not act again', async () => {
  const { onAct } = open(false)
  await userEvent.click(screen.getByLabelText('备注'))
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  expect(onAct).toHaveBeenCalledTimes(1)
})

test('Ctrl+Enter confirms before anything was touched, and after a click beside the fields', async () => {
  const { onAct } = open(false)
  const content = await screen.findByRole('region', { name: '违章详情' })
  await vi.waitFor(() => expect(document.activeElement).toBe(content))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onAct).toHaveBeenCalledTimes(1)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(false))
  content.closest<HTMLElement>('.ant-drawer')?.focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onAct).toHaveBeenCalledTimes(2)
})

test('Tab goes round in the drawer, both ways', async () => {
  open(false)
  const [first, last] = [await screen.findByRole('button', { name: '关闭' }), screen.getByRole('button', { name: '确定' })]
  last.focus()
  await userEvent.tab()
  expect(document.activeElement).toBe(first)
  await userEvent.tab({ shift: true })
  expect(document.activeElement).toBe(last)
})

test('a button that acts is out of use for a second, shows that it works, then is back', async () => {
  const { onAct } = open(false)
  const button = screen.getByRole('button', { name: '确定' })
  const clickedAt = Date.now()
  await userEvent.dblClick(button)
  expect(onAct).toHaveBeenCalledTimes(1)
  expect([button.hasAttribute('disabled'), button.getAttribute('aria-busy')]).toEqual([true, 'true'])
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false))
  expect(Date.now() - clickedAt).toBeGreaterThanOrEqual(guardMs - 20)
})

test('a thing that does not exist is said to be missing, and nobody is told to try again', async () => {
  const asked = { data: undefined, error: new ApiError(404, 1, '资源不存在', null), refetch: vi.fn() }
  render(
    <App>
      <DrawerFrame title="违章详情" asked={asked} onClose={vi.fn()} buttons={() => null}>
        内容
      </DrawerFrame>
    </App>,
  )
  expect((await screen.findByRole('alert')).textContent).toBe('此记录不存在或已删除，或不在您的数据权限内')
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})
