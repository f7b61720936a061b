import { canType } from '@huanwei/contract/dictionaries/codes'
import { ReminderTask } from '@huanwei/contract/messages/codes'
import type { BuiltInParameter } from '@huanwei/contract/parameters/codes'
import { Metric } from '@huanwei/contract/readings/codes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addFacility, addVehicle, addViolation, startTestServer } from '../../test-kit.ts'
import { png, uploaderTo } from '../../upload.test-kit.ts'
import { remindOfOverdueCleaning } from '../cleaning/jobs.ts'
import { remindOfDocuments } from '../documents/jobs.ts'
import { removeOldExports } from '../exports/queries.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let admin: Awaited<ReturnType<typeof server.login>>
let vehicle: Awaited<ReturnType<typeof addVehicle>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.login('admin')
  vehicle = await addVehicle(server.db)
})
afterAll(() => server.close())

const get = async (path: string) => (await admin.call('GET', path)).data
/** Changes a parameter as its screen does. */
async function set(key: BuiltInParameter, publicValue: string) {
  const [found] = (await get(`/admin/param/page?publicKey=${key}`)).records
  expect((await admin.call('PUT', '/admin/param', { ...found, publicValue })).status).toBe(200)
}
const remindersOf = async (task: ReminderTask) =>
  (await get(`/admin/msgPush/page?msgType=2&pushObjectId=${admin.userId}&size=100`)).records
    .filter((one: { task: number }) => one.task === task)
    .map(({ id }: { id: number }) => id)
const owner = (text: string, values: unknown[] = []) => server.db.owner.query(text, values)

test('a claim lasts for the minutes that are set', async () => {
  const minutes = async () => {
    const id = await addViolation(server.db, vehicle, [admin.userId])
    await admin.call('PUT', '/admin/msgPush/claim', { msgType: '1', id, isClaimed: true })
    const { rows } = await owner('select extract(epoch from until - now()) / 60 as left from event_claim where event_id = $1', [
      id,
    ])
    return Math.round(Number(rows[0].left))
  }
  expect(await minutes()).toBe(5)
  await set('claim_minutes', '17')
  expect(await minutes()).toBe(17)
})

test('a document is about to expire, and people are reminded, from the days before its end that are set', async () => {
  const { rows } = await owner('select (current_date + 45)::text as day')
  const files = (await uploaderTo(server, admin)(png)).data.fileName
  const document = { objectType: '1', objectId: vehicle.vehicleId, kind: '2', name: '商业险', files, expires: rows[0].day }
  const { data: made } = await admin.call('POST', '/admin/assetDocument', document)
  const state = async () => {
    await remindOfDocuments(server.db)
    return [
      (await get(`/admin/assetDocument/${made.id}`)).validity,
      (await get('/admin/vehicle/page?documents=expiring')).total,
      (await remindersOf(ReminderTask.document)).length,
    ]
  }
  expect(await state()).toEqual(['valid', 0, 0])
  await set('document_reminder_days', '44')
  expect(await state()).toEqual(['valid', 0, 0])
  await set('document_reminder_days', '45')
  expect(await state()).toEqual(['expiring', 1, 1])
})

test('people are reminded of overdue cleaning reports only where that is set', async () => {
  const report = async () => {
    const { data } = await admin.call('POST', '/admin/wcReportToClean', { type: '1', content: '满了', position: '人民路' })
    await owner(`update wc_report_to_clean set due_time = due_time - interval '30 days' where id = $1`, [data.id])
    await remindOfOverdueCleaning(server.db)
    return data.id
  }
  await set('cleaning_overdue_reminder', '0')
  const silent = await report()
  await set('cleaning_overdue_reminder', '1')
  expect([await report(), silent]).toEqual([...(await remindersOf(ReminderTask.overdueCleaning)), silent])
})

test('a can is overfull from the fill that is set, in the list and in reports', async () => {
  const can = await addFacility(server.db, { facilityType: canType, terminalNo: '13900000009' })
  await owner(`update device_binding set started = '2026-01-01' where device_id = $1`, [can.deviceId])
  await owner(`select ensure_partition('reading', '2026-02-02')`)
  await owner(
    `insert into reading (tenant_id, device_id, metric, channel, time, value, received)
     select 1, $1, 'fill', 0, '2026-02-02 08:00:00+08'::timestamptz + n * interval '1 hour', v, now()
     from unnest(array[20, 65, 10, 85]::float8[]) with ordinality r (v, n)`,
    [can.deviceId],
  )
  await vi.waitUntil(() => server.latest.facilities.of(1).has(can.facilityId))
  const reading = { metric: Metric.fill, channel: 0, value: 65, time: Date.now() }
  server.latest.apply([{ deviceId: can.deviceId, connected: true, seenAt: Date.now(), readings: [reading] }])
  const overfull = async () => {
    const { data: list } = await admin.call('POST', '/admin/facility/selectGarbageOverflowList', {})
    const asked = { kind: 'cans', grouping: 'day', firstDay: '2026-02-02', lastDay: '2026-02-02' }
    const { id } = (await admin.call('POST', '/admin/reportForms', asked)).data
    const overflows = await vi.waitFor(async () => {
      const made = await get(`/admin/reportForms/${id}`)
      expect(made.status).toBe('done')
      return made.totals[2]
    }, 300_000)
    return [list.length, overflows]
  }
  expect(await overfull()).toEqual([0, 1])
  await set('can_overfull_percent', '60')
  expect(await overfull()).toEqual([1, 2])
})

test('an exported sheet is kept for the days that are set', async () => {
  const { id } = (await admin.call('POST', '/admin/export', { list: '/admin/vehicle/page', filter: {} })).data
  await vi.waitFor(async () => expect(await get('/admin/export/list')).toMatchObject([{ id, status: 'done' }]), 60_000)
  await owner(`update export_job set update_time = now() - interval '60 hours' where id = $1`, [id])
  const left = async () => {
    await server.db.system(removeOldExports)
    return (await get('/admin/export/list')).length
  }
  expect(await left()).toBe(1)
  await set('export_kept_days', '3')
  expect(await left()).toBe(1)
  await set('export_kept_days', '2')
  expect(await left()).toBe(0)
})
