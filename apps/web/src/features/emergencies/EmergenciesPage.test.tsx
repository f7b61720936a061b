// @vitest-environment jsdom
import { addVehicle, addViolation } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, rowsOf, screenTest, slow, stepsOf } from '../../test/screen.tsx'
import { EmergenciesPage } from './EmergenciesPage.tsx'
import { EmergenciesSearch } from './emergency-search.ts'

const { kit, open, beginAs, said, notices } = screenTest(['emergencies', 'violations', 'map'])
const query = async (text: string, values: unknown[] = []) => (await kit.server.db.owner.query(text, values)).rows
const texts = async () => (await rowsOf('求助记录')).map((row) => row.textContent)
let waiting: number

beforeAll(async () => {
  const vehicle = await addVehicle(kit.server.db)
  const handler = await kit.server.login('handler')
  await addViolation(kit.server.db, vehicle, [], '2026-01-05 08:00:00')
  await query(`update violation_event set alarm_type = 1`)
  const [judged] = await query(
    `insert into emergency (tenant_id, object_type, object_id, object_name, dept_id, dept_name, name, position, time, last_time, violation_id, tier,
       waiting_since, acknowledged_by, acknowledged_name, acknowledged_time, closed_by, closed_name, closed_time, remark)
     select 1, '1', $1, '川A00001', $2, '一部', '紧急报警', '春熙路', create_time, create_time, id, 1,
       create_time, $3, '陈晓燕', create_time + interval '75 seconds', $3, '陈晓燕', create_time + interval '10 minutes', '误触'
     from violation_event returning id`,
    [vehicle.vehicleId, vehicle.deptId, handler.userId],
  )
  await query(`insert into emergency_step (tenant_id, emergency_id, act) values (1, $1, 'called')`, [judged!.id])
  waiting = (await kit.person.call('POST', '/admin/emergency/drill', { objectType: '1', objectId: vehicle.vehicleId })).data.id
})

test('past calls say who took them how soon, who was told and how they ended; drills are told apart', slow, async () => {
  open(EmergenciesPage, EmergenciesSearch)
  expect(await texts()).toEqual([
    expect.stringMatching(/演练 川A00001.*待接警/),
    expect.stringMatching(/01-05 08:00川A00001春熙路陈晓燕 1分15秒后非值班人员 已办结陈晓燕 10分0秒后.*系统误报.*误触/),
  ])
  await userEvent.click(screen.getByText('人员'))
  await screen.findByText('没有求助记录', {}, patience)
  await userEvent.click(screen.getByText('车辆'))
  await screen.findByRole('combobox', { name: '求助对象' }, patience)
  expect(await texts()).toHaveLength(2)
})

test('a filter that fits nothing says so, and one that cannot be asked is left out', slow, async () => {
  open(EmergenciesPage, EmergenciesSearch, { emergencyState: 'lapsed', kind: 'nothing' })
  await screen.findByText('没有符合条件的求助', {}, patience)
  await press('清除筛选')
  await vi.waitFor(async () => expect(await texts()).toHaveLength(2), patience)
})

test('whoever may handle it takes and closes it from its record, which then says so', slow, async () => {
  await beginAs('handler')
  open(EmergenciesPage, EmergenciesSearch, { open: String(waiting) })
  const drawer = await dialog('求助详情')
  expect(await stepsOf('处置记录', drawer)).toEqual([expect.stringContaining('发起演练')])
  await press('接警', drawer)
  await said('操作成功!')
  await press('办结', drawer)
  await within(drawer).findByRole('alert', {}, patience)
  await enter(within(drawer).getByRole('textbox', { name: '处置情况' }), '演练完成')
  await press('办结', drawer)
  await vi.waitFor(async () => expect((await stepsOf('处置记录', drawer)).at(-1)).toMatch(/应急办结handler.*演练完成/), patience)
  await within(drawer).findByText('已办结', {}, patience)
  await vi.waitFor(async () => expect((await texts())[0]).toMatch(/已办结.*演练完成/), patience)
})

test('who may only look has no acts; one that is gone is said to be', slow, async () => {
  await beginAs('viewer')
  open(EmergenciesPage, EmergenciesSearch, { open: '999999' })
  const drawer = await dialog('求助详情')
  await within(drawer).findByRole('alert', {}, patience)
  expect(within(drawer).queryByRole('button', { name: '接警' })).toBeNull()
  expect(notices).not.toHaveBeenCalled()
})
