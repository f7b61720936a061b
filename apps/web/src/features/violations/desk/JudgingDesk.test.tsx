// @vitest-environment jsdom
import { violations } from '@huanwei/server/features/violations/table'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { changeSettings } from '../../../lib/settings.ts'
import { resize } from '../../../test/browser.ts'
import { dialog, enter, patience, press, screenTest, slow } from '../../../test/screen.tsx'
import { ViolationsPage } from '../ViolationsPage.tsx'
import { ViolationsSearch } from '../violation-search.ts'
import { clearOn, speedingOn } from '../violations.test-kit.ts'

const { kit, open: openPage } = screenTest(['violations', 'cleaning'], 'handler')
const speeding = speedingOn(kit)
afterEach(async () => {
  changeSettings({ desk: undefined })
  await clearOn(kit)()
})
const open = (link: Record<string, string>) => openPage(ViolationsPage, ViolationsSearch, link)

const theDesk = () => screen.findByRole('region', { name: '处理台' }, patience)

test('at the desk a verdict offers to undo it, a revocation does not', slow, async () => {
  resize(1366)
  const [first] = [await speeding(), await speeding({ objectName: '粤A00002' })]
  open({ open: String(first) })
  await press('处理台')
  const desk = await theDesk()
  await press(/真实违章/, desk)
  await within(desk).findByRole('button', { name: /^撤回（/ }, patience)
  cleanup()

  open({ status: 'processed', open: String(first) })
  const again = await theDesk()
  await press('撤销', again)
  await press('确定', await dialog('确定要撤销该报警吗?'))
  await within(again).findByText('从左侧选择一条', {}, patience)
  await userEvent.keyboard('j')
  await within(again).findByText('已撤销', {}, patience)
  expect(within(again).queryByRole('button', { name: /^撤回（/ })).toBeNull()
})

test('at the desk a range, or all similar ones, have one verdict by one key, and are undone together', slow, async () => {
  resize(1366)
  const at = (minute: number) => speeding({ createTime: `2026-03-02 08:0${minute}:00+08` })
  const [third, second, first] = [await at(1), await at(2), await at(3)]
  const verdicts = async () => {
    const stored = await kit.server.db.system((tx) => tx.select().from(violations))
    return [first, second, third].map((id) => stored.find((row) => row.id === id)?.alarmType)
  }
  const become = (wanted: number[]) => vi.waitFor(async () => expect(await verdicts()).toEqual(wanted), patience)
  open({ open: String(first) })
  await press('处理台')
  const desk = await theDesk()
  await within(desk).findByRole('button', { name: '真实违章' }, patience)
  await userEvent.keyboard('{Shift>}j{/Shift}')
  await within(desk).findByRole('button', { name: '真实违章（2 条）' }, patience)
  await userEvent.keyboard('1')
  await become([0, 0, -1])
  await within(desk).findByText('粤A12345 等 2 条：真实违章', {}, patience)
  await userEvent.keyboard('u')
  await become([-1, -1, -1])

  await within(desk).findByText(/^同时处理本对象同类违章 2 条/, {}, patience)
  await userEvent.keyboard('s')
  await within(desk).findByRole('button', { name: '系统误报（3 条）' }, patience)
  await userEvent.keyboard('2')
  await become([1, 1, 1])
})

test('a verdict that was begun stays when the desk is switched on and off', slow, async () => {
  resize(1366)
  const id = await speeding()
  open({ open: String(id) })
  const details = () => dialog('违章详情')
  const remark = async () => within(await details()).findByRole('textbox', { name: '备注' }, patience)
  await userEvent.click(await within(await details()).findByRole('radio', { name: '误报' }, patience))
  await enter(await remark(), '支援')
  await press('处理台')
  const here = await within(await theDesk()).findByRole('textbox', { name: '误报备注（可不填）' }, patience)
  expect(here).toHaveProperty('value', '支援')
  await enter(here, '五一路')
  await press('处理台')
  expect(await remark()).toHaveProperty('value', '支援五一路')
})
