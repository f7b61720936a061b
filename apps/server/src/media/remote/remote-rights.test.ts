import { SimulatedVideoServer } from '@huanwei/fleet/video-server/video-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVehicle, startTestServer } from '../../test-kit.ts'
import { losses, rightsOver } from '../lost-rights.test-kit.ts'
import { watchAt } from '../media.test-kit.ts'
import { addCameras, nameVideoServer } from './remote.test-kit.ts'

const did = 'A00013900'
const day = '2026-01-06'
const files = [{ chn: 0, day, beg: 28_800, end: 30_600, isAlarm: false }]
const remote = new SimulatedVideoServer({
  account: 'monitor',
  password: 'remote-secret',
  devices: [{ did, plate: '川A00001', channels: 2, isOnline: true, files }],
})
let server: Awaited<ReturnType<typeof startTestServer>>
let vehicleId: number
let web: string
const { give, lose } = rightsOver(
  () => server,
  () => vehicleId,
  'video_view',
)

beforeAll(async () => {
  const address = `http://127.0.0.1:${await remote.listen()}`
  server = await startTestServer({ PRIVATE_HOSTS: '127.0.0.1' })
  web = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  vehicleId = (await addVehicle(server.db)).vehicleId
  await addCameras(server, vehicleId, did)
  await nameVideoServer(await server.login('admin'), address, vehicleId)
})
afterAll(async () => {
  await server.close()
  await remote.close()
})

const recorded = { kind: 'playback', startTime: `${day} 08:00:00`, endTime: `${day} 08:30:00` }

/** A picture of the first camera that somebody sees. */
async function seenBy(who: Awaited<ReturnType<typeof server.login>>, wanted: object) {
  const ticket = () => who.call('POST', '/admin/video/ticket', { vehicleId, channel: 1, ...wanted })
  await expect.poll(async () => (await ticket()).status).toBe(200)
  const viewer = watchAt(web + (await ticket()).data.url)
  await expect.poll(() => viewer.pictures.includes('key')).toBe(true)
  return viewer
}

test.each(losses)('a picture of a video server ends with the %s of its viewer, while that of another goes on', async (lost) => {
  await give()
  const handler = await server.login('handler')
  const [viewer, other] = [await seenBy(handler, {}), await seenBy(await server.login('admin'), {})]
  expect(await lose(lost, { authorization: `Bearer ${handler.token.access_token}` }, viewer.closed)).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
  const before = other.pictures.length
  await expect.poll(() => other.pictures.length).toBeGreaterThan(before)
  other.socket.close()
  await expect.poll(() => remote.live).toBe(0)
})

test.each(losses)('a playback of a video server ends with the %s of its viewer, and with it the file', async (lost) => {
  await give()
  const handler = await server.login('handler')
  const viewer = await seenBy(handler, recorded)
  expect(remote.playing).toBe(1)
  expect(await lose(lost, { authorization: `Bearer ${handler.token.access_token}` }, viewer.closed)).toBe(4403)
  expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
  await expect.poll(() => remote.playing).toBe(0)
})
