// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { ClientsPage } from '../clients/ClientsPage.tsx'
import { ClientsSearch } from '../clients/client-search.ts'

const { kit, open } = screenTest(['clients', 'subscriptions', 'menus', 'list'])
const texts = async () => (await rowsOf('事件订阅')).map((row) => row.textContent)

test('a subscription is made, its secret is shown once, and what was given up is sent again', slow, async () => {
  open(ClientsPage, ClientsSearch, { tab: 'subscriptions' })
  await screen.findByText('还没有事件订阅', {}, patience)
  await press('新增订阅')
  const form = await dialog('新增订阅')
  await press('确定', form)
  await within(form).findByText('请选择事件', {}, patience)
  await userEvent.type(within(form).getByRole('textbox', { name: '名称' }), '街道平台')
  await userEvent.type(within(form).getByRole('textbox', { name: '接收地址' }), 'https://10.0.0.1/events')
  await userEvent.click(within(form).getByRole('checkbox', { name: '报洁的上报与进展' }))
  await press('确定', form)
  const made = await dialog('订阅已生成')
  expect(within(made).getByText(/^[\w-]{43}$/)).toBeTruthy()
  await userEvent.click(within(made).getAllByRole('button', { name: '关闭' }).at(-1)!)
  await vi.waitFor(async () => expect(await texts()).toEqual([expect.stringMatching(/街道平台.*推送中.*从未/)]), patience)

  const { owner } = kit.server.db
  await owner.query(`select note_event(1, 'cleaning.changed', 'cleaning', 7, 1, '{}')`)
  await vi.waitFor(async () => {
    const { rows } = await owner.query('select last_error as error from outgoing_event')
    expect(rows[0].error).toBe('10.0.0.1 is no public address')
  }, patience)
  await owner.query(`update outgoing_event set state = 'failed'`)
  await userEvent.click(screen.getByRole('button', { name: '详情' }))
  const drawer = await dialog('街道平台')
  await within(drawer).findByText('已放弃', {}, patience)
  await press('重新推送', drawer)
  await within(drawer).findByText(/等待第 \d 次推送/, {}, patience)
})
