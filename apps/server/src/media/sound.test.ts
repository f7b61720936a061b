import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { VideoClosing } from '@huanwei/terminal/messages/video'
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
  // Other sound comes with its number of 1078; of what no page plays comes the name alone.
  camera.sound(50_070, Buffer.of(4, 5), Codec.adpcm)
  await expect.poll(() => listener.sounds.at(-1)).toEqual({ time: 150, code: 0xf2, samples: Buffer.of(26, 4, 5) })
  expect(listener.statuses.at(-1)).not.toHaveProperty('unheard')
  camera.sound(50_080, Buffer.of(9), 25)
  await expect.poll(() => listener.statuses.at(-1)).toMatchObject({ hasSound: true, unheard: 'MP3' })
  camera.sound(50_100, Buffer.of(10))
  await expect.poll(() => listener.sounds.at(-1)?.time).toBe(180)
  expect(listener.sounds.map(({ time }) => time)).not.toContain(160)
  await expect.poll(() => listener.statuses.at(-1)).not.toHaveProperty('unheard')
  expect(other.sounds).toEqual([])
  for (const { socket } of [listener, other]) socket.close()
  await terminal().next((one) => one.message.id === MessageId.controlVideo)
}, 60_000)

test('sound that no page plays is ended for those who want it too, as the vehicle pays for it', async () => {
  const viewer = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  viewer.socket.send('sound')
  let time = 1000
  const sending = setInterval(() => {
    camera.send(true, time)
    camera.sound(time, Buffer.of(1), 28)
    time += 80
  }, 80)
  const ended = await terminal().next(
    ({ message }) => message.id === MessageId.controlVideo && message.closing === VideoClosing.sound,
  )
  terminal().send({
    id: MessageId.terminalReply,
    replySerial: ended.header.serial,
    replyId: MessageId.controlVideo,
    result: ReplyResult.ok,
  })
  clearInterval(sending)
  await expect.poll(() => viewer.statuses.at(-1)?.state, { timeout: 20_000 }).toBe('frozen')
  expect(viewer.statuses.at(-1)).toMatchObject({ hasSound: true, unheard: 'AMR' })
  expect(viewer.sounds).toEqual([])
  viewer.socket.close()
  await camera.closed
}, 60_000)
