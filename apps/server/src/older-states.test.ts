import { type Endpoint, nameOfCall } from '@huanwei/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addChangeable, rulePaths } from './older-states.test-kit.ts'
import { markedDay } from './tenant-records.test-kit.ts'
import { startTestServer } from './test-kit.ts'

type Server = Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<Server['login']>>

let server: Server
let { ids, admin, second, values }: Awaited<ReturnType<typeof addChangeable>> = Object.create(null)
beforeAll(async () => {
  server = await startTestServer()
  ;({ ids, admin, second, values } = await addChangeable(server))
})
afterAll(() => server.close())

/** Calls that change or remove something and compare no state, with the reason. */
const stateless: Record<string, string> = {
  'PUT /admin/user/batch': 'sets one thing of many people, whatever else they are',
  'PUT /admin/vehicle/batch': 'sets the department of many, whatever else they are',
  'PUT /admin/facility/batch': 'sets the department of many, whatever else they are',
  'PUT /admin/garbageCan/batch': 'sets the department of many, whatever else they are',
  'PUT /admin/param/sync': 'adds what is missing, and changes nothing',
  'PUT /admin/menu/sort': 'names all that stand below one parent: refused when they are others',
  'PUT /admin/dept/sort': 'names all that stand below one parent: refused when they are others',
  'PUT /admin/device/:id/parameters': 'a command to a terminal, which has its state itself',
  'PUT /admin/jobTaskRecord': 'a step: refused after the first, with who took it',
  'PUT /admin/violationEvent': 'a step: refused after the first, with who took it',
  'PUT /admin/applyForHistoryRecord': 'a step: refused after the first, with who took it',
  'PUT /admin/applyForHistoryRecord/many': 'a step: refused after the first, with who took it',
  'PUT /admin/board/token/revoke': 'ends a token that has no other state',
  'PUT /admin/applyForRecord/revoke': 'a step: refused after the first, with who took it',
  'PUT /admin/abnormalAttendanceAdjustment/batchModify': 'a step: refused after the first, with who took it',
  'PUT /admin/inspectEvent': 'a step: refused after the first, with who took it',
  'PUT /admin/wcComplaint': 'a step: refused after the first, with who took it',
  'DELETE /admin/inspectEvent/:id': 'a step: refused once somebody has answered',
  'DELETE /admin/wcReportToClean/:id': 'a step: refused once somebody has taken it on',
  'PUT /admin/subscription/events/again': 'a step: of events that failed alone',
  'PUT /admin/sms/again': 'a step: refused unless it failed',
  'PUT /admin/msgPush/updateAllRead': 'reads what is there, and changes nothing else',
  'PUT /admin/msgPush/claim': 'a claim: refused while somebody else has it',
  'PUT /admin/emergency/acknowledge': 'a step: refused after the first, with who took it',
  'PUT /admin/emergency/close': 'a step: refused after the first, with who took it',
  'PUT /admin/export/cancel': 'an act on the own job',
  'PUT /admin/export/resume': 'an act on the own job',
  'DELETE /admin/export/:id': 'an act on the own job',
  'PUT /admin/session/lock': 'an act on the own log-in',
  'PUT /admin/session/unlock': 'an act on the own log-in',
  'DELETE /auth/token/logout': 'an act on the own log-in',
  'DELETE /admin/token/:token': 'a log-in never changes',
  'DELETE /admin/menu/cache': 'changes nothing that is stored',
  'DELETE /admin/log/:id': 'a line of the log never changes',
  'DELETE /admin/sys-file/:id': 'a file never changes',
  'PUT /admin/reportForms/again': 'a step: refused unless the report failed or was cancelled',
  'PUT /admin/reportForms/cancel': 'a step: refused once the report has ended',
  'DELETE /admin/reportForms/:id': 'a report never changes',
  'DELETE /admin/boxCalibration/:id': 'a step: refused after the first, with who took it',
}

/** Where the state is read that a change does not answer with. */
const readers: Record<string, () => Promise<string>> = {
  'PUT /admin/user/edit': async () => (await admin.call('GET', '/admin/user/info')).data.sysUser.updateTime,
  'POST /admin/boxCalibration': async () => (await admin.call('GET', `/admin/box/${ids.boxId}`)).data.updateTime,
  'PUT /admin/role/menu': async () => (await admin.call('GET', `/admin/role/${ids.roleId}`)).data.updateTime,
  'POST /admin/unitInfo/bindUnitInfo': async () =>
    (await admin.call('POST', '/admin/unitInfo/getUnitInfoById', {})).data.updateTime,
}

const takesState = ({ input }: Endpoint) => 'shape' in input && Object.hasOwn(Object(input.shape), 'updateTime')
const changes = () => server.app.endpoints.filter((one) => one.method !== 'DELETE' && takesState(one))

test('every call that changes or removes a record compares the state that it was made from, or says why not', () => {
  const writes = server.app.endpoints.filter(({ method, reads, automatic }) => /PUT|DELETE/.test(method) && !reads && !automatic)
  const without = writes.filter((one) => !takesState(one)).map(nameOfCall)
  expect(without.sort()).toEqual(Object.keys(stateless).sort())
  expect(changes().map(nameOfCall).sort()).toEqual(Object.keys(values).sort())
})

test('of two changes from one state the first is made, the second is told by whom and when; in a row and at once', async () => {
  for (const endpoint of changes()) {
    const name = nameOfCall(endpoint)
    const change = (person: Person, updateTime?: string) =>
      person.call(endpoint.method, endpoint.path, { ...values[name], updateTime })
    // What is a person's own is changed by them alone, from two screens.
    const other = ['PUT /admin/user/edit', 'PUT /admin/reportSchedule'].includes(name) ? admin : second
    const names = new Map([
      [admin, '甲管理员'],
      [second, '乙管理员'],
    ])
    const stateAfter = async (reply: Awaited<ReturnType<typeof change>>) => {
      expect([name, reply.status, reply.msg]).toEqual([name, 200, null])
      return readers[name]?.() ?? String(reply.data.updateTime)
    }
    const mustSay = (reply: Awaited<ReturnType<typeof change>>, by: string | undefined, when: string) =>
      expect([name, reply]).toMatchObject([
        name,
        { status: 409, code: 1, msg: `${by} 已于 ${when} 修改，您的操作没有执行`, data: { outdated: { by, when } } },
      ])

    // Clients that know no state are not compared with anything.
    const begun = await stateAfter(await change(admin))
    const changed = await stateAfter(await change(other, begun))
    mustSay(await change(admin, begun), names.get(other), changed)

    const people = [admin, other]
    const replies = await Promise.all(people.map((person) => change(person, changed)))
    const winner = replies.findIndex(({ status }) => status === 200)
    const [won, lost] = winner === 0 ? replies : replies.toReversed()
    mustSay(lost!, names.get(people[winner] ?? admin), await stateAfter(won!))
    await stateAfter(await change(admin, ''))
  }
})

test('what was changed meanwhile is not removed, and what was not is', async () => {
  const removals = server.app.endpoints.filter((one) => one.method === 'DELETE' && takesState(one))
  expect(removals.length).toBeGreaterThan(10)
  const own: Record<string, number | string> = {
    '/admin/vehicle': ids.vehicleId,
    '/admin/facility': ids.facilityId,
    '/admin/garbageCan': ids.canId,
    '/admin/assetDocument': ids.documentId,
    '/admin/projectManage': ids.projectId,
    '/admin/workPlan': ids.workPlanId,
    '/admin/board/own': ids.ownBoardId,
    '/admin/client': ids.openClientId,
    '/admin/subscription': ids.subscriptionId,
    '/admin/video/schedule': ids.recordingScheduleId,
    '/admin/intercom/group': ids.intercomGroupId,
    '/admin/area': ids.areaId,
    '/admin/tenant': 2,
    '/admin/reportSchedule': ids.scheduleId,
    '/admin/box': ids.boxId,
    '/admin/shift': ids.shiftId,
    '/admin/calendarDay': markedDay,
    '/admin/dict': ids.dictionaryId,
    '/admin/dict/item': ids.itemId,
    '/admin/param': ids.parameterId,
    '/admin/device': ids.deviceId,
    '/admin/jobTaskPlan': ids.planId,
    '/admin/user': ids.markedUserId,
    '/admin/menu': ids.menuId,
    '/admin/dept': ids.deptId,
    '/admin/role': ids.roleId,
    '/admin/social': ids.providerId,
    ...Object.fromEntries(rulePaths.map((path) => [path, Object(values[`PUT ${path}`]).id])),
  }
  for (const { path } of removals) {
    const noun = path.replace(/\/:\w+$/, '')
    const remove = (updateTime: string) => admin.call('DELETE', `${noun}/${own[noun]}?${new URLSearchParams({ updateTime })}`)
    const refused = await remove('2020-01-01 00:00:00')
    expect([noun, refused]).toMatchObject([noun, { status: 409, data: { outdated: { when: expect.any(String) } } }])
    const current = await remove(refused.data.outdated.when)
    // Departments and people that others refer to stay for that reason.
    expect([noun, current.data?.outdated]).toEqual([noun, undefined])
    expect([noun, [200, 409].includes(current.status)]).toEqual([noun, true])
  }
})

test('whoever may not see the person who was first is told the time alone', async () => {
  await server.db.owner.query(`insert into sys_role_menu (tenant_id, role_id, menu_id)
    select 1, role_id, menu_id from sys_role join sys_menu using (tenant_id)
    where tenant_id = 1 and role_code = 'ROLE_HANDLER' and permission = 'admin_vehicle_edit'`)
  const chief = await server.login('handler')
  const { data: departments } = await chief.call('GET', '/admin/dept/list')
  const vehicle = { plateNumber: '川A10002', deptId: departments[0].deptId, vehicleType: '1' }
  const { data: added } = await admin.call('POST', '/admin/vehicle', vehicle)
  const change = { ...vehicle, id: added.id, updateTime: '2020-01-01 00:00:00' }
  expect(await chief.call('PUT', '/admin/vehicle', change)).toMatchObject({
    status: 409,
    msg: `已于 ${added.updateTime} 被他人修改，您的操作没有执行`,
    data: { outdated: { by: null, when: added.updateTime } },
  })
})

test('a day that somebody else has marked meanwhile is not marked over, nor one that lost its mark', async () => {
  const mark = (person: Person, updateTime: string | null) =>
    person.call('PUT', '/admin/calendarDay', { day: '2099-03-03', kind: 'rest', updateTime })
  const replies = await Promise.all([mark(admin, null), mark(second, null)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { updateTime } = replies.find(({ status }) => status === 200)?.data ?? {}
  await admin.call('DELETE', '/admin/calendarDay/2099-03-03')
  expect((await mark(second, updateTime)).status).toBe(404)
})

test('a body of null is no empty body: it is refused, as the document says', async () => {
  const authorization = `Bearer ${admin.token.access_token}`
  const writes = server.app.endpoints.filter(({ method, takesFile }) => method !== 'GET' && method !== 'DELETE' && !takesFile)
  for (const endpoint of writes.filter(({ access }) => access !== 'public' && access !== 'client')) {
    const url = endpoint.path.replace(/:\w+/g, '1')
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await server.app.inject({ method: endpoint.method, url, headers, payload: 'null' })
    expect([nameOfCall(endpoint), reply.statusCode]).toEqual([nameOfCall(endpoint), 400])
  }
})
