// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { CansPage } from './CansPage.tsx'
import { CansSearch } from './can-search.ts'

const { kit, open, said } = screenTest(['cans', 'cleaning', 'files', 'assets', 'live', 'readings', 'terminals', 'map', 'shell'])

const texts = async () => (await rowsOf('垃圾桶列表')).map((row) => row.textContent)
async function add(name: string) {
  const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  const fields = { name, deptId: rows[0].dept_id, wasteType: '2', lng: 104.07, lat: 30.66 }
  return (await kit.person.call('POST', '/admin/garbageCan', fields)).data
}

test('a can gets its capacity and loses its kind of waste; the list says both', slow, async () => {
  const made = await add('桶甲')
  open(CansPage, CansSearch, { open: String(made.id) })
  const form = await dialog('桶甲')
  await userEvent.type(await within(form).findByRole('spinbutton', { name: '容量' }, patience), '240')
  await press('确定', form)
  await said('操作成功!')
  await vi.waitFor(async () => expect((await texts())[0]).toContain('桶甲一部厨余垃圾240 升——'), patience)
})

test('several cans go after a question that names them', slow, async () => {
  await add('桶乙')
  open(CansPage, CansSearch, { text: '桶乙' })
  await userEvent.click(within((await rowsOf('垃圾桶列表'))[0]!).getByRole('checkbox'))
  await press('批量删除 (1)')
  const question = await dialog('批量删除')
  expect(question.textContent).toContain('将删除 1 项，不能恢复：桶乙。')
  await press('删除', question)
  await said('已删除 1 项')
  await screen.findByText('没有符合条件的垃圾桶', {}, patience)
})

test('where no can is full that is said, with a way back to the list', slow, async () => {
  open(CansPage, CansSearch, { view: 'overfull' })
  await screen.findByText('没有这么满的垃圾桶', {}, patience)
  expect(screen.getByRole('combobox', { name: '派单状态' })).toBeTruthy()
  await userEvent.click(screen.getByText('列表'))
  await rowsOf('垃圾桶列表')
})
