import { MessageId } from '@huanwei/terminal/messages/ids'
import { Codec } from '@huanwei/terminal/pictures/packet'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'

const { ask, watch, openCamera, terminal } = mediaKit()

test('sound comes at the time of its picture to those who want it, without the header of some recorders', async () => {
  const [listener, other] = [watch((await ask('admin')).data.url), watch((await ask('admin')).data.url)]
  const camera = await openCamera()
  camera.send(true, 50_000)
  await expect.poll(() => listener.pictures.includes('key')).toBe(true)
  camera.sound(50_010, Buffer.of(1, 2, 3, 4))
  await expect.poll(() => listener.statuses.at(-1)?.hasSound).toBe(true)
  expect(listener.sounds).toEqual([])
  listener.socket.send('sound')
  // The socket of the page and that of the camera do not wait for each other.
  await expect
    .poll(() => {
      camera.sound(50_040, Buffer.of(0, 1, 2, 0, 5, 6, 7, 8))
      return listener.sounds.length
    })
    .toBeGreaterThan(0)
  expect(listener.sounds[0]).toEqual({ time: 120, code: 0x72, samples: Buffer.of(5, 6, 7, 8) })
  camera.sound(50_060, Buffer.of(9), Codec.g711u)
  await expect.poll(() => listener.sounds.at(-1)).toEqual({ time: 140, code: 0x82, samples: Buffer.of(9) })
  // Nobody knows what another codec says.
  camera.sound(50_080, Buffer.of(9), 26)
  camera.sound(50_100, Buffer.of(10))
  await expect.poll(() => listener.sounds.at(-1)?.time).toBe(180)
  expect(listener.sounds.map(({ time }) => time)).not.toContain(160)
  expect(other.sounds).toEqual([])
  for (const { socket } of [listener, other]) socket.close()
  await terminal().next((one) => one.message.id === MessageId.controlVideo)
}, 60_000)
