import { MessageId } from '@huanwei/terminal/messages/ids'
import { PlaybackControl } from '@huanwei/terminal/messages/playback'
import { expect, test } from 'vitest'
import { losses, rightsOver } from './lost-rights.test-kit.ts'
import { mediaKit } from './media.test-kit.ts'

const { ask, watch, openCamera, answerNext, server, terminal, vehicleId } = mediaKit()
const { give, lose } = rightsOver(server, vehicleId, 'video_view')

/** A ticket of the handler, who has just got the right to it. */
async function permitted(input: object = {}) {
  await give()
  await expect.poll(async () => (await ask('handler', input)).status, { timeout: 20_000 }).toBe(200)
  return ask('handler', input)
}

test.each(losses)(
  'a picture ends with the %s of its viewer, while that of another goes on',
  async (lost) => {
    const { data, headers } = await permitted()
    const [viewer, other] = [watch(data.url), watch((await ask('admin')).data.url)]
    const camera = await openCamera()
    camera.send(true)
    for (const one of [viewer, other]) await expect.poll(() => one.pictures.includes('key')).toBe(true)
    expect(await lose(lost, headers, viewer.closed)).toBe(4403)
    expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
    const before = other.pictures.length
    camera.send(false)
    await expect.poll(() => other.pictures.length).toBeGreaterThan(before)
    other.socket.close()
    await terminal().next((one) => one.message.id === MessageId.controlVideo)
  },
  60_000,
)

test.each(losses)(
  'a playback ends with the %s of its viewer, and the terminal is told to stop',
  async (lost) => {
    const span = { kind: 'playback', startTime: '2026-11-27 08:00:00', endTime: '2026-11-27 08:30:00' }
    const { data, headers } = await permitted(span)
    const viewer = watch(data.url)
    const camera = await openCamera(MessageId.playVideo)
    camera.send(true, Date.parse('2026-11-27T08:00:01+08:00'))
    await expect.poll(() => viewer.pictures.includes('key')).toBe(true)
    expect(await lose(lost, headers, viewer.closed)).toBe(4403)
    expect(viewer.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
    expect(await answerNext(MessageId.controlPlayback)).toMatchObject({ command: PlaybackControl.stop })
    await camera.closed
  },
  60_000,
)
