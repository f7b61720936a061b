// @vitest-environment jsdom
import { addDuty, addWearer, applyForLeave, daysAgo, yesterday } from '@huanwei/server/features/attendance/attendance.test-kit'
import { workOutNewDays } from '@huanwei/server/features/attendance/work-out'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, rowsOf, screenTest, slow, stepsOf } from '../../test/screen.tsx'
import { AttendancePage } from './AttendancePage.tsx'
import { AttendanceSearch } from './attendance-search.ts'

const { kit, open, beginAs, said } = screenTest(['attendance', 'approvals', 'files', 'map'])
const query = async (text: string, values: unknown[] = []) => (await kit.server.db.owner.query(text, values)).rows
const texts = async (name: string) => (await rowsOf(name)).map((row) => row.textContent)

beforeAll(async () => {
  await query(`insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission = 'attendance_handle'`)
  await addDuty(query)
  const wearer = await addWearer(query, '王保洁')
  await addWearer(query, '李保洁')
  const before = new Date(daysAgo(2) + 12 * 3_600_000).toISOString().slice(0, 10)
  await applyForLeave(query, wearer.userId, before)
  await workOutNewDays({ db: kit.server.db, now: Date.now(), progress: new Map() }, 2)
}, 300_000)

test('days are looked through, and another state of one is asked for', slow, async () => {
  open(AttendancePage, AttendanceSearch, { from: yesterday, to: yesterday })
  await vi.waitFor(async () => expect(await texts('日考勤')).toHaveLength(2), patience)
  const [row] = (await rowsOf('日考勤')).filter((one) => one.textContent?.includes('王保洁'))
  expect(row!.textContent).toMatch(/王保洁一部常白班.*缺勤08:00 – 17:00/)
  await press('详情', row)
  const drawer = await dialog(`王保洁 ${yesterday}`)
  expect((await stepsOf('当日过程', drawer)).map((step) => step?.slice(0, 2))).toEqual(['应到', '应离'])
  await press('申请调整', drawer)
  const form = await dialog('申请考勤调整')
  await press('申请调整', form)
  await within(form).findByText('请填写调整原因', {}, patience)
  await userEvent.click(within(form).getByRole('combobox', { name: '调整为' }))
  await userEvent.click(await screen.findByTitle('正常', {}, patience))
  await enter(within(form).getByRole('textbox', { name: '调整原因' }), '工牌没电')
  await press('申请调整', form)
  await said('操作成功!')
  const again = await dialog(`王保洁 ${yesterday}`)
  await vi.waitFor(
    async () =>
      expect(await stepsOf('当日过程', again)).toContainEqual(expect.stringMatching(/申请由缺勤调整为正常admin.*工牌没电/)),
    patience,
  )
})

test('who asked for an adjustment does not decide it', slow, async () => {
  open(AttendancePage, AttendanceSearch, { view: 'adjustments' })
  await press('详情')
  const own = await dialog(`王保洁 ${yesterday}`)
  expect(within(own).queryByRole('button', { name: '通过' })).toBeNull()
})

test('who may decide takes the chosen ones, and rejects with an opinion alone', slow, async () => {
  await beginAs('handler')
  open(AttendancePage, AttendanceSearch, { view: 'adjustments', status: '1' })
  await userEvent.click(await screen.findByRole('checkbox', { name: /第 1 行/ }, patience))
  await press(/批量审批/)
  const form = await dialog('审批 1 条调整申请')
  await press('驳回', form)
  await within(form).findByText('驳回时请填写审批意见', {}, patience)
  await press('通过', form)
  await said('已处理 1 条')
  expect(await query('select state from attendance_day where day = $1 order by state', [yesterday])).toEqual([
    { state: 'absent' },
    { state: 'normal' },
  ])
})

test('the sheet has a letter for each day, which opens it, and totals', slow, async () => {
  const month = yesterday.slice(0, 7)
  open(AttendancePage, AttendanceSearch, { view: 'sheet', month })
  await vi.waitFor(async () => expect(await texts('考勤月表')).toHaveLength(2), patience)
  const legend = screen.getByRole('list', { name: '图例' })
  expect(legend.textContent).toBe('正 正常迟 迟到早 早退缺 缺勤假 请假休 休息')
  await press(`李保洁 ${yesterday} 缺勤`)
  await dialog(`李保洁 ${yesterday}`)
})

test('who is on shift at this minute is listed by state', slow, async () => {
  await query(`update shift set start = '00:00', "end" = '00:00'`)
  open(AttendancePage, AttendanceSearch, { view: 'roster', rosterState: 'unseen' })
  await vi.waitFor(
    async () => expect(await texts('当班')).toContainEqual(expect.stringMatching(/李保洁一部常白班.*未见—/)),
    patience,
  )
})
