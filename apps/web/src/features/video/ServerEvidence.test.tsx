// @vitest-environment jsdom
import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { addVehicle, addViolation } from '@huanwei/server/test-kit'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { patience, press, screenTest, slow } from '../../test/screen.tsx'
import { ServerEvidence } from './ServerEvidence.tsx'

const did = 'A00013900'
const device = { did, plate: '', channels: 2, isOnline: true, files: [] }
const remote = new SimulatedVideoServer({ account: 'monitor', password: 'remote-secret', devices: [device] })
const { kit, open, said } = screenTest(['video', 'violations'], 'admin', { PRIVATE_HOSTS: '127.0.0.1' })
let violationEventId: number

beforeAll(async () => {
  // The server finds the type of a file by its bytes, which are not of the class that jsdom has in the place of this one.
  vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer.prototype).constructor)
  const videoSource = `http://127.0.0.1:${await remote.listen()}`
  const { server, person } = kit
  const vehicle = await addVehicle(server.db)
  device.plate = vehicle.plateNumber
  await server.db.owner.query('update vehicle set vehicle_camera = 2, video_device_id = $1', [did])
  await vi.waitUntil(() => server.latest.vehicles.of(1).get(vehicle.vehicleId)?.videoDeviceId === did, 30_000)
  violationEventId = await addViolation(server.db, vehicle, [])
  await person.call('POST', '/admin/unitInfo/addUnitInfo', {})
  const { data: unit } = await person.call('POST', '/admin/unitInfo/getUnitInfoById', {})
  const own = { videoSource, account: 'monitor', password: 'remote-secret', updateTime: unit.updateTime }
  await person.call('POST', '/admin/unitInfo/modifyUnitInfo', own)
  // As a JPEG begins.
  const bytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex')
  const time = Date.parse('2026-01-05T08:00:01+08:00')
  remote.evidence.files.push({ id: 'photo', did, chn: 1, alarmType: 620, isVideo: false, time, bytes })
  const listed = () => person.call('GET', `/admin/video/evidence/list?violationEventId=${violationEventId}`)
  await vi.waitUntil(async () => (await listed()).data?.length === 1, 30_000)
}, 90_000)
afterAll(() => remote.close())

const Part = () => <ServerEvidence violationEventId={violationEventId} />
const show = () => open(Part, z.object({}))
const title = '视频服务器上的照片和视频'

test('a photo that the video server holds is fetched by a click, and then said to be', slow, async () => {
  show()
  const list = await screen.findByRole('list', { name: title }, patience)
  await press('取回 照片 · 通道 2 · 2026-01-05 08:00:01', list)
  await said('操作成功!')
  await within(list).findByText('已取回', {}, patience)
  expect(within(list).queryByRole('button')).toBeNull()
})

test('a server that does not answer is said not to, and asked again', slow, async () => {
  remote.fault = 'garbage'
  show()
  const failure = await screen.findByRole('alert', {}, patience)
  expect(failure.textContent).toContain('视频服务器没有应答')
  expect(failure.textContent).toContain('视频服务器不存在')
  remote.fault = undefined
  await press('重试', failure)
  await screen.findByRole('list', { name: title }, patience)
})
