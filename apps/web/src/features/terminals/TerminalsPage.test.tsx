// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { TerminalsPage } from './TerminalsPage.tsx'
import { TerminalsSearch } from './terminal-search.ts'

const { kit, open, said } = screenTest(['terminals', 'readings'])
const run = (query: string) => kit.server.db.owner.query(query)

beforeEach(async () => {
  await run(`insert into vehicle (tenant_id, dept_id, plate_number, plate_colour, initials, vehicle_type, vehicle_function)
    select 1, dept_id, '沪A00001', 2, 'h', '1', '1' from sys_dept where tenant_id = 1 and name = '一部'`)
  await run(
    `insert into device (terminal_no, protocol, manufacturer, last_seen) values ('13900000001', '2019', 'HWSIM', now()), ('13900000002', '2013', 'HWSIM', null)`,
  )
})
// The server may still be writing for a page that has just gone: of the two one may be told to try again.
afterEach(() =>
  vi.waitFor(
    () =>
      run(
        'delete from device_connection; delete from device_photo; delete from device_binding; delete from device; delete from vehicle',
      ),
    patience,
  ),
)

const rows = async () => (await rowsOf('终端列表')).map((row) => row.textContent)
async function openOne(number: string) {
  const found = (await rowsOf('终端列表')).find((row) => row.textContent.includes(number))
  await press('详情', found!)
  return dialog(`终端 ${number}`)
}

test('a terminal that nobody knows is bound to a vehicle, and taken off it after a question that names both', slow, async () => {
  open(TerminalsPage, TerminalsSearch, { bound: 'false', online: 'true' })
  expect(await rows()).toEqual([expect.stringMatching(/^113900000001未绑定 在线/)])
  const details = await openOne('13900000001')
  await userEvent.click(await within(details).findByRole('combobox', { name: '绑定对象' }, patience))
  await userEvent.click(await screen.findByTitle('沪A00001', {}, patience))
  await press('绑定', details)
  await said('操作成功!')
  await press('解绑', details)
  const question = await dialog('解除绑定')
  expect(question.textContent).toContain('终端 13900000001 将不再代表 沪A00001')
  await press('解绑', question)
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), patience)
})

test('a terminal is entered by its number for a vehicle; a wrong number is said under its field', slow, async () => {
  open(TerminalsPage, TerminalsSearch, { open: 'new' })
  const form = await dialog('新增终端')
  const number = await within(form).findByRole('textbox', { name: '终端号' }, patience)
  await enter(number, '1390000x')
  await press('确定', form)
  await within(form).findByText('终端号格式错误', {}, patience)
  await userEvent.clear(number)
  await enter(number, '013900000003')
  await userEvent.click(within(form).getByRole('combobox', { name: '绑定对象' }))
  await userEvent.click(await screen.findByTitle('沪A00001', {}, patience))
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await rows())[0]).toContain('13900000003沪A00001 离线'), patience)
})

test('orders to a terminal that is away cannot be given, and the reason stands there', slow, async () => {
  open(TerminalsPage, TerminalsSearch, { bound: 'false' })
  const details = await openOne('13900000002')
  await userEvent.click(await within(details).findByRole('tab', { name: '指令' }, patience))
  await enter(await within(details).findByRole('textbox', { name: '下发文本' }, patience), '请减速')
  for (const name of ['下发', '点名'])
    expect((await within(details).findByRole('button', { name }, patience)).hasAttribute('disabled')).toBe(true)
  expect(within(details).getAllByText('终端离线，上线后才能下发指令。')).toHaveLength(2)
})

test('what is bound to nothing has a tab of its own, and a vehicle that has a terminal says so', slow, async () => {
  await run(
    `update device set tenant_id = 1, object_type = '1', object_id = v.id from vehicle v where terminal_no = '13900000002'`,
  )
  open(TerminalsPage, TerminalsSearch)
  expect(await rows()).toEqual([expect.stringContaining('13900000002')])
  await userEvent.click(screen.getByText('未绑定', { selector: '.ant-segmented-item-label' }))
  await vi.waitFor(async () => expect(await rows()).toEqual([expect.stringContaining('13900000001')]), patience)
  const details = await openOne('13900000001')
  await userEvent.click(await within(details).findByRole('combobox', { name: '绑定对象' }, patience))
  const option = (await screen.findByText('已绑定终端 13900000002', {}, patience)).closest('.ant-select-item')
  expect(option?.className).toContain('disabled')
})

test('a terminal shows its connections with why they ended, and its photos with time and place', slow, async () => {
  await run(
    `update device set tenant_id = 1, object_type = '1', object_id = v.id from vehicle v where terminal_no = '13900000002'`,
  )
  await run(`insert into device_connection (tenant_id, device_id, time, authenticated, address, ended, reason)
    select 1, id, '2026-01-05 08:00:00+08', '2026-01-05 08:00:01+08', '10.0.0.7', '2026-01-05 09:00:00+08', 'idle' from device where terminal_no = '13900000002'`)
  await run(`insert into device_photo (tenant_id, file_name, device_id, object_type, object_id, event, channel, time, address, received)
    select 1, 'a.jpg', id, '1', object_id, 0, 2, '2026-01-05 08:30:00+08', '南京路', now() from device where terminal_no = '13900000002'`)
  open(TerminalsPage, TerminalsSearch)
  const details = await openOne('13900000002')
  const turnTo = async (name: string) => userEvent.click(await within(details).findByRole('tab', { name }, patience))
  await turnTo('连接记录')
  const cells = (await within(details).findAllByRole('cell', {}, patience)).map(({ textContent }) => textContent)
  expect(cells).toEqual(['2026-01-05 08:00:00', '08:00:01', '09:00:00', '长时间没有数据', '10.0.0.7'])
  await turnTo('照片')
  for (const shown of ['2026-01-05 08:30:00', '通道 2 · 平台下发', '南京路'])
    await within(details).findByText(shown, {}, patience)
  expect(within(details).getByRole('button', { name: '拍照' }).hasAttribute('disabled')).toBe(true)
  await turnTo('参数')
  expect((await within(details).findByRole('button', { name: '查询参数' }, patience)).hasAttribute('disabled')).toBe(true)
})

test('a sensor shows what it measured, and gets a new key after a question', slow, async () => {
  await run(
    `insert into device (tenant_id, terminal_no, protocol, object_type, object_id) select 1, '700001', 'http', '1', id from vehicle where plate_number = '沪A00001'`,
  )
  open(TerminalsPage, TerminalsSearch)
  const details = await openOne('700001')
  expect(within(details).queryByRole('tab', { name: '指令' })).toBeNull()
  await userEvent.click(await within(details).findByRole('tab', { name: '读数' }, patience))
  await within(details).findByText('暂无读数', {}, patience)
  await press('生成新密钥', details)
  await press('生成新密钥', await dialog('确定要生成新的设备密钥吗?'))
  const key = await within(details).findByText(/^[\w-]{43}$/, {}, patience)
  const sent = await kit.server.app.inject({
    method: 'POST',
    url: '/open/device/readings',
    headers: { authorization: `Bearer ${key.textContent}` },
    payload: { readings: [{ metric: 'ammonia', value: 0.3, time: '2026-01-05 08:00:00' }] },
  })
  expect(sent.json()).toMatchObject({ code: 0 })
})
