// @vitest-environment jsdom
import { getVehicleTreeList } from '@huanwei/contract/trees/endpoints'
import { departments } from '@huanwei/server/features/departments/table'
import { pushes } from '@huanwei/server/features/messages/table'
import { violationSteps } from '@huanwei/server/features/violations/table'
import { addVehicle } from '@huanwei/server/test-kit'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { useLocation } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PageProps } from '../../lib/page.tsx'
import { dialog, enter, patience, press, rowsOf, screenTest, slow, stepsOf } from '../../test/screen.tsx'
import { ViolationsPage } from './ViolationsPage.tsx'
import { ViolationsSearch } from './violation-search.ts'
import { clearOn, speedingOn } from './violations.test-kit.ts'

const { kit, open: openPage, beginAs, said, notices } = screenTest(['violations', 'cleaning'], 'handler')
let deptId: number

beforeAll(async () => {
  const [department] = await kit.server.db.system((tx) => tx.select().from(departments).where(eq(departments.name, '一部')))
  deptId = department?.id ?? 0
})
afterEach(clearOn(kit))

const speeding = speedingOn(kit)
const open = (link?: Record<string, string>) => openPage(LocatedPage, ViolationsSearch, link)
/** The page, and the address that it leads to. */
function LocatedPage(props: PageProps<ViolationsSearch>) {
  return (
    <>
      <ViolationsPage {...props} />
      <output>{useLocation().pathname}</output>
    </>
  )
}
const rows = () => rowsOf('违章列表')
const drawer = () => dialog('违章详情')

test('a false alarm with its reason and remark goes to the processed ones', slow, async () => {
  await speeding()
  open()
  const [row] = await rows()
  expect(row?.textContent).toMatch(/^1粤A12345 洗扫车超速行驶中山路2026-03-02 08:00:00语音播报.*待处理2分5秒处理$/)
  await press('处理', row!)

  const details = await drawer()
  await within(details).findByText('限值 60 km/h，最高 83 km/h', {}, patience)
  await press('确定', details)
  expect(within(details).getByRole('alert').textContent).toBe('请选择真实违章或误报')
  await userEvent.click(within(details).getByRole('radio', { name: '误报' }))
  await vi.waitFor(
    () => expect(within(details).getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(false),
    patience,
  )
  await userEvent.click(within(details).getByRole('combobox', { name: '误报原因' }))
  await userEvent.click(await screen.findByTitle('临时调度误报'))
  await enter(within(details).getByRole('textbox', { name: '备注' }), '支援五一路')
  await press('确定', details)

  await said('操作成功!')
  await screen.findByText('没有待处理的违章', {}, patience)
  await userEvent.click(screen.getByRole('button', { name: '查看已处理' }))
  const [processed] = await rows()
  expect(processed?.textContent).toContain('临时调度误报')
  await press('详情', processed!)
  expect(await stepsOf('处理流程', await drawer())).toEqual([
    expect.stringContaining('违章产生主干道限速'),
    expect.stringMatching(/^误报 · 临时调度误报handler.*支援五一路$/),
  ])
})

test('revoking asks first', slow, async () => {
  const id = await speeding()
  await kit.person.call('PUT', '/admin/violationEvent', { id, alarmType: 0 })
  open({ status: 'processed', open: String(id) })
  await press('撤销', await drawer())
  await press('确定', await dialog('确定要撤销该报警吗?'))
  await said('操作成功!')
  const [row] = await rows()
  await vi.waitFor(() => expect(row?.textContent).toContain('已撤销'), patience)
})

test('of two people who judge at once the second is told who was faster, and sees it', slow, async () => {
  const id = await speeding()
  open({ open: String(id) })
  const details = await drawer()
  await userEvent.click(await within(details).findByRole('radio', { name: '真实违章' }, patience))
  const admin = await kit.server.login('admin')
  await admin.call('PUT', '/admin/violationEvent', { id, alarmType: 1, notes: '设备故障' })
  await press('确定', details)
  await said(/^admin 已于 .* 处理: 系统误报$/)
  await within(details).findByRole('button', { name: '撤销' }, patience)
  expect(within(details).queryByRole('radio')).toBeNull()
})

test('opening marks the message as read', slow, async () => {
  const id = await speeding()
  open({ open: String(id) })
  await drawer()
  await vi.waitFor(async () => {
    const stored = await kit.server.db.system((tx) => tx.select().from(pushes).where(eq(pushes.pushObjectId, kit.person.userId)))
    expect(stored.map(({ readUnread }) => readUnread)).toEqual([1])
  }, patience)
})

test('who else looks is said, and what somebody claimed cannot be judged until it is free', slow, async () => {
  const id = await speeding()
  const admin = await kit.server.login('admin')
  const event = { msgType: '1', id }
  await admin.call('PUT', '/admin/msgPush/look', event)
  await admin.call('PUT', '/admin/msgPush/claim', { ...event, isClaimed: true })
  open({ open: String(id) })
  const details = await drawer()
  await within(details).findByText(/^admin 正在处理，认领至 \d\d:\d\d:\d\d$/, {}, patience)
  await within(details).findByText(/admin 也在查看/, {}, patience)
  expect(within(details).getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(true)
  expect(within(details).queryByRole('button', { name: '认领' })).toBeNull()
  cleanup()

  await admin.call('PUT', '/admin/msgPush/claim', { ...event, isClaimed: false })
  open({ open: String(id) })
  const again = await drawer()
  await press('认领', again)
  await within(again).findByText(/^您已认领至 /, {}, patience)
  expect((await admin.call('PUT', '/admin/violationEvent', { id, alarmType: 0 })).status).toBe(409)
  await press('放弃认领', again)
  await within(again).findByRole('button', { name: '认领' }, patience)
})

test('several at once: a preview, one verdict, and what became of each', slow, async () => {
  await speeding({ objectName: '粤A00001' })
  const claimed = await speeding({ objectName: '粤A00002' })
  await speeding({ objectName: '粤A00003' })
  await speeding({ objectName: '张三', objectType: '0' })
  const admin = await kit.server.login('admin')
  await admin.call('PUT', '/admin/msgPush/claim', { msgType: '1', id: claimed, isClaimed: true })
  open()
  const all = await rows()
  expect(all).toHaveLength(3)
  const many = screen.getByRole('button', { name: '批量处理（0）' })
  expect(many.hasAttribute('disabled')).toBe(true)
  // The keyboard picks with the space bar; the box of the head takes the page.
  all[0]?.focus()
  await userEvent.keyboard(' ')
  await screen.findByRole('button', { name: '批量处理（1）' })
  await userEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  await userEvent.click(screen.getByRole('button', { name: '批量处理（3）' }))
  const together = await dialog('批量处理（3 条）')
  await within(together).findByText('可以处理 2 条，不能处理 1 条。', {}, patience)
  await userEvent.click(within(together).getByRole('radio', { name: '误报' }))
  await userEvent.click(within(together).getByRole('combobox', { name: '误报原因' }))
  await userEvent.click(await screen.findByTitle('系统误报'))
  await enter(within(together).getByRole('textbox', { name: '备注' }), '定位漂移')
  await press('确定', together)
  await within(together).findByText('已处理 2 条，没有处理 1 条。', {}, patience)
  expect(
    within(together)
      .getByText(/^admin 正在处理，认领至 /)
      .closest('li')?.textContent,
  ).toContain('粤A00002')
  expect(within(together).queryByRole('radio')).toBeNull()
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), patience)
  const judged = await kit.server.db.system((tx) => tx.select().from(violationSteps).where(eq(violationSteps.remark, '定位漂移')))
  expect(judged).toHaveLength(2)
})

test('an alarm of the terminal is told in the row and the drawer of its violation; its own link leads there', async () => {
  const whole = await speeding()
  const alarm = await speeding({ violationEvent: '终端超速报警', createTime: '2026-03-02 08:00:12+08', mergedInto: whole })
  await kit.server.db.owner.query('update msg_push set merged = true where event_id = $1', [alarm])
  open({ open: String(alarm) })
  await press('查看该违章', await drawer())
  const label = await within(await drawer()).findByText('终端报警', {}, patience)
  expect(label.nextElementSibling?.textContent).toContain('终端超速报警 · 2026-03-02 08:00:12')
  cleanup()

  open()
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  within(row!).getByRole('img', { name: '终端同时报警：终端超速报警' })
})

test('a storm is one row, which opens into its parts, and all of them are judged at once', slow, async () => {
  const ids: number[] = []
  for (let i = 1; i <= 3; i++)
    ids.push(await speeding({ objectName: `粤A0000${i}`, objectId: i, storm: '2026-03-02 08:00:00+08' }))
  await kit.server.db.owner.query('update msg_push set folded = true where event_id = any($1)', [ids.slice(1)])
  open()
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row?.textContent).toMatch(/粤A00001\s+等 3 辆/)
  await userEvent.click(row!)
  const list = await screen.findByRole('list', { name: '同一原因的违章（3 条）' }, patience)
  await vi.waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3), patience)
  await userEvent.click(within(list).getByRole('button', { name: '粤A00002' }))
  await vi.waitFor(() => expect(screen.getByText('粤A00002', { selector: 'dd' })).toBeTruthy(), patience)
  await press('批量处理（3）', document.body)
  const together = await dialog('批量处理（3 条）')
  await userEvent.click(await within(together).findByRole('radio', { name: '真实违章' }, patience))
  await press('确定', together)
  await said('已处理 3 条')
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience)
  await screen.findByText('没有待处理的违章', {}, patience)
  // The toast has a way back.
  await notices.mock.calls.at(-1)?.[0].way.go()
  expect(await rows()).toHaveLength(1)
})

test('each address opens its kind of object, and the choice of another kind leads to its address', slow, async () => {
  await speeding({ objectName: '张三', objectType: '0' })
  await speeding({ objectName: '人民路公厕', objectType: '2' })
  open({ objectType: '2' })
  expect((await rows())[0]?.textContent).toContain('人民路公厕')
  cleanup()
  open({ objectType: '0' })
  expect((await rows())[0]?.textContent).toContain('张三')
  await userEvent.click(screen.getByText('车辆'))
  await screen.findByText('/event/illegal/index', {}, patience)
})

test('facilities raise alarms, and nobody claims what is judged', slow, async () => {
  const id = await speeding({ objectName: '人民路公厕', objectType: '2', violationEvent: '氨气超标', measure: null })
  open({ objectType: '2', open: String(id) })
  const details = await dialog('报警详情')
  await within(details).findByText('报警事件', {}, patience)
  within(details).getByRole('button', { name: '认领' })
  await userEvent.click(within(details).getByRole('radio', { name: '真实报警' }))
  await press('确定', details)
  await said('操作成功!')
  await userEvent.click(await screen.findByRole('button', { name: '查看已处理' }, patience))
  const [row] = await rows()
  expect(row?.textContent).toContain('真实报警')
  await press('详情', row!)
  const judged = await dialog('报警详情')
  await within(judged).findByRole('button', { name: '撤销' }, patience)
  expect(within(judged).queryByRole('button', { name: '认领' })).toBeNull()
})

test('who may not handle gets no messages, sees all in scope, and looks only', slow, async () => {
  await speeding()
  const handled = await speeding()
  await kit.person.call('PUT', '/admin/violationEvent', { id: handled, alarmType: 0 })
  await kit.server.db.system((tx) => tx.delete(pushes))
  await beginAs('viewer')
  open()
  const [row] = await rows()
  await press('详情', row!)
  const details = await drawer()
  await within(details).findByText('主干道限速', {}, patience)
  expect(within(details).queryByRole('radio')).toBeNull()
  expect(within(details).queryByRole('button', { name: '确定' })).toBeNull()
  await userEvent.click(within(details).getByText('关闭'))
  await userEvent.click(screen.getByText('已处理'))
  await vi.waitFor(async () => {
    const [processed, ...others] = await rows()
    expect(processed?.textContent).toContain('真实违章')
    expect(others).toEqual([])
  }, patience)
})

test('a link restores object, days and page; reset shows everything', slow, async () => {
  await speeding({ createTime: '2026-03-01 23:59:59+08', objectName: '粤A00001' })
  await speeding({ createTime: '2026-03-02 00:00:00+08', objectName: '粤A00002' })
  await speeding({ createTime: '2026-03-03 00:00:00+08', objectName: '粤A00003' })
  open({ from: '2026-03-02', to: '2026-03-02', deptId: String(deptId) })
  expect((await rows()).map((row) => row.textContent?.slice(1, 8))).toEqual(['粤A00002'])
  await userEvent.click(screen.getByRole('button', { name: '重置' }))
  await vi.waitFor(async () => expect(await rows()).toHaveLength(3), patience)
})

test('events, level and verdict narrow the list; the processed ones say who judged them, when and why', slow, async () => {
  const admin = await kit.server.login('admin')
  const condition = { kind: 'speeding', limit: 60 }
  const rule = await admin.call('POST', '/admin/vehicleMonitoringRule', { name: '主干道限速', condition })
  const wanted = { ruleId: rule.data.id, severity: 'warning' as const }
  const id = await speeding({ ...wanted, objectName: '粤A00001', position: '成都市锦江区中山路' })
  await speeding({ ...wanted, objectName: '粤A00002', position: '成都市武侯区东风路', alarmType: 0 })
  await speeding({ ...wanted, objectName: '粤A00003', severity: 'alarm', alarmType: 1 })
  await speeding({ objectName: '粤A00004', ruleId: 99, severity: 'warning', alarmType: 1 })
  await kit.server.db.owner.query('update msg_push set status = 2')
  await kit.person.call('PUT', '/admin/violationEvent', { id, alarmType: 1, notes: '设备故障' })
  const shown = async () => (await rows()).map((row) => row.textContent?.match(/粤A\d+/)?.[0])
  const narrowed = (to: string[]) => vi.waitFor(async () => expect(await shown()).toEqual(to), patience)
  const choose = async (filter: string, option: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: filter }, patience))
    const found = await screen.findAllByText(option, { selector: '.ant-select-dropdown *' }, patience)
    await userEvent.click(found.at(-1)!)
    await userEvent.click(screen.getByRole('button', { name: '查询' }))
  }

  open({ status: 'processed' })
  await narrowed(['粤A00004', '粤A00003', '粤A00002', '粤A00001'])
  await choose('违章事件', '超速')
  await narrowed(['粤A00003', '粤A00002', '粤A00001'])
  await choose('级别', '预警')
  await narrowed(['粤A00002', '粤A00001'])
  const [, first] = await rows()
  expect(first?.textContent).toMatch(/锦江区中山路2026.*系统误报handler\d\d-\d\d \d\d:\d\d设备故障详情$/)
  expect(first?.textContent).not.toContain('成都市')
  await choose('处理结果', '系统误报')
  await narrowed(['粤A00001'])

  await userEvent.click(screen.getByRole('button', { name: '显示列' }))
  await userEvent.click(screen.getByRole('checkbox', { name: '级别' }))
  expect((await rows())[0]?.textContent).toContain('预警')
})

test('the object is chosen below its department', slow, async () => {
  const { vehicleId } = await addVehicle(kit.server.db, { plateNumber: '粤A77777', terminalNo: '13900000077' })
  await speeding({ objectName: '粤A00001' })
  await speeding({ objectName: '粤A77777', objectId: vehicleId })
  // The server's trees hear of a new vehicle a moment later.
  const treeOf = () => kit.person.call('POST', getVehicleTreeList.path, {})
  await vi.waitFor(async () => expect(JSON.stringify((await treeOf()).data)).toContain('粤A77777'), patience)
  open()
  expect(await rows()).toHaveLength(2)
  await userEvent.click(await screen.findByRole('combobox', { name: '监控对象' }, patience))
  const department = await screen.findByText('一部', { selector: '.ant-select-tree *' }, patience)
  await userEvent.click(screen.getByText('粤A77777', { selector: '.ant-select-tree *' }))
  expect(department).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '查询' }))
  await vi.waitFor(
    async () => expect((await rows()).map((row) => row.textContent)).toEqual([expect.stringContaining('粤A77777')]),
    patience,
  )
})

test('a failure says what failed and can be tried again', slow, async () => {
  await speeding()
  const real = fetch
  vi.stubGlobal('fetch', async () => new Response('{"code":1,"msg":"系统未知错误 (A7F3)","data":null}', { status: 500 }))
  open()
  const alert = await screen.findByRole('alert', {}, patience)
  expect(alert.textContent).toContain('系统未知错误 (A7F3)')
  vi.stubGlobal('fetch', real)
  await press('重试', alert)
  expect(await rows()).toHaveLength(1)
})
