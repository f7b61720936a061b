import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { VideoClosing, VideoControl, VideoStream } from '@huanwei/terminal/messages/video'
import { expect, test } from 'vitest'
import { mediaKit } from './media.test-kit.ts'
import { createSwitching, type Switched } from './switching.ts'
import type { Camera } from './upstream.ts'

const { ask, watch, openCamera, answerNext, terminal } = mediaKit()

const keys = ({ pictures }: { pictures: string[] }) => pictures.filter((kind) => kind === 'key').length
const { controlVideo, openVideo } = MessageId

test('a stream that one viewer has is switched on its connection; where the terminal refuses, the other one is opened beside it', async () => {
  const viewer = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  camera.send(true)
  await expect.poll(() => keys(viewer)).toBe(1)
  viewer.socket.send('main')
  const switched = { id: controlVideo, command: VideoControl.switchStream, stream: VideoStream.main }
  expect(await answerNext(controlVideo)).toMatchObject(switched)
  await expect.poll(() => viewer.statuses.at(-1)).toMatchObject({ state: 'playing', stream: 'main' })
  camera.send(true)
  await expect.poll(() => keys(viewer)).toBe(2)
  viewer.socket.send('sub')
  expect(await answerNext(controlVideo, ReplyResult.unsupported)).toMatchObject({ ...switched, stream: VideoStream.sub })
  const other = await openCamera()
  expect(other.asked.stream).toBe(VideoStream.sub)
  camera.send(false, 9000)
  await expect.poll(() => viewer.pictures.at(-1)).toBe('other')
  other.send(true)
  await expect.poll(() => keys(viewer)).toBe(3)
  await expect.poll(() => viewer.statuses.at(-1)).toMatchObject({ state: 'playing', stream: 'sub' })
  // The tags go on from those before, although each stream counts its own time.
  expect(viewer.times).toEqual([...viewer.times].sort((a, b) => a - b))
  expect(viewer.statuses.map(({ state }) => state)).not.toContain('noAnswer')
  viewer.socket.close()
  await camera.closed
  await other.closed
}, 60_000)

test('a terminal that sends no other stream is said in words while the picture goes on; who shares a stream is left alone', async () => {
  const [viewer, neighbour] = [watch((await ask('admin')).data.url), watch((await ask('admin')).data.url)]
  const camera = await openCamera()
  camera.send(true)
  for (const one of [viewer, neighbour]) await expect.poll(() => keys(one)).toBe(1)
  viewer.socket.send('main')
  expect(await answerNext(openVideo, ReplyResult.failed)).toMatchObject({ stream: VideoStream.main })
  await expect.poll(() => viewer.statuses.at(-1), { timeout: 20_000 }).toMatchObject({ stream: 'sub', unswitched: 'refused' })
  camera.send(true)
  for (const one of [viewer, neighbour]) await expect.poll(() => keys(one)).toBe(2)
  expect(neighbour.statuses.at(-1)).not.toHaveProperty('unswitched')
  for (const { socket } of [viewer, neighbour]) socket.close()
  await camera.closed
}, 60_000)

test('no stream is opened for a viewer who left while the terminal refused to switch and dropped its line', async () => {
  const opened: Camera[] = []
  const one = {
    viewer: {},
    camera: { deviceId: 1, terminalNo: '1', channel: 1, stream: VideoStream.sub },
    isOpen: true,
    upstream: {
      isConnected: false,
      isOnlyFor: () => true,
      async switchStream() {
        one.isOpen = false
        return { outcome: 'refused', result: 1 }
      },
      leave: () => undefined,
    },
  }
  const switchTo = createSwitching({
    isOn: () => false,
    open({ camera }) {
      opened.push(camera)
      return one.upstream as unknown as Switched['upstream']
    },
  })
  await switchTo(one as unknown as Switched, 'main')
  expect(opened).toEqual([])
})

test('sound that nobody hears is ended alone, and comes again on a new connection for who wants it', async () => {
  const viewer = watch((await ask('admin')).data.url)
  const camera = await openCamera()
  let time = 1000
  const sending = setInterval(() => {
    camera.send(true, time)
    camera.sound(time, Buffer.of(1))
    time += 80
  }, 80)
  const ended = await terminal().next(({ message }) => message.id === controlVideo && message.closing === VideoClosing.sound)
  expect(ended.message).toMatchObject({ command: VideoControl.close, stream: VideoStream.sub })
  const reply = { id: MessageId.terminalReply, replySerial: ended.header.serial, replyId: controlVideo, result: ReplyResult.ok }
  terminal().send(reply)
  clearInterval(sending)
  await expect.poll(() => viewer.statuses.at(-1)?.state, { timeout: 20_000 }).toBe('frozen')
  expect(viewer.statuses.at(-1)?.hasSound).toBe(true)
  viewer.socket.send('sound')
  const again = await openCamera()
  await camera.closed
  again.send(true, 500)
  again.sound(510, Buffer.of(7))
  await expect.poll(() => viewer.sounds.at(-1)?.samples).toEqual(Buffer.of(7))
  expect(viewer.statuses.map(({ state }) => state)).not.toContain('noAnswer')
  viewer.socket.close()
  await again.closed
}, 60_000)
