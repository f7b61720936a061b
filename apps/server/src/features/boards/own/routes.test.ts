import { mostPanels } from '@huanwei/contract/boards/codes'
import type { BoardDefinition } from '@huanwei/contract/designs/endpoints'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let admin: Person
const overview = '/screen/board_huayin/index'

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  await admin.call('PUT', '/admin/user/edit', { name: '甲管理员' })
  await addVehicle(server.db)
  await addVehicle(server.db, { department: '二部', plateNumber: '川A00002', terminalNo: '13900000002' })
})
afterAll(() => server.close())

const copy = async (path = overview, who = admin) => (await who.call('POST', '/admin/board/own', { path })).data
const change = (fields: object, who = admin) => who.call('PUT', '/admin/board/own', fields)
const publish = (fields: object, who = admin) => who.call('PUT', '/admin/board/own/publish', fields)
const takeBack = (fields: object, who = admin) => who.call('PUT', '/admin/board/own/takeBack', fields)
const read = (id: number, who = admin, more = '') => who.call('GET', `/admin/board/read?path=/board/own/${id}${more}`)
async function show(path: string, token: string, known?: string) {
  const payload = { path, token, screen: 'hall', build: 'b1', dataAge: 1, known }
  return (await server.app.inject({ method: 'POST', url: '/open/board/get', payload })).json()
}
/** The right to edit for a role that sees a part of the organisation. */
const grant = () =>
  server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission = 'admin_board_edit'`)

const titles = { 'zh-CN': '三楼大厅', 'zh-TW': '', 'en-US': 'Hall' }

test('a preset is copied, changed and published; screens see each version at their next question, and none once it is taken back', async () => {
  const made = await copy()
  expect(made).toMatchObject({ title: { 'zh-CN': '华阴大屏 副本' }, published: null, createBy: '甲管理员' })
  expect((await read(made.id)).data).toBe('board_own')
  expect((await admin.call('POST', '/admin/board/token', { path: `/board/own/${made.id}` })).data).toBe('board_own')

  const [first, ...others] = made.definition.panels
  const wanted = { ...made.definition, title: titles, theme: 'light', panels: [{ ...first, title: titles }, ...others] }
  const { data: saved } = await change({ id: made.id, definition: wanted, updateTime: made.updateTime })
  expect(saved).toMatchObject({ definition: wanted, isChanged: true, published: null })
  const { data: one } = await publish({ id: made.id, updateTime: saved.updateTime })
  expect(one).toMatchObject({ published: 1, isChanged: false, publishedBy: '甲管理员' })

  const path = `/board/own/${made.id}`
  const { token } = (await admin.call('POST', '/admin/board/token', { path, place: '大厅' })).data
  const shown = (await show(path, token)).data
  expect(shown.board).toMatchObject({ title: '三楼大厅', theme: 'light' })
  expect(shown.board.panels[0].title).toBe('三楼大厅')
  expect(shown.board.panels.every(({ data }: { data: unknown }) => data !== null)).toBe(true)
  const listed = (await admin.call('GET', '/admin/board/token/list')).data
  expect(listed.map(({ title }: { title: string }) => title)).toContain('三楼大厅')
  expect((await admin.call('GET', '/admin/board/own/published')).data).toEqual([{ path, title: '三楼大厅', about: 'now' }])

  const next = { ...wanted, theme: 'green' }
  const { data: again } = await change({ id: made.id, definition: next, updateTime: one.updateTime })
  expect([again.isChanged, (await show(path, token)).data.board.theme]).toEqual([true, 'light'])
  const { data: two } = await publish({ id: made.id, updateTime: again.updateTime })
  expect((await show(path, token, shown.version)).data.board.theme).toBe('green')

  const versions = (await admin.call('GET', `/admin/board/own/version/list?id=${made.id}`)).data
  expect(versions).toMatchObject([
    { version: 2, createBy: '甲管理员', panelCount: wanted.panels.length },
    { version: 1, createBy: '甲管理员' },
  ])
  expect((await admin.call('GET', `/admin/board/own/version?id=${made.id}&version=1`)).data.theme).toBe('light')
  const restored = await admin.call('PUT', '/admin/board/own/restore', { id: made.id, version: 1, updateTime: two.updateTime })
  expect(restored.data).toMatchObject({ theme: 'light', published: 2, isChanged: true })

  const { data: back } = await takeBack({ id: made.id, updateTime: restored.data.updateTime })
  expect(back.published).toBeNull()
  expect(await show(path, token)).toMatchObject({ code: 1, data: 'board_own', msg: '该看板未发布、已撤回或已删除' })
  expect((await read(made.id)).data).toBe('board_own')
  await publish({ id: made.id })
  expect((await show(path, token)).code).toBe(0)
  expect((await admin.call('DELETE', `/admin/board/own/${made.id}`)).data).toBe(true)
  expect((await show(path, token)).data).toBe('board_token')
})

test('of two who change one state the second is refused, and nothing of the first is lost', async () => {
  const made = await copy('/order/signboard/index')
  const mine = { ...made.definition, theme: 'light' }
  const replies = await Promise.all([
    change({ id: made.id, definition: mine, updateTime: made.updateTime }),
    change({ id: made.id, definition: { ...mine, theme: 'green' }, updateTime: made.updateTime }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { data: now } = await admin.call('GET', `/admin/board/own/${made.id}`)
  expect(now.theme).toBe(replies.find(({ status }) => status === 200)?.data.theme)
  expect((await publish({ id: made.id, updateTime: made.updateTime })).status).toBe(409)
})

test('a board of another organisation is neither read, changed nor shown', async () => {
  const made = await copy()
  await publish({ id: made.id })
  const foreign = await server.login('admin', 2)
  expect((await foreign.call('GET', `/admin/board/own/${made.id}`)).status).toBe(404)
  expect((await change({ id: made.id, definition: made.definition }, foreign)).status).toBe(404)
  expect((await publish({ id: made.id }, foreign)).status).toBe(404)
  expect((await foreign.call('DELETE', `/admin/board/own/${made.id}`)).status).toBe(404)
  expect((await foreign.call('POST', '/admin/board/own', { path: `/board/own/${made.id}` })).status).toBe(404)
  expect((await read(made.id, foreign)).data).toBe('board_own')
  expect((await foreign.call('GET', '/admin/board/own/list')).data).toEqual([])
  const { token } = (await foreign.call('POST', '/admin/board/token', { path: overview })).data
  expect((await show(`/board/own/${made.id}`, token)).data).toBe('board_token')
})

const vehiclesOf = ({ data }: Awaited<ReturnType<Person['call']>>) =>
  (data.board ?? data).panels
    .flatMap(({ data: shown }: { data: { figures?: { key: string; of: number }[] } }) => shown.figures ?? [])
    .find(({ key }: { key: string }) => key === 'vehiclesOnline').of

test('who sees a part of the organisation sees its figures in previews and on boards, and changes nothing', async () => {
  const made = await copy()
  await publish({ id: made.id })
  await grant()
  const handler = await server.login('handler')
  const preview = (who: Person) => who.call('POST', '/admin/board/getPreview', { definition: made.definition })
  await expect.poll(async () => vehiclesOf(await preview(admin)), { timeout: 20_000 }).toBe(2)
  expect([vehiclesOf(await preview(handler)), vehiclesOf(await read(made.id, handler))]).toEqual([1, 1])
  for (const reply of [
    await change({ id: made.id, definition: made.definition }, handler),
    await publish({ id: made.id }, handler),
    await takeBack({ id: made.id }, handler),
    await handler.call('DELETE', `/admin/board/own/${made.id}`),
    await handler.call('POST', '/admin/board/own', { path: overview }),
  ])
    expect(reply).toMatchObject({ status: 403 })
})

test('without the permission nothing is listed, looked at or made', async () => {
  const viewer = await server.login('viewer')
  const { id, definition } = await copy()
  for (const reply of [
    await viewer.call('GET', '/admin/board/own/list'),
    await viewer.call('GET', `/admin/board/own/${id}`),
    await viewer.call('POST', '/admin/board/own', { path: overview }),
    await viewer.call('POST', '/admin/board/getPreview', { definition }),
    await change({ id, definition }, viewer),
    await publish({ id }, viewer),
  ])
    expect(reply.status).toBe(403)
})

test('what is no definition is refused in words that name the panel', async () => {
  const { definition }: { definition: BoardDefinition } = await copy()
  const [first, second, ...others] = definition.panels
  const add = (sent: unknown) => admin.call('POST', '/admin/board/own', { definition: sent })
  const message = async (panel: object) => (await add({ ...definition, panels: [first, { ...second, ...panel }, ...others] })).msg
  expect(await message({ source: 'weather' })).toMatch(/看板定义 面板 2 数据源: /)
  expect(await message({ x: first!.x, y: first!.y })).toContain('面板 2: 面板与前面的面板重叠')
  expect(await message({ w: 24, x: 20 })).toContain('面板 2: 面板超出了网格')
  expect(await message({ kind: 'trend' })).toContain('面板 2: 这种图形不能显示这个数据源')
  for (const sent of [null, 'x', [], { ...definition, panels: Array.from({ length: mostPanels + 1 }, () => first) }])
    expect((await add(sent)).status).toBe(400)
  expect((await add({ ...definition, title: { 'zh-CN': '字'.repeat(200_000) } })).status).toBe(400)
  expect((await add({ ...definition, title: { 'zh-CN': 'a\0b' } })).status).toBe(400)
  expect((await admin.call('POST', '/admin/board/own', {})).status).toBe(400)
  expect((await admin.call('POST', '/admin/board/own', { path: '/screen/nothing' })).status).toBe(404)
  const { data: empty } = await add({ ...definition, panels: [] })
  expect((await publish({ id: empty.id })).msg).toBe('看板上还没有面板，不能发布')
})

test('of the previews of an account one is computed at a time, of an organisation three', async () => {
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id) where tenant_id = 1 and permission = 'admin_board_edit'
    on conflict do nothing`)
  const [handler, viewer, nobody, foreign] = await Promise.all([
    server.login('handler'),
    server.login('viewer'),
    server.login('nobody'),
    server.login('admin', 2),
  ])
  const { definition }: { definition: BoardDefinition } = await copy()
  const panel = { id: 'one', kind: 'ranking', source: 'scores', title: titles, x: 0, y: 0, w: 6, h: 3 }
  const preview = (who: Person, params: object) =>
    who.call('POST', '/admin/board/getPreview', { definition: { ...definition, panels: [{ ...panel, params }] } })
  const locking = await server.db.owner.connect()
  const before = server.app.boardComputations()
  const computed = () => server.app.boardComputations() - before
  const replies: ReturnType<typeof preview>[] = []
  try {
    await locking.query('begin; lock table wc_report_to_clean')
    replies.push(...['0', '1', '2'].map((cleaningType) => preview(admin, { cleaningType })))
    await expect.poll(computed).toBe(1)
    const facilityTypes = [FacilityType.publicToilet, FacilityType.can, FacilityType.restaurant]
    for (const [place, who] of [handler, viewer, nobody].entries())
      replies.push(preview(who, { facilityType: facilityTypes[place] }))
    await expect.poll(computed).toBe(3)
    replies.push(preview(foreign, {}))
    await expect.poll(computed).toBe(4)
  } finally {
    await locking.query('rollback')
    locking.release()
  }
  for (const reply of await Promise.all(replies)) expect(reply.status).toBe(200)
  expect(computed()).toBe(7)
})

test('who asks for previews without end is refused in the end', async () => {
  const { definition } = await copy('/work_plan/board/index')
  const replies = await Promise.all(
    Array.from({ length: 120 }, () => admin.call('POST', '/admin/board/getPreview', { definition })),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 429]))
})
