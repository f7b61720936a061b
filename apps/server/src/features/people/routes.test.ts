import { Writable } from 'node:stream'
import { Status } from '@huanwei/contract/live/codes'
import { TreeNode } from '@huanwei/contract/trees/endpoints'
import { AlarmBit } from '@huanwei/terminal/messages/alarm'
import { ReplyResult } from '@huanwei/terminal/messages/ids'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../lib/log.ts'
import { timeText } from '../../lib/time.ts'
import { location, newNumber } from '../../position/ingest/gateway.test-kit.ts'
import { dial } from '../../position/ingest/terminal.test-kit.ts'
import { type Ingest, startIngest } from '../../position/link.ts'
import { startTestServer, whileAway } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let ingest: Ingest
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  server = await startTestServer()
  const config = readConfig({ JT808_PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR: server.config.DATA_DIR })
  ingest = await startIngest({ config, addresses: server.db.addresses, log: console })
  ingest.onUpdates(server.latest.apply)
  app = await buildApp({ ...server, ingest })
})
afterAll(async () => {
  await app.close()
  await ingest.close()
  await server.close()
})

async function login(username: string) {
  const { token, userId } = await server.login(username)
  const report = async (positions: object[]) => {
    const headers = { authorization: `Bearer ${token.access_token}` }
    const reply = await app.inject({ method: 'POST', url: '/admin/device/data/report', headers, payload: { positions } })
    return { status: reply.statusCode, ...reply.json() }
  }
  return { userId, report }
}

const personOf = (userId: number) => server.latest.people.of(1).get(userId)?.live
const stored = async (userId: number) =>
  (
    await server.db.owner.query(
      `select p.tenant_id, p.time::text, p.lng, p.speed, p.alarm::int, p.additions from position p
       join device d on d.id = p.device_id where d.terminal_no = 'app-' || $1::int order by p.time`,
      [userId],
    )
  ).rows
const hoursAgo = (hours: number) => timeText(Date.now() - hours * 3_600_000)

test('positions of a phone are stored once before the reply, in device time, and its owner is on the map', async () => {
  const { userId, report } = await login('viewer')
  const now = { lng: 104.07, lat: 30.66, speed: 4.5, direction: 360, accuracy: 12, battery: 80, sos: true, time: hoursAgo(0) }
  expect(await report([now])).toMatchObject({ status: 200, code: 0, data: true })
  const row = { tenant_id: 1, lng: 104_070_000, speed: 45, alarm: 1 << AlarmBit.sos, additions: { accuracy: 12, battery: 80 } }
  expect(await stored(userId)).toEqual([{ ...row, time: `${now.time}+08` }])
  await expect
    .poll(() => personOf(userId))
    .toMatchObject({
      status: 1,
      lng: 104.07,
      lat: 30.66,
      speed: 4.5,
      direction: 0,
      readings: { battery: { value: 80 } },
    })

  const kept = [24, 12, 1].map((hours) => ({ lng: 104.08, lat: 30.67, time: hoursAgo(hours) }))
  expect(await report([...kept, now])).toMatchObject({ status: 200 })
  expect(await report(kept.toReversed())).toMatchObject({ status: 200 })
  expect((await stored(userId)).map(({ time }) => time)).toEqual([...kept, now].map(({ time }) => `${time}+08`))
  expect(personOf(userId)).toMatchObject({ lng: 104.07 })

  const [from, to] = [hoursAgo(25), hoursAgo(0)]
  const { call } = await server.login('admin')
  const track = await call('POST', '/admin/device/data/getUserDeviceHistoryData', { userId, startTime: from, endTime: to })
  expect(track.data).toHaveLength(4)
  const { rows } = await server.db.owner.query(`select from sys_log where request_uri = '/admin/device/data/report'`)
  expect(rows).toEqual([])
})

test('a call for help in the second of a position is a position of its own, in one request or two', async () => {
  const { userId, report } = await login('viewer')
  const at = (hours: number, sos: boolean) => ({ lng: 104.5, lat: 30.66, sos, time: hoursAgo(hours) })
  const [calm, calling] = [at(3, false), at(3, true)]
  expect(await report([calm])).toMatchObject({ status: 200 })
  for (let n = 0; n < 2; n++) expect(await report([calling])).toMatchObject({ status: 200 })
  expect(await report([at(2, true), at(2, false)])).toMatchObject({ status: 200 })
  const alarms = (await stored(userId)).flatMap(({ lng, alarm }) => (lng === 104_500_000 ? alarm > 0 : []))
  expect([alarms.slice(0, 2).toSorted(), alarms.slice(2).toSorted()]).toEqual([
    [false, true],
    [false, true],
  ])
})

test('while the database is unreachable a phone is asked to send again, and the resent positions are stored once', async () => {
  const { userId, report } = await login('nobody')
  const sent = [2, 1].map((hours) => ({ lng: 104.09, lat: 30.68, time: hoursAgo(hours) }))
  await whileAway(server.url, async () => {
    expect(await report(sent)).toMatchObject({ status: 503 })
  })
  for (let n = 0; n < 2; n++) await expect.poll(() => report(sent)).toMatchObject({ status: 200, data: true })
  expect((await stored(userId)).map(({ time }) => time)).toEqual(sent.map(({ time }) => `${time}+08`))
})

test('positions of impossible times are dropped, so that those beside them get through', async () => {
  const { userId, report } = await login('admin')
  const years = ['9999', '5000', '2300', '1999', '1000', '0100', '0001']
  const times = [...years.map((year) => `${year}-06-01 12:00:00`), timeText(Date.now() + 2 * 86_400_000)]
  const at = (time: string) => ({ lng: 104.08, lat: 30.67, time })
  for (const time of times) expect(await report([at(time)])).toMatchObject({ status: 200, data: true })
  const right = [at('2000-01-01 00:00:00'), at(hoursAgo(1))]
  expect(await report([...times.map(at), ...right])).toMatchObject({ status: 200, data: true })
  expect((await stored(userId)).map(({ time }) => time)).toEqual(right.map(({ time }) => `${time}+08`))
})

test('an invalid position is refused, and so is a request without a token', async () => {
  const { report } = await login('viewer')
  for (const bad of [
    { lng: 181, lat: 30, time: hoursAgo(0) },
    { lng: 104, lat: 30 },
    { lng: 104, lat: 30, time: 'now' },
  ])
    expect(await report([bad])).toMatchObject({ status: 400, code: 1 })
  expect(await report([])).toMatchObject({ status: 400 })
  const anonymous = await app.inject({ method: 'POST', url: '/admin/device/data/report', payload: { positions: [] } })
  expect(anonymous.statusCode).toBe(401)
})

test('a badge that speaks JT/T 808 is bound to a person as to a vehicle; then their app has to wait', async () => {
  const { userId, report } = await login('handler')
  const badge = await dial(ingest.port, newNumber())
  await badge.open()
  const time = Math.floor(Date.now() / 1000) * 1000
  expect(await badge.ask(location(time - 1000))).toBe(ReplyResult.ok)
  const { call } = await server.login('admin')
  const { data: page } = await call('GET', '/admin/device/page?bound=false')
  const { id, terminalNo } = page.records[0]
  expect(await call('PUT', '/admin/device', { id, objectType: '0', objectId: userId })).toMatchObject({
    code: 0,
    data: { objectType: '0', objectId: userId, objectName: 'handler' },
  })
  // The listener for changes may still be reconnecting to the database.
  await expect.poll(() => personOf(userId)).toMatchObject({ lng: 121.473701 })
  expect(await badge.ask(location(time))).toBe(ReplyResult.ok)
  await expect.poll(() => personOf(userId)?.time).toBe(time)
  expect(await report([{ lng: 104, lat: 30, time: hoursAgo(0) }])).toMatchObject({
    status: 409,
    msg: `该对象已绑定终端 ${terminalNo}`,
  })

  expect((await call('DELETE', `/admin/user/${userId}`)).code).toBe(0)
  expect((await call('GET', `/admin/device/${id}`)).data).toMatchObject({ bound: false })
  badge.close()
})

test('who reports for the first time is live at once, and stands in the tree once before and after', async () => {
  await server.db.owner.query(`insert into sys_user (tenant_id, username, password, dept_id)
    select 1, 'sweeper', password, dept_id from sys_user where tenant_id = 1 and username = 'viewer'`)
  const { userId, report } = await login('sweeper')
  const { call } = await server.login('admin')
  const inTree = async () =>
    TreeNode.array()
      .parse((await call('POST', '/admin/tree/getUserTreeVoList', {})).data)
      .flatMap(({ isParent, id, locationData }) => (!isParent && id === userId ? [locationData?.status] : []))
  await expect.poll(inTree).toEqual([undefined])
  expect(personOf(userId)).toBeUndefined()
  await report([{ lng: 104.07, lat: 30.66, speed: 0, direction: 0, time: hoursAgo(0) }])
  await expect.poll(() => personOf(userId)).toMatchObject({ lng: 104.07, status: Status.stationary })
  expect(await inTree()).toEqual([Status.stationary])
})

test('the trace of a report of a phone is in the log with the id of its request', async () => {
  const lines: { reqId?: string; stage?: string; trace?: string }[] = []
  const destination = new Writable({
    write(line, _, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const log = createLog('debug', 'api', destination)
  const { report } = await login('viewer')
  vi.spyOn(app.log, 'child').mockImplementation((bindings) => log.child(bindings) as never)
  expect(await report([{ lng: 104.07, lat: 30.66, time: hoursAgo(5) }])).toMatchObject({ status: 200 })
  expect(lines.filter(({ stage }) => stage)).toMatchObject([
    { reqId: expect.stringMatching(/^[0-9a-f]{8}$/), stage: 'received', trace: expect.stringMatching(/^\d+-0-0-\d{13}$/) },
  ])
})
