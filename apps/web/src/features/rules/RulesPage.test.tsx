// @vitest-environment jsdom
import { ObjectType } from '@huanwei/contract/objects'
import { Condition } from '@huanwei/contract/rules/endpoints'
import { addVehicle } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { dialog, enter, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { conditionFields } from './condition-table.ts'
import { rulePages } from './RulesPage.tsx'
import { RulesSearch } from './rule-search.ts'

const { kit, open, said } = screenTest(['rules', 'tryout', 'terminals', 'readings', 'map'])
const run = (query: string) => kit.server.db.owner.query(query)
afterEach(() => run('delete from monitoring_rule; delete from shift; delete from calendar_day'))

const rows = async (name: string) => (await rowsOf(name)).map((row) => row.textContent)
const field = async (area: HTMLElement, role: string, name: string) => within(area).findByRole(role, { name }, patience)
async function choose(area: HTMLElement, name: string, option: string) {
  await enter(await field(area, 'combobox', name), option)
  const found = await screen.findAllByTitle(option, {}, patience)
  await userEvent.click(found.at(-1)!)
}

const saved = async () => (await kit.person.call('GET', '/admin/vehicleMonitoringRule/getList')).data[0]
const becomes = (expected: object) => vi.waitFor(async () => expect(await saved()).toMatchObject(expected), patience)
/** Clicks the switch of a rule in the list, once it is at rest and the page knows what was saved before. */
async function turn(name: string, to: 'on' | 'off') {
  const one = await screen.findByRole('switch', { name: `启用 ${name}`, checked: to === 'off' }, patience)
  await vi.waitFor(() => expect(one.className).not.toContain('loading'), patience)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience)
  await userEvent.click(one)
}

test('every kind of condition asks for all that the contract wants of it', () => {
  for (const { shape } of Condition.options) {
    const { kind, ...wanted } = shape
    const asked = conditionFields[kind.value].map((name) => ({ routeIds: 'areaIds', value: 'above' })[String(name)] ?? name)
    expect(asked.toSorted(), kind.value).toEqual(Object.keys(wanted).toSorted())
  }
})

test(
  'a speeding rule is made with hours, switched on after a look at what it would have made, switched off at once, and removed after a question that names it',
  slow,
  async () => {
    open(rulePages[ObjectType.vehicle], RulesSearch, { open: 'new' })
    const form = await dialog('新增规则')
    await enter(await field(form, 'textbox', '规则名称'), '夜间限速')
    await press('确定', form)
    await within(form).findByText('不能为空', {}, patience)
    await enter(await field(form, 'spinbutton', '限速'), '40')
    await userEvent.click(await field(form, 'combobox', '部门（含下级）'))
    const [department] = await screen.findAllByTitle('一部', {}, patience)
    await userEvent.click(department!)
    await within(form).findByText('一部', {}, patience)
    await press('添加时段', form)
    const start = await field(form, 'textbox', '开始')
    await userEvent.clear(start)
    await userEvent.type(start, '25:00')
    await press('确定', form)
    await vi.waitFor(() => expect(form.querySelector('.ant-form-item-explain-error')).not.toBeNull(), patience)
    await userEvent.clear(start)
    await userEvent.type(start, '22:00')
    await press('确定', form)
    await said('操作成功!')
    await vi.waitFor(
      async () => expect((await rows('车辆监控规则列表'))[0]).toContain('夜间限速超过 40 km/h一部周一至周五 22:00–18:00'),
      patience,
    )

    expect(await saved()).toMatchObject({ enabled: false, condition: { kind: 'speeding', limit: 40 } })
    await turn('夜间限速', 'on')
    const on = await dialog('启用 夜间限速')
    await within(on).findByText('最近没有这样的事件', {}, patience)
    await press('启用', on)
    await becomes({ enabled: true })
    await turn('夜间限速', 'off')
    await becomes({ enabled: false })
    await press('修改')
    await press('删除', await dialog('夜间限速'))
    const question = await dialog('删除规则')
    expect(question.textContent).toContain('规则 夜间限速 将被删除')
    await press('删除', question)
    await screen.findByText('还没有监控规则', {}, patience)
  },
)

test(
  'a change of a rule in force is tried out before it is saved, but not its name, nor what the form has tried out',
  slow,
  async () => {
    const rule = { name: '园区限速', condition: { kind: 'speeding', limit: 40 }, enabled: true }
    await kit.person.call('POST', '/admin/vehicleMonitoringRule', rule)
    open(rulePages[ObjectType.vehicle], RulesSearch)
    // The server has saved before the page knows of it: until then the form of the last change is open, and the row is the one before it.
    const edit = async (name: string, limit: number) => {
      const row = async () => (await rows('车辆监控规则列表'))[0]
      await vi.waitFor(async () => expect(await row()).toContain(`${name}超过 ${limit} km/h`), patience)
      await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience)
      await press('修改')
      return dialog(name)
    }
    const enter = async (form: HTMLElement, role: string, name: string, text: string) => {
      const one = await field(form, role, name)
      await userEvent.clear(one)
      await userEvent.type(one, text)
    }
    let form = await edit('园区限速', 40)
    await enter(form, 'textbox', '规则名称', '园内限速')
    await press('确定', form)
    await becomes({ name: '园内限速' })

    form = await edit('园内限速', 40)
    await enter(form, 'spinbutton', '限速', '30')
    await press('确定', form)
    let before = await dialog('修改 园内限速')
    await within(before).findByText('最近没有这样的事件', {}, patience)
    await press('取消', before)
    expect((await saved()).condition.limit).toBe(40)
    await press('确定', form)
    before = await dialog('修改 园内限速')
    await within(before).findByText('最近没有这样的事件', {}, patience)
    await press('保存改动', before)
    await becomes({ enabled: true, condition: { limit: 30 } })

    form = await edit('园内限速', 30)
    await enter(form, 'spinbutton', '限速', '20')
    await press('试运行（近 7 天）', form)
    await within(form).findByText('最近没有这样的事件', {}, patience)
    await press('确定', form)
    await becomes({ enabled: true, condition: { limit: 20 } })
  },
)

test(
  'the fields follow the kind of condition; a kind that needs hours says so; minutes are seconds in the call',
  slow,
  async () => {
    open(rulePages[ObjectType.vehicle], RulesSearch, { open: 'new' })
    const form = await dialog('新增规则')
    await enter(await field(form, 'textbox', '规则名称'), '夜间行驶')
    await choose(form, '条件', '驶出围栏')
    await field(form, 'combobox', '电子围栏')
    await choose(form, '条件', '非作业时段行驶')
    expect(within(form).queryByRole('combobox', { name: '电子围栏' })).toBeNull()
    within(form).getByText('作业时段')
    expect(within(form).queryByText('生效时段')).toBeNull()
    await press('确定', form)
    await within(form).findByText(/时段/, { selector: '.ant-form-item-explain-error' }, patience)
    await choose(form, '条件', '离线')
    await enter(await field(form, 'spinbutton', '时长'), '15')
    await press('确定', form)
    await said('操作成功!')
    const { data } = await kit.person.call('GET', '/admin/vehicleMonitoringRule/getList')
    expect(data[0]).toMatchObject({ condition: { kind: 'offline', after: 900 }, hours: [] })
  },
)

/** A drawer whose title stands elsewhere too. */
async function titled(title: string) {
  const shown = await screen.findByText(title, { selector: '.ant-drawer-title' }, patience)
  return shown.closest<HTMLElement>('[role=dialog]')!
}

test('a shift is kept for rules to share; a day of the calendar turns from rest to work', slow, async () => {
  open(rulePages[ObjectType.person], RulesSearch, { open: 'hours' })
  const drawer = await dialog('班次与日历')
  await press('新增班次', drawer)
  const form = await titled('新增班次')
  await enter(await field(form, 'textbox', '班次名称'), '早班')
  await press('确定', form)
  await within(drawer).findByText('每天 08:00–16:00', {}, patience)

  await userEvent.click(within(drawer).getByRole('tab', { name: '工作日历' }))
  await press('下个月', drawer)
  const day = async (kind: string) => within(drawer).findByTitle(new RegExp(`-15 ${kind}$`), {}, patience)
  await userEvent.click(await day('平日'))
  await userEvent.click(await day('休息'))
  await day('补班')
  const { rows: marked } = await run("select kind from calendar_day where to_char(day, 'DD') = '15'")
  expect(marked).toEqual([{ kind: 'work' }])

  // Somebody else marks a day meanwhile, which the next click here starts from.
  const { title } = await within(drawer).findByTitle(/-16 平日$/)
  await kit.person.call('PUT', '/admin/calendarDay', { day: title.slice(0, 10), kind: 'rest', updateTime: null })
  await userEvent.click(await within(drawer).findByTitle(/-16 休息$/, {}, patience))
  await within(drawer).findByTitle(/-16 补班$/, {}, patience)
})

test(
  'new hours of a shift that rules in force use are saved once a person has been told of them; the calendar says whose days it marks',
  slow,
  async () => {
    const hours = { start: '05:00', end: '13:00', weekdays: [1, 2, 3] }
    const { data: shift } = await kit.person.call('POST', '/admin/shift', { name: '早班', ...hours })
    const rule = {
      name: '早班限速',
      condition: { kind: 'speeding', limit: 40 },
      shiftIds: [shift.id],
      calendar: true,
      enabled: true,
    }
    await kit.person.call('POST', '/admin/vehicleMonitoringRule', rule)
    const shiftNow = async () => (await kit.person.call('GET', '/admin/shift/list')).data[0]
    open(rulePages[ObjectType.vehicle], RulesSearch, { open: 'hours' })
    const drawer = await dialog('班次与日历')
    await userEvent.click(await within(drawer).findByRole('button', { name: '修改 早班' }, patience))
    let form = await titled('早班')
    const enter = async (name: string, text: string) => {
      const one = await field(form, 'textbox', name)
      await userEvent.clear(one)
      await userEvent.type(one, text)
    }
    await enter('结束', '12:00')
    await press('确定', form)
    let told = await dialog('修改 早班')
    expect(told.textContent).toContain('1 条生效中的规则在使用它')
    expect(told.textContent).toContain('车辆 · 早班限速')
    await within(told).findByText('最近没有这样的事件', {}, patience)
    await press('取消', told)
    expect(await shiftNow()).toMatchObject(hours)
    await press('确定', form)
    told = await dialog('修改 早班')
    await press('保存改动', told)
    await vi.waitFor(async () => expect(await shiftNow()).toMatchObject({ end: '12:00' }), patience)

    await userEvent.click(await within(drawer).findByRole('button', { name: '修改 早班' }, patience))
    form = await titled('早班')
    await enter('班次名称', '清晨班')
    await press('确定', form)
    await vi.waitFor(async () => expect(await shiftNow()).toMatchObject({ name: '清晨班' }), patience)

    await userEvent.click(within(drawer).getByRole('tab', { name: '工作日历' }))
    await within(drawer).findByText(/^1 条生效中的规则按日历生效：早班限速。/, {}, patience)
  },
)

test('who is told is chosen; messages cannot be promised without a service for them', slow, async () => {
  const rule = { name: '园区限速', condition: { kind: 'speeding', limit: 40 } }
  const { data } = await kit.person.call('POST', '/admin/vehicleMonitoringRule', rule)
  open(rulePages[ObjectType.vehicle], RulesSearch, { open: data.id })
  const form = await dialog('园区限速')
  await userEvent.click(await field(form, 'combobox', '通知对象'))
  const [handler] = await screen.findAllByTitle(/handler/, {}, patience)
  await userEvent.click(handler!)
  await field(form, 'combobox', '通知对象 1')
  await userEvent.click(await field(form, 'switch', '短信通知'))
  await press('确定', form)
  await said('没有配置短信服务，不能发送短信')
  await userEvent.click(await field(form, 'switch', '短信通知'))
  await press('确定', form)
  await said('操作成功!')
  await becomes({ sms: false, recipientIds: [expect.any(Number)] })
})

test('a rule that somebody has removed meanwhile stays in its form, which says so', slow, async () => {
  const rule = { name: '园区限速', condition: { kind: 'speeding', limit: 40 } }
  const { data } = await kit.person.call('POST', '/admin/vehicleMonitoringRule', rule)
  open(rulePages[ObjectType.vehicle], RulesSearch, { open: data.id })
  const form = await dialog('园区限速')
  await userEvent.type(await field(form, 'textbox', '规则名称'), '一')
  await kit.person.call('DELETE', `/admin/vehicleMonitoringRule/${data.id}`)
  window.dispatchEvent(new Event('visibilitychange'))
  await within(form).findByText('此记录已被删除，或已不在您的数据权限内', {}, patience)
  expect(await field(form, 'textbox', '规则名称')).toHaveProperty('value', '园区限速一')
})

test(
  'each crew uses its own areas: the form says who has none, the list says it in words; named ones are asked for again',
  slow,
  async () => {
    await addVehicle(kit.server.db)
    const shape = { kind: 'circle', centre: [104.06, 30.65], radius: 300 }
    const other = await run(`select dept_id from sys_dept where tenant_id = 1 and name = '二部'`)
    const { data: area } = await kit.person.call('POST', '/admin/area', { name: '作业区', deptId: other.rows[0].dept_id, shape })
    open(rulePages[ObjectType.vehicle], RulesSearch, { open: 'new' })
    let form = await dialog('新增规则')
    await enter(await field(form, 'textbox', '规则名称'), '驶离作业区')
    await choose(form, '条件', '驶出围栏')
    await press('确定', form)
    await within(form).findByText('请选择电子围栏', { selector: '.ant-form-item-explain-error' }, patience)
    await userEvent.click(await field(form, 'radio', '各班组用自己的围栏'))
    await within(form).findByText('1 辆车所在部门及上级部门都没有围栏，不会产生违章：一部', {}, patience)
    expect(within(form).queryByRole('combobox', { name: '电子围栏' })).toBeNull()
    await press('确定', form)
    await said('操作成功!')
    await becomes({ condition: { kind: 'outOfArea', areaIds: [], ownAreas: true } })
    await vi.waitFor(async () => expect((await rows('车辆监控规则列表'))[0]).toContain('在 各班组自己的围栏 之外'), patience)

    await press('修改')
    form = await dialog('驶离作业区')
    expect(await field(form, 'radio', '各班组用自己的围栏')).toHaveProperty('checked', true)
    await userEvent.click(await field(form, 'radio', '指定围栏'))
    await choose(form, '电子围栏', '作业区')
    await press('确定', form)
    await becomes({ condition: { kind: 'outOfArea', areaIds: [area.id] } })
    expect((await saved()).condition.ownAreas).toBeUndefined()
  },
)
