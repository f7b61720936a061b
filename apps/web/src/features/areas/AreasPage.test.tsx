// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { dialog, patience, press, rowsOf, screenTest, slow } from '../../test/screen.tsx'
import { AreasPage } from './AreasPage.tsx'
import { areasToGeoJson } from './area-files.ts'
import { AreasSearch } from './area-search.ts'

const { kit, open, said } = screenTest(['areas', 'map', 'rules', 'tryout'])

const texts = async () => (await rowsOf('电子围栏列表')).map((row) => row.textContent)
async function chooseDepartment(area: HTMLElement) {
  await userEvent.click(await within(area).findByRole('combobox', { name: '所属部门' }, patience))
  const [one] = await screen.findAllByTitle('一部', {}, patience)
  await userEvent.click(one!)
}

test(
  'a route is typed point by point, stands in the list with its size, and goes after a question that names it',
  slow,
  async () => {
    open(AreasPage, AreasSearch, { open: 'new' })
    const form = await dialog('新增围栏')
    await userEvent.type(await within(form).findByRole('textbox', { name: '围栏名称' }, patience), '人民路')
    await chooseDepartment(form)
    await press('确定', form)
    await within(form).findByText('不能为空', {}, patience)
    await userEvent.click(within(form).getByText('路线'))
    const coordinates = within(form).getByRole('textbox', { name: /^坐标/ })
    await userEvent.type(coordinates, '104.06')
    await within(form).findByText('有一行不是“经度, 纬度”', {}, patience)
    await userEvent.clear(coordinates)
    await userEvent.type(coordinates, '104.06, 30.57{enter}104.06, 30.58')
    const width = within(form).getByRole('spinbutton', { name: '宽度' })
    await userEvent.clear(width)
    await userEvent.type(width, '24')
    // Its size is there before it is sent.
    await within(form).findByText('长 1.11 km，宽 24 m', {}, patience)
    const confirm = within(form).getByRole('button', { name: '确定' })
    await vi.waitFor(() => expect(confirm.hasAttribute('disabled')).toBe(false), patience)
    await userEvent.click(confirm)
    await said('操作成功!')
    await vi.waitFor(async () => expect((await texts())[0]).toContain('人民路一部长 1.11 km，宽 24 m'), patience)

    await press('修改')
    await press('删除', await dialog('人民路'))
    const question = await dialog('删除围栏')
    expect(question.textContent).toContain('围栏 人民路 将被删除')
    await press('删除', question)
    await screen.findByText('还没有电子围栏', {}, patience)
  },
)

test('a form that stands open says that somebody has changed its area, or removed it', slow, async () => {
  const { call } = kit.person
  const { data: tree } = await call('GET', '/admin/dept/tree')
  const shape = { kind: 'circle', centre: [104.06, 30.57], radius: 300 }
  const { data: area } = await call('POST', '/admin/area', { name: '北门', deptId: tree[0].id, shape })
  open(AreasPage, AreasSearch, { open: String(area.id) })
  const form = await dialog('北门')
  await userEvent.type(await within(form).findByRole('textbox', { name: '围栏名称' }, patience), '外')
  await call('PUT', '/admin/area', { id: area.id, name: '南门', deptId: tree[0].id, shape })
  window.dispatchEvent(new Event('visibilitychange'))
  await within(form).findByText(/此记录已于 .+ 有新的修改/, {}, patience)
  await call('DELETE', `/admin/area/${area.id}`)
  window.dispatchEvent(new Event('visibilitychange'))
  await within(form).findByText('此记录已被删除，或已不在您的数据权限内', {}, patience)
  expect(within(form).getByRole('button', { name: '确定' }).hasAttribute('disabled')).toBe(true)
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: '围栏名称' }).value).toBe('北门外')
})

test('of a file that holds several, those that can be areas are added, the others say why not', slow, async () => {
  open(AreasPage, AreasSearch, { open: 'import' })
  const drawer = await dialog('导入围栏')
  const circle = { kind: 'circle' as const, centre: [104.06, 30.57] as [number, number], radius: 300 }
  const text = areasToGeoJson([
    { name: '东门', shape: circle },
    { name: '', shape: circle },
  ])
  await userEvent.upload(within(drawer).getByLabelText('选择文件'), new File([text], 'a.geojson'))
  const found = await within(drawer).findByRole('table', { name: '文件里的围栏' }, patience)
  const results = () =>
    within(found)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.lastElementChild?.textContent)
  expect(results()).toEqual(['可以添加', '名称为空或超过 50 个字符'])
  await press('添加 1 个围栏', drawer)
  await within(drawer).findByText('请选择围栏所属的部门', {}, patience)
  await chooseDepartment(drawer)
  const add = within(drawer).getByRole('button', { name: '添加 1 个围栏' })
  await vi.waitFor(() => expect(add.hasAttribute('disabled')).toBe(false), patience)
  await userEvent.click(add)
  await vi.waitFor(() => expect(results()[0]).toBe('已添加'), patience)
  await vi.waitFor(async () => expect((await texts())[0]).toContain('东门一部半径 300 m'), patience)
})

test('an area that rules in force use moves once a person has been told of them', slow, async () => {
  const { call } = kit.person
  const deptId = (await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)).rows[0]
    .dept_id
  const shape = { kind: 'circle', centre: [104.06, 30.57], radius: 300 }
  const { data: area } = await call('POST', '/admin/area', { name: '西门', deptId, shape })
  const condition = { kind: 'outOfArea', areaIds: [area.id] }
  for (const path of ['/admin/vehicleMonitoringRule', '/admin/sysusermonitoringrule'])
    await call('POST', path, { name: '离开西门', condition, enabled: true })
  const now = async () => (await call('GET', `/admin/area/${area.id}`)).data
  const enter = async (form: HTMLElement, role: string, name: string, text: string) => {
    const one = await within(form).findByRole(role, { name }, patience)
    await userEvent.clear(one)
    await userEvent.type(one, text)
  }

  open(AreasPage, AreasSearch, { open: String(area.id) })
  const form = await dialog('西门')
  await enter(form, 'spinbutton', '半径', '500')
  await press('确定', form)
  const told = await dialog('修改 西门')
  expect(told.textContent).toContain('2 条生效中的规则在使用它')
  await userEvent.click(within(told).getByRole('radio', { name: '车辆 · 离开西门' }))
  await press('试运行（近 7 天）', told)
  await within(told).findByText(/最近没有这样的事件/, {}, patience)
  expect(await now()).toMatchObject({ shape })
  await press('保存改动', told)
  await vi.waitFor(async () => expect((await now()).shape.radius).toBe(500), patience)
})

test(
  'beside the map a click chooses a row and its button opens it; without room a switch shows the map instead',
  slow,
  async () => {
    const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
    const shape = { kind: 'circle', centre: [104.06, 30.57], radius: 300 }
    await kit.person.call('POST', '/admin/area', { name: '北门', deptId: rows[0].dept_id, shape })
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    open(AreasPage, AreasSearch)
    await screen.findByRole('region', { name: '围栏地图' }, patience)
    const row = async () => (await screen.findByText('北门', { selector: 'td *' }, patience)).closest('tr')!
    await userEvent.click(await row())
    await vi.waitFor(async () => expect((await row()).getAttribute('aria-current')).toBe('true'), patience)
    expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(within(await row()).getByRole('button', { name: '修改' }))
    await dialog('北门')

    cleanup()
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    open(AreasPage, AreasSearch)
    await row()
    expect(screen.queryByRole('region', { name: '围栏地图' })).toBeNull()
    await userEvent.click(screen.getByText('地图'))
    const map = await screen.findByRole('region', { name: '围栏地图' }, patience)
    expect(screen.queryByRole('table')).toBeNull()
    await within(map).findByText(/^共 \d+ 个围栏/, {}, patience)
  },
)

test('the chosen area is named below the map of a small screen, and opens from there', slow, async () => {
  const { rows } = await kit.server.db.owner.query(`select dept_id from sys_dept where tenant_id = 1 and name = '一部'`)
  const shape = { kind: 'circle', centre: [104.06, 30.57], radius: 300 }
  const { data } = await kit.person.call('POST', '/admin/area', { name: '南门', deptId: rows[0].dept_id, shape })
  open(AreasPage, AreasSearch, { view: 'map', chosen: data.id })
  const map = await screen.findByRole('region', { name: '围栏地图' }, patience)
  await within(map).findByText('南门', {}, patience)
  expect(map.textContent).toContain('一部 · 圆形 · 半径 300 m')
  await press('详情', map)
  await dialog('南门')
})

test('drawing fills the screen; Esc leaves the full screen and not the form, and Tab stays in it', slow, async () => {
  const shown = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => element })
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
  const exit = vi.fn(async () => shown(null))
  document.exitFullscreen = exit
  HTMLElement.prototype.requestFullscreen = async function request(this: HTMLElement) {
    shown(this)
  }
  open(AreasPage, AreasSearch, { open: 'new' })
  const form = await dialog('新增围栏')
  await userEvent.type(await within(form).findByRole('textbox', { name: '围栏名称' }, patience), '全屏')
  await press('全屏', form)
  const leave = await within(form).findByRole('button', { name: '退出全屏' }, patience)
  const field = document.fullscreenElement
  expect(within(form).queryByRole('textbox', { name: /^坐标/ })).toBeNull()
  form.querySelector<HTMLElement>('.drawer-content')?.focus()
  await userEvent.tab()
  expect(field?.contains(document.activeElement)).toBe(true)
  leave.focus()
  await userEvent.keyboard('{Escape}')
  expect(exit).toHaveBeenCalledTimes(1)
  await within(form).findByRole('button', { name: '全屏' }, patience)
  expect(within(form).getByRole('textbox', { name: '围栏名称' })).toHaveProperty('value', '全屏')
  expect(screen.queryByText('有未提交的内容')).toBeNull()
  Reflect.deleteProperty(document, 'fullscreenEnabled')
  Reflect.deleteProperty(document, 'fullscreenElement')
})
