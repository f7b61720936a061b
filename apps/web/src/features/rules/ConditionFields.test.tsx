// @vitest-environment jsdom
import { ObjectType } from '@huanwei/contract/objects'
import { ConditionKind, conditionKinds, hourlyKinds } from '@huanwei/contract/rules/codes'
import type { Condition } from '@huanwei/contract/rules/endpoints'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { i18n } from '../../i18n/i18n.ts'
import { dialog, enter, patience, press, screenTest, slow } from '../../test/screen.tsx'
import { conditionFields, type FieldName } from './condition-table.ts'
import { rulePages } from './RulesPage.tsx'
import { ruleCalls } from './rule-calls.ts'
import { RulesSearch } from './rule-search.ts'

const { kit, open } = screenTest(['rules', 'tryout', 'terminals', 'readings', 'map'])
let [street, yard] = [0, 0]
beforeAll(async () => {
  const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  const add = async (name: string, shape: object) =>
    (await kit.person.call('POST', '/admin/area', { name, deptId: rows[0].dept_id, shape })).data.id
  yard = await add('停车场', { kind: 'circle', centre: [104.06, 30.65], radius: 300 })
  street = await add('人民路', { kind: 'route', line: [104.06, 104.07].map((lng) => [lng, 30.65]), width: 20 })
})

/** Input of each field. */
const entered: Record<FieldName, string> = {
  limit: '45',
  after: '25',
  rest: '20',
  grace: '15',
  radius: '120',
  below: '18',
  above: '85',
  perHour: '300',
  ownAreas: '',
  areaIds: '停车场',
  routeIds: '人民路',
  bit: '侧翻预警',
  addition: '驾驶员状态（DSM）',
  types: '抽烟',
  metric: '硫化氢',
  value: '2.5',
}
const lists: readonly FieldName[] = ['areaIds', 'routeIds', 'bit', 'addition', 'types', 'metric']
const minutes = 60

/** Field of the call. */
const expected = (): { [K in ConditionKind]: Extract<Condition, { kind: K }> } => ({
  speeding: { kind: 'speeding', limit: 45 },
  outOfArea: { kind: 'outOfArea', areaIds: [yard] },
  inArea: { kind: 'inArea', areaIds: [yard] },
  offRoute: { kind: 'offRoute', areaIds: [street] },
  parked: { kind: 'parked', after: 25 * minutes },
  idling: { kind: 'idling', after: 25 * minutes },
  fatigue: { kind: 'fatigue', after: 25 * minutes, rest: 20 * minutes },
  offHours: { kind: 'offHours' },
  terminalAlarm: { kind: 'terminalAlarm', bit: 30 },
  activeSafety: { kind: 'activeSafety', addition: 101, types: [3] },
  offline: { kind: 'offline', after: 25 * minutes },
  absent: { kind: 'absent', areaIds: [yard], after: 25 * minutes },
  staying: { kind: 'staying', after: 25 * minutes, radius: 120 },
  late: { kind: 'late', areaIds: [yard], grace: 15 * minutes },
  leavingEarly: { kind: 'leavingEarly', areaIds: [yard], grace: 15 * minutes },
  sos: { kind: 'sos' },
  lowBattery: { kind: 'lowBattery', below: 18 },
  reading: { kind: 'reading', metric: 'hydrogenSulphide', above: 2.5 },
  overflow: { kind: 'overflow', above: 85 },
  flow: { kind: 'flow', perHour: 300 },
})

const field = (form: HTMLElement, role: string, name: string) => within(form).findByRole(role, { name }, patience)
const words = (name: FieldName) =>
  name === 'metric' ? i18n.t('readings:metricLabel') : i18n.t(`rules:field.${name === 'value' ? 'above' : name}`)
async function choose(form: HTMLElement, label: string, option: string) {
  await enter(await field(form, 'combobox', label), option)
  const found = await screen.findAllByTitle(option, {}, patience)
  await userEvent.click(found.at(-1)!)
}
async function fill(form: HTMLElement, name: FieldName) {
  // As it begins: areas are named.
  if (name === 'ownAreas') return
  if (lists.includes(name)) return choose(form, words(name), entered[name])
  fireEvent.change(await field(form, 'spinbutton', words(name)), { target: { value: entered[name] } })
}
async function save(form: HTMLElement, name: string) {
  fireEvent.change(await field(form, 'textbox', '规则名称'), { target: { value: name } })
  const button = within(form).getByRole('button', { name: '确定' })
  await vi.waitFor(() => expect(button.hasAttribute('disabled')).toBe(false), patience)
  fireEvent.click(button)
}

const objectTypes = Object.values(ObjectType)
const every = Object.values(ConditionKind).map((kind) => ({
  kind,
  objectType: objectTypes.find((type) => conditionKinds[type].some((one) => one === kind)) ?? ObjectType.vehicle,
}))

test.each(every)(
  '$kind is saved as it was filled in, and is the same when it is opened and saved again',
  slow,
  async ({ objectType, kind }) => {
    const { list } = ruleCalls[objectType]
    const called = async (name: string) => {
      const { data } = await kit.person.call('GET', list.path)
      const one = data.find((rule: { name: string }) => rule.name === name)
      if (!one) throw new Error(`no rule ${name}`)
      return one
    }
    const [first, second] = [`规则 ${kind}`, `规则 ${kind} 改`]
    open(rulePages[objectType], RulesSearch, { open: 'new' })
    const form = await dialog('新增规则')
    await choose(form, '条件', i18n.t(`rules:kinds.${kind}`))
    for (const name of conditionFields[kind]) await fill(form, name)
    if (hourlyKinds.includes(kind)) await press('添加时段', form)
    await save(form, first)
    const added = await vi.waitFor(() => called(first), patience)
    expect(added.condition).toEqual(expected()[kind])

    await press('修改')
    await save(await dialog(first), second)
    const again = await vi.waitFor(() => called(second), patience)
    expect({ ...again, name: first, updateTime: added.updateTime }).toEqual(added)
    await kit.person.call('DELETE', `${ruleCalls[objectType].add.path}/${added.id}`)
  },
)
