import { isFacilityBoard } from '@huanwei/contract/boards/codes'
import { readBoard } from '@huanwei/contract/boards/endpoints'
import { boardPaths } from '@huanwei/contract/menus/codes'
import { getMenu, type MenuNode } from '@huanwei/contract/menus/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { shanghaiMs } from '@huanwei/contract/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, newToken } from './api.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

// Its own: a walk of so many accounts is work that others would wait for.
let product: Product
beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
})
afterAll(() => product?.remove())

const today = new Date(Date.now() + shanghaiMs).toISOString().slice(0, 10)

/** Accounts of the demo: those that its start names, and one of each further role. `gh…` and `nc…` are staff numbers of the other organisations. */
const accounts: [tenantId: number, usernames: string[]][] = [
  [1, ['admin', 'dispatcher', 'inspector', 'viewer', 'yg0001', 'yg0649', 'yg0901', 'yg0973']],
  [2, ['admin', 'dispatcher', 'gh001', 'gh002', 'gh003']],
  [34, ['admin', 'dispatcher', 'gh001', 'gh002', 'gh003', 'nc001']],
  [62, ['admin', 'dispatcher', 'gh001', 'gh002', 'gh003']],
]

type Request = { method: 'GET' | 'POST'; path: string; body?: object }
const get = (path: string): Request => ({ method: 'GET', path })
const post = (path: string, body: object = {}): Request => ({ method: 'POST', path, body })
/** Requests of a page when it opens. At least one of `rows` returns something, unless there is a reason why none does. */
type Opening = { rows: Request[]; others?: Request[]; mayBeEmpty?: string }

const reports = (query = '') => get(`/admin/wcReportToClean/page?${query}`)
const departments = get('/admin/dept/list')
/** A board; that of one facility asks for it first. */
const boardOf = (path: string): Opening =>
  isFacilityBoard(path)
    ? { rows: [get('/admin/facility/page')], mayBeEmpty: 'who drives for others has no facilities' }
    : { rows: [get(`/admin/board/read?path=${path}`)] }
const queue = (msgType: MsgType, list: string): Opening => ({
  rows: [get(`/admin/msgPush/page?pushObjectId=ME&msgType=${msgType}`), get(list)],
})
const violations = (objectType: number): Opening => ({
  rows: [
    get(`/admin/msgPush/page?pushObjectId=ME&msgType=${MsgType.violation}&objectType=${objectType}`),
    get(`/admin/violationEvent/page?objectType=${objectType}`),
  ],
})
const facilitiesOf = (type: string): Opening => ({
  rows: [post('/admin/tree/getFacilityTreeVoList', { facilityType: type })],
  others: [post('/admin/tree/getFacilityTypeCount')],
})

/** Sites of others. */
const outside: Opening = { rows: [], others: [get('/admin/unitInfo/links')], mayBeEmpty: 'they are elsewhere' }

const openings: Record<string, Opening> = {
  '/monitor/live/index': {
    rows: [post('/admin/tree/getDeptTreeVehicleList')],
    others: [post('/admin/tree/getVehicleTypeCount'), get('/admin/area/page')],
  },
  '/monitor/live/index?tab=facility&type=1': facilitiesOf('1'),
  '/monitor/live/index?tab=facility&type=9': facilitiesOf('9'),
  '/monitor/history/index': {
    rows: [post('/admin/tree/getDeptTreeVehicleList')],
    others: [
      post('/admin/tree/getUserTreeVoList'),
      post('/admin/tree/getFacilityTreeVoList'),
      get('/admin/tree/selectGarbageCanTreeList'),
    ],
  },
  '/monitor/intercom/index': { rows: [get('/admin/intercom/group/list')], others: [get('/admin/intercom/speech/list')] },
  '/monitor/video/index': { rows: [post('/admin/tree/getDeptTreeVehicleList')] },
  '/monitor/playback/index': { rows: [post('/admin/tree/getDeptTreeVehicleList')] },
  '/monitor/recording/index': {
    rows: [get('/admin/video/schedule/list')],
    mayBeEmpty: 'an organisation makes schedules itself',
  },
  '/event/personnel/index': violations(0),
  '/event/illegal/index': violations(1),
  '/event/facility/index': violations(2),
  '/event/emergency/index': { rows: [get('/admin/emergency/page')], mayBeEmpty: 'nobody of a small crew has called for help' },
  '/event/approval/index': queue(MsgType.approval, '/admin/applyForRecord/page'),
  '/event/inspection/index': queue(MsgType.inspection, '/admin/inspectEvent/page'),
  '/event/public/index': queue(MsgType.public, '/admin/wcComplaint/page'),
  '/clean/report/index': { rows: [reports()], others: [get('/admin/wcReportToClean/getPend')] },
  '/clean/report/index?type=1&view=list': { rows: [reports('type=1')] },
  '/clean/report/index?type=0&view=list': { rows: [reports('type=0')] },
  '/rule/personnel/index': { rows: [get('/admin/sysusermonitoringrule/list')], others: [departments, get('/admin/shift/list')] },
  '/rule/vehicle/index': { rows: [get('/admin/vehicleMonitoringRule/getList')], others: [departments] },
  '/rule/facility/index': { rows: [get('/admin/sysfacilitymonitoringrule/list')], others: [departments] },
  '/asset/vehicle/index': { rows: [get('/admin/vehicle/page')], others: [get('/admin/dict/type/vehicle_type')] },
  '/asset/personnel/index': { rows: [get('/admin/user/page')], others: [get('/admin/role/list')] },
  '/asset/facility/index': { rows: [get('/admin/facility/page')], others: [get('/admin/dict/type/facility_type')] },
  '/asset/facility/index?facilityType=1': { rows: [get('/admin/facility/page?facilityType=1')] },
  '/asset/facility/index?facilityType=9': { rows: [get('/admin/facility/page?facilityType=9')] },
  '/asset/bin/index': { rows: [get('/admin/garbageCan/page')] },
  '/asset/terminal/index': { rows: [get('/admin/device/page')] },
  '/asset/area/index': { rows: [get('/admin/area/page')] },
  '/report/index': {
    rows: [get('/admin/reportForms/page')],
    mayBeEmpty: 'reports are made by who needs them; the demo makes those of the administrator',
  },
  '/work/index': {
    rows: [get(`/admin/workTask/page?day=${today}`)],
    mayBeEmpty: 'tasks are made for shifts that are not over when the demo is loaded',
  },
  '/attendance/index': { rows: [get('/admin/attendance/page')], others: [get('/admin/attendance/own')] },
  '/project/index': { rows: [get('/admin/projectManage/page')] },
  '/box/index': { rows: [get('/admin/box/page')] },
  '/system/unit/index': { rows: [post('/admin/unitInfo/getUnitInfoById')], mayBeEmpty: 'a form that nobody has filled in yet' },
  '/system/dept/index': { rows: [departments] },
  '/system/user/index': { rows: [get('/admin/user/page')], others: [get('/admin/dept/tree')] },
  '/system/role/index': { rows: [get('/admin/role/page')] },
  '/system/menu/index': { rows: [get('/admin/menu/tree')] },
  '/system/dict/index': { rows: [get('/admin/dict/getUserDictTree')], others: [get('/admin/dict/getSystemDictTree')] },
  '/system/param/index': { rows: [get('/admin/param/page')] },
  '/system/file/index': { rows: [get('/admin/sys-file/page')] },
  '/system/log/index': { rows: [get('/admin/log/page')], mayBeEmpty: 'an operation is logged when somebody does it' },
  '/system/token/index': { rows: [get('/admin/token/page')] },
  '/system/client/index': { rows: [get('/admin/client/list')], mayBeEmpty: 'an organisation makes clients itself' },
  '/system/board/index': { rows: [get('/admin/board/own/list')], mayBeEmpty: 'an organisation makes boards of its own itself' },
  '/system/tenant/index': { rows: [get('/admin/tenant/page')] },
  '/system/platform/index': { rows: [], others: [get('/admin/platform')], mayBeEmpty: 'it shows figures' },
  '/cwy/score': outside,
  '/page-feixiang': outside,
  ...Object.fromEntries(boardPaths.map((path) => [path, boardOf(path)])),
}

const addressOf = ({ path, query }: MenuNode) => {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
const inSight = (nodes: MenuNode[]): string[] =>
  nodes.flatMap((node) => (node.visible !== '0' ? [] : [...(node.isGroup ? [] : [addressOf(node)]), ...inSight(node.children)]))

/** Addresses of the pages of an account, those of its sub-systems too. */
async function pagesOf(username: string, tenantId: number) {
  const { call } = await logIn(product.url, username, '123456', tenantId)
  const systems = await call(getMenu, { type: 'top' })
  const below = await Promise.all(systems.map(({ id }) => call(getMenu, { parentId: id })))
  return new Set(inSight([...(await call(getMenu, {})), ...below.flat()]))
}

/** Panels of a board that have what they show. */
const Board = readBoard.output.extend({ board: readBoard.output.shape.board.unwrap() })

const countOf = (data: unknown) => {
  if (Array.isArray(data)) return data.length
  const { success, data: shown } = Board.safeParse(data)
  if (success) return shown.board.panels.filter((panel) => panel.data).length
  return typeof data === 'object' && data !== null && 'total' in data ? Number(data.total) : 0
}

test.each(accounts)(
  'accounts of organisation %i may make every request of the pages in their menus, and the pages show something',
  async (tenantId, usernames) => {
    const faults: string[] = []
    for (const username of usernames) {
      const token = await newToken(product.url, username, '123456', tenantId)
      const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' }
      const send = async ({ method, path, body }: Request) => {
        const address = product.url + path.replace('ME', String(token.user_id))
        const reply = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) })
        const { data } = await reply.json()
        if (reply.status !== 200) faults.push(`${username}: ${method} ${path} answers ${reply.status}`)
        return countOf(data)
      }
      const pages = await pagesOf(username, tenantId)
      if (!pages.size && !['yg0973'].includes(username)) faults.push(`${username} has no menu`)
      for (const page of pages) {
        const opening = openings[page]
        if (!opening) {
          faults.push(`${username}: the requests of ${page} are not known`)
          continue
        }
        const counts = await Promise.all(opening.rows.map(send))
        await Promise.all((opening.others ?? []).map(send))
        if (!opening.mayBeEmpty && !counts.some(Boolean)) faults.push(`${username}: ${page} is empty`)
      }
    }
    expect(faults).toEqual([])
  },
)

test.each(['dispatcher', 'inspector', 'viewer', 'yg0001', 'yg0649'])(
  'whoever plans, checks or does the work has the tasks of the day: %s',
  async (username) => expect(await pagesOf(username, 1)).toContain('/work/index'),
)
