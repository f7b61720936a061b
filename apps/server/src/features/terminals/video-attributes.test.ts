import { MessageId } from '@huanwei/terminal/messages/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from '../../position/link.ts'
import { startTestServer } from '../../test-kit.ts'
import { commanding, newTerminal, newVehicle } from './terminals.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('the cameras of a vehicle are those that its terminal tells of, until somebody enters them', async () => {
  const attributes = {
    soundCodec: 6,
    soundChannels: 1,
    sampleRate: 0,
    sampleBits: 1,
    frameLength: 320,
    playsSound: true,
    pictureCodec: 98,
    mostSoundChannels: 1,
    mostPictureChannels: 4,
  }
  let mostPictureChannels = 4
  const sent: Command[] = []
  const say = await commanding(server, async (_, command) => {
    sent.push(command)
    const message = { id: MessageId.videoAttributes, ...attributes, mostPictureChannels }
    return { outcome: 'confirmed', result: 0, message }
  })
  const [terminal, vehicle] = [await newTerminal(server.db), await newVehicle(server.db)]
  const cameras = async () => {
    const { rows } = await server.db.owner.query('select vehicle_camera from vehicle where id = $1', [vehicle.id])
    return rows[0].vehicle_camera
  }
  const put = (objectId: number | null) => say('PUT', '/admin/device', { id: terminal.id, objectId })
  await put(vehicle.id)
  await expect.poll(cameras).toBe(4)
  expect(sent).toEqual([{ kind: 'queryVideoAttributes' }])

  mostPictureChannels = 2
  const path = `/admin/device/${terminal.id}/videoAttributes/query`
  expect((await say('POST', path)).data).toEqual({
    outcome: 'confirmed',
    result: 0,
    attributes: {
      soundCodec: 'G.711A',
      pictureCodec: 'H.264',
      playsSound: true,
      mostSoundChannels: 1,
      mostPictureChannels: 2,
    },
  })
  expect(await cameras()).toBe(4)
  await put(null)
  await put(vehicle.id)
  expect(sent).toHaveLength(2)
  const { call: stranger } = await server.login('admin', 2)
  expect((await stranger('POST', path)).status).toBe(404)
})
