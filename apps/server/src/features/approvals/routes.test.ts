import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rounds, startTestServer, tallyIsExact } from '../../test-kit.ts'
import { pushes } from '../messages/table.ts'
import { approvalSteps, approvals } from './table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Person
let handler: Person
let viewer: Person
let nobody: Person
type Person = Awaited<ReturnType<typeof server.login>>
beforeAll(async () => {
  server = await startTestServer()
  ;[admin, handler, viewer, nobody] = await Promise.all([
    server.login('admin'),
    server.login('handler'),
    server.login('viewer'),
    server.login('nobody'),
  ])
})
afterAll(() => server.close())
beforeEach(() =>
  server.db.system(async (tx) => {
    for (const table of [approvals, approvalSteps, pushes]) await tx.delete(table)
  }),
)

const leave = { type: 6, firstDay: '2026-03-02', lastDay: '2026-03-03', lastHalf: 'am', reason: '回家探亲' }
const apply = (who: Person, fields: object = {}) => who.call('POST', '/admin/applyForRecord', { ...leave, ...fields })
const applied = async (who: Person, fields: object = {}): Promise<number> => (await apply(who, fields)).data.id
const decide = (who: Person, applyForId: number, status: number, opinion = '') =>
  who.call('PUT', '/admin/applyForHistoryRecord', { applyForId, status, opinion, remark: 'sent along' })
const withdraw = (who: Person, id: number) => who.call('PUT', '/admin/applyForRecord/revoke', { id })
const detail = (who: Person, id: number) =>
  who.call('GET', `/admin/applyForRecord/getApplyForRecordVerify?applyForRecordId=${id}&pushObjectId=${who.userId}`)
const pushed = async (who: Person, query = '') => {
  const { data } = await who.call('GET', `/admin/msgPush/page?msgType=4&pushObjectId=${who.userId}&${query}`)
  return { total: data.total, ids: data.records.map((one: { id: number }) => one.id), records: data.records }
}
const listed = async (who: Person, query = '') =>
  (await who.call('GET', `/admin/applyForRecord/page?${query}`)).data.records.map((one: { id: number }) => one.id)
const unread = async (who: Person) =>
  (await who.call('GET', '/admin/msgPush/getMsgTypeLastData')).data.find((one: { msgType: string }) => one.msgType === '4')
    .unreadCount

test('an application reaches everybody who may decide it, is approved once, and every step is recorded', async () => {
  const { status, data } = await apply(viewer)
  expect(status).toBe(200)
  expect(data).toMatchObject({
    objectName: 'viewer',
    submittedByName: 'viewer',
    deptName: '一部',
    roleName: 'viewer',
    type: 6,
    fate: 1.5,
    status: 1,
    firstDay: '2026-03-02',
    firstHalf: 'am',
    lastDay: '2026-03-03',
    lastHalf: 'am',
    reason: '回家探亲',
    startTime: '2026-03-02 00:00:00',
    endTime: '2026-03-03 11:59:59',
    time: '2026-03-02 00:00:00 ~ 2026-03-03 11:59:59',
  })
  for (const who of [admin, handler])
    expect(await pushed(who, 'status=1')).toMatchObject({ total: 1, ids: [data.id], records: [{ status: 1, readUnread: 0 }] })
  expect((await pushed(viewer)).total).toBe(0)

  expect(await decide(handler, data.id, 2, '同意')).toMatchObject({ status: 200, code: 0, data: 1 })
  const { data: after } = await detail(admin, data.id)
  expect(after).toMatchObject({ status: 2, pushId: expect.any(Number) })
  expect(after.applyForHistoryRecordVoList).toMatchObject([
    { status: 1, approvalName: 'viewer', objectName: 'viewer', submittedByName: 'viewer', reason: '回家探亲', type: 6 },
    { status: 2, approvalName: 'handler', reason: '同意' },
  ])
  const steps = await viewer.call('GET', `/admin/applyForHistoryRecord/getByApplyForId/${data.id}`)
  expect(steps.data).toEqual(after.applyForHistoryRecordVoList)
  for (const who of [admin, handler])
    expect([(await pushed(who, 'status=1')).ids, (await pushed(who, 'status=2')).ids]).toEqual([[], [data.id]])
  await tallyIsExact(server.db)
})

test('a transition that the rules forbid is refused with a message', async () => {
  const id = await applied(viewer)
  expect(await decide(handler, id, 3, '  ')).toMatchObject({
    status: 400,
    msg: '驳回时请填写审批意见',
    data: { field: 'opinion' },
  })
  expect(await decide(handler, id, 4)).toMatchObject({ status: 400 })
  expect(await decide(viewer, id, 2)).toMatchObject({ status: 403, msg: '权限不足,不允许访问' })
  expect(await withdraw(handler, id)).toMatchObject({ status: 403, msg: '只有提交人可以撤销' })
  await decide(handler, id, 3, '人手不足')
  for (const reply of [await decide(admin, id, 2), await decide(admin, id, 3, 'x'), await withdraw(viewer, id)]) {
    expect(reply.status).toBe(409)
    expect(reply.msg).toMatch(/^handler 已于 .* 审批: 已驳回$/)
  }
  const gone = await applied(viewer)
  expect(await withdraw(viewer, gone)).toMatchObject({ status: 200, data: true })
  for (const reply of [await decide(admin, gone, 2), await withdraw(viewer, gone)])
    expect([reply.status, reply.msg]).toEqual([409, expect.stringMatching(/^viewer 已于 .* 撤销申请$/)])
})

test('only the holder of a claim decides an application; it can still be withdrawn', async () => {
  const id = await applied(viewer)
  const claim = { msgType: '4', id, isClaimed: true }
  expect((await handler.call('PUT', '/admin/msgPush/claim', claim)).status).toBe(200)
  expect(await decide(admin, id, 2)).toMatchObject({ status: 409, msg: expect.stringContaining('handler') })
  expect((await withdraw(viewer, id)).status).toBe(200)
})

test('applicants and submitters neither decide their own applications nor get them pushed', async () => {
  const proxied = await applied(handler, { objectId: viewer.userId })
  const own = await applied(handler, { type: 5 })
  for (const id of [proxied, own]) {
    expect(await decide(handler, id, 2)).toMatchObject({ status: 403, msg: '不能审批自己的申请或自己代人提交的申请' })
    expect((await decide(admin, id, 2)).data).toBe(1)
  }
  expect((await pushed(handler)).total).toBe(0)
  expect((await detail(viewer, proxied)).data).toMatchObject({ objectName: 'viewer', submittedByName: 'handler', pushId: null })
  expect(await withdraw(viewer, proxied)).toMatchObject({ status: 409 })
})

test('without the permission to decide, people apply only for themselves, so that nobody blocks the days of another', async () => {
  expect(await apply(viewer, { objectId: handler.userId })).toMatchObject({
    status: 403,
    msg: '您没有为他人申请的权限',
    data: { field: 'objectId' },
  })
  expect((await apply(viewer, { objectId: viewer.userId })).status).toBe(200)
  expect((await apply(handler)).status).toBe(200)
})

test('an application that no other person could decide is refused', async () => {
  expect(await apply(admin, { objectId: handler.userId })).toMatchObject({
    status: 409,
    msg: expect.stringContaining('没有其他人可以审批'),
  })
  expect((await apply(admin)).status).toBe(409)
})

test('a second application that shares a half day is refused, unless the first was rejected or withdrawn', async () => {
  const first = await applied(viewer)
  const again = await apply(viewer, { firstDay: '2026-03-03', lastDay: '2026-03-05' })
  expect(again).toMatchObject({ status: 409, data: { field: 'lastDay' } })
  expect(again.msg).toBe('viewer 在 2026-03-02 00:00 至 2026-03-03 11:59 已有申请，时间重叠')
  expect((await apply(viewer, { firstDay: '2026-03-03', firstHalf: 'pm', lastDay: '2026-03-05' })).status).toBe(200)
  expect((await apply(nobody)).status).toBe(200)
  await withdraw(viewer, first)
  const second = await applied(viewer)
  await decide(handler, second, 3, '请改期')
  expect((await apply(viewer)).status).toBe(200)
})

test('one of two simultaneous applications for one person is refused, 10 times', async () => {
  for (let round = 0; round < 10; round++) {
    await server.db.system((tx) => tx.delete(approvals))
    const replies = await Promise.all([
      apply(viewer),
      apply(handler, { objectId: viewer.userId }),
      apply(viewer, { lastHalf: 'pm' }),
    ])
    expect(replies.map((one) => one.status).sort()).toEqual([200, 409, 409])
  }
})

test.each([
  [{ lastDay: '2026-03-01' }, '结束不能早于开始'],
  [{ firstHalf: 'pm', lastDay: '2026-03-02' }, '结束不能早于开始'],
  [{ lastDay: '2027-03-04' }, '一次最多366天'],
  [{ lastDay: '9999-12-31' }, '一次最多366天'],
  [{ firstDay: '1990-03-02', lastDay: '1990-03-02' }, '过去 10 年到未来 2 年'],
  [{ type: 10_000 }, '类型'],
  [{ reason: ' ' }, '原因'],
  [{ firstDay: '2026-02-30' }, '日期格式应为 yyyy-MM-dd'],
])('%o is refused: %s', async (fields, words) => {
  const reply = await apply(viewer, fields)
  expect([reply.status, reply.msg]).toEqual([400, expect.stringContaining(words)])
})

test('exactly one of several simultaneous decisions wins, 200 times, and the others learn whose it was', async () => {
  const unreadBefore = await unread(handler)
  await rounds(200, async (index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
    const id = await applied(viewer, { firstDay: day, lastDay: day })
    const replies = await Promise.all([
      decide(handler, id, 3, '不同意'),
      decide(admin, id, 2),
      decide(admin, id, 3, '不同意'),
      withdraw(viewer, id),
    ])
    expect(replies.map((one) => one.status).sort()).toEqual([200, 409, 409, 409])
    const { status, applyForHistoryRecordVoList: steps } = (await detail(admin, id)).data
    expect(steps.map((step: { status: number }) => step.status)).toEqual([1, status])
    const what = { 2: '审批: 已通过', 3: '审批: 已驳回', 4: '撤销申请' }[status as 2 | 3 | 4]
    for (const { msg } of replies.filter((one) => one.status === 409))
      expect(msg).toMatch(new RegExp(`^${steps[1].approvalName} 已于 .* ${what}$`))
  })
  const standing = await Promise.all([1, 2, 3, 4].map(async (status) => (await pushed(handler, `status=${status}`)).total))
  expect([standing[0], standing[1] + standing[2] + standing[3]]).toEqual([0, 200])
  // Decided and withdrawn ones are news to nobody.
  expect(await unread(handler)).toBe(unreadBefore)
  await tallyIsExact(server.db)
})

/** Puts `nobody` into a department. */
const move = (department: string) =>
  server.db.owner.query(
    `update sys_user set dept_id = (select dept_id from sys_dept where name = $1) where username = 'nobody'`,
    [department],
  )

test('applications outside the scope are neither seen nor decided; one’s own are always in sight', async () => {
  await move('二部')
  const id = await applied(nobody)
  expect((await pushed(handler)).ids).toEqual([])
  for (const reply of [await detail(handler, id), await decide(handler, id, 2), await withdraw(handler, id)])
    expect(reply.status).toBe(404)
  expect((await handler.call('GET', `/admin/applyForHistoryRecord/getByApplyForId/${id}`)).status).toBe(404)
  expect((await apply(handler, { objectId: nobody.userId })).status).toBe(404)
  expect((await apply(handler, { objectId: 999_999 })).status).toBe(404)
  const own = await applied(viewer)
  expect([await listed(handler), await listed(admin), await listed(nobody, 'mine=true')]).toEqual([[own], [own, id], [id]])
  expect((await detail(nobody, id)).status).toBe(200)
  const foreign = `/admin/applyForRecord/getApplyForRecordVerify?applyForRecordId=${own}&pushObjectId=${admin.userId}`
  expect((await handler.call('GET', foreign)).status).toBe(403)
  await move('一部')
})

test('filters narrow both lists and their totals alike', async () => {
  const own = await applied(viewer)
  const proxied = await applied(handler, { objectId: nobody.userId })
  const late = await applied(viewer, { firstDay: '2026-04-01', lastDay: '2026-04-02' })
  await decide(admin, late, 2)
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const { data } = await detail(admin, own)
  for (const [query, expected] of [
    ['status=1', [proxied, own]],
    ['status=2', [late]],
    [`objectId=${viewer.userId}`, [late, own]],
    [`submittedBy=${handler.userId}`, [proxied]],
    [`submittedBy=${viewer.userId}&status=1`, [own]],
    [`deptId=${data.deptId}`, [late, proxied, own]],
    [`startTime=${today} 00:00:00&endTime=${today} 23:59:59`, [late, proxied, own]],
    ['endTime=2026-01-01 23:59:59', []],
  ] as const) {
    expect([query, await pushed(admin, query)]).toMatchObject([query, { total: expected.length, ids: expected }])
    expect([query, await listed(admin, query)]).toEqual([query, expected])
  }
  expect(await listed(handler, 'mine=true')).toEqual([proxied])
})

test('reading lowers the unread figure once; a withdrawn application waits for nobody', async () => {
  const [before, id, gone] = [await unread(handler), await applied(viewer), await applied(nobody)]
  expect(await unread(handler)).toBe(before + 2)
  const { pushId } = (await detail(handler, id)).data
  for (let i = 0; i < 2; i++) await handler.call('PUT', '/admin/msgPush/updateRead', { id: pushId })
  expect(await unread(handler)).toBe(before + 1)
  await withdraw(nobody, gone)
  expect(await unread(handler)).toBe(before)
  await tallyIsExact(server.db)
})

const submitMany = (who: Person, ids: number[], status: number, more: object = {}) =>
  who.call('PUT', '/admin/applyForHistoryRecord/many', { ids, status, ...more })
type Submitted = { id: number; refusal: string | null }
/** A leave of one day. */
const on = (firstDay: string) => ({ firstDay, lastDay: firstDay })

test('many at once: a preview changes nothing, each has its outcome, all with one opinion', async () => {
  await move('二部')
  const foreign = await applied(nobody)
  await move('一部')
  const ids: number[] = []
  for (const day of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']) ids.push(await applied(viewer, on(day)))
  const [first, second, decided, claimed] = ids
  const own = await applied(handler)
  await decide(admin, decided!, 3, '请改期')
  await admin.call('PUT', '/admin/msgPush/claim', { msgType: '4', id: claimed, isClaimed: true })
  const all = [own, foreign, ...ids]
  expect(await submitMany(handler, all, 3)).toMatchObject({ status: 400, data: { field: 'opinion' } })
  const { data } = await submitMany(handler, all, 2, { preview: true })
  expect(data.map((row: Submitted) => [row.id, row.refusal])).toEqual([
    [first, null],
    [second, null],
    [decided, expect.stringMatching(/^admin 已于 .* 审批: 已驳回$/)],
    [claimed, expect.stringMatching(/^admin 正在处理，认领至 /)],
    [own, '不能审批自己的申请或自己代人提交的申请'],
  ])
  expect((await detail(admin, first!)).data.status).toBe(1)
  expect((await submitMany(handler, all, 3, { opinion: '当日人手不足' })).data).toEqual(data)
  for (const id of [first, second])
    expect((await detail(admin, id!)).data).toMatchObject({
      status: 3,
      applyForHistoryRecordVoList: [{}, { status: 3, approvalName: 'handler', reason: '当日人手不足' }],
    })
  const standing = async (id: number) => (await detail(admin, id)).data.status
  expect([await standing(claimed!), await standing(own), await standing(foreign)]).toEqual([1, 1, 1])
  expect((await pushed(admin, 'status=3')).ids.sort()).toEqual([first, second, decided].sort())
  await tallyIsExact(server.db)
})

test('many at once by several people, in any order: each application is decided once', async () => {
  for (let round = 0; round < 5; round++) {
    const days = Array.from({ length: 20 }, (_, i) => new Date(Date.UTC(2026, round, 1 + i)).toISOString().slice(0, 10))
    const ids = await Promise.all(days.map((day) => applied(viewer, on(day))))
    const replies = await Promise.all(
      [handler, admin, admin].map((who, i) =>
        submitMany(who, i % 2 ? ids.toReversed() : ids, i === 0 ? 3 : 2, { opinion: '已核对排班' }),
      ),
    )
    const done = replies.flatMap(({ data }) => data.filter((row: Submitted) => row.refusal === null))
    expect(done.map((row: Submitted) => row.id).sort()).toEqual(ids.toSorted())
  }
  await tallyIsExact(server.db)
})

test('an application comes with who else of its department is away in its days, within the scope', async () => {
  const id = await applied(viewer)
  const absences = async (who: Person) => (await detail(who, id)).data.absences
  expect(await absences(handler)).toEqual({ records: [], total: 0 })
  const half = { firstDay: '2026-03-03', lastDay: '2026-03-03' }
  await applied(nobody, { ...half, firstHalf: 'pm', lastHalf: 'pm' })
  await applied(nobody, { ...on('2026-03-02'), type: 1 })
  expect(await absences(handler)).toEqual({ records: [], total: 0 })
  const beside = await applied(nobody, { ...half, type: 5 })
  const own = await applied(handler)
  await decide(admin, own, 2)
  expect(await absences(handler)).toEqual({
    total: 2,
    records: [
      expect.objectContaining({ id: own, objectName: 'handler', status: 2, firstDay: '2026-03-02', lastHalf: 'am' }),
      expect.objectContaining({ id: beside, objectName: 'nobody', status: 1, type: 5, firstDay: '2026-03-03' }),
    ],
  })
  await decide(admin, beside, 3, '请改期')
  expect((await absences(handler)).total).toBe(1)
  // One's own application is in sight outside of the scope, others of its department are not.
  const ownId = await applied(nobody, half)
  expect((await detail(handler, ownId)).data.absences.total).toBe(2)
  await move('二部')
  // The log-in hears of the move within moments.
  await expect.poll(async () => (await detail(nobody, ownId)).data.absences.total).toBe(0)
  await move('一部')
})

test('of many absences the first are named, the others counted', async () => {
  const id = await applied(viewer, { lastDay: '2026-03-31' })
  const days = Array.from({ length: 12 }, (_, i) => `2026-03-${10 + i}`)
  for (const day of days) await applied(nobody, on(day))
  const { records, total } = (await detail(handler, id)).data.absences
  expect([total, records.map((one: { firstDay: string }) => one.firstDay)]).toEqual([12, days.slice(0, 10)])
})
