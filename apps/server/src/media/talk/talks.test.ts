import { createHash } from 'node:crypto'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { soundPiece } from '@huanwei/fleet/cameras/sound'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { VideoContent, VideoControl } from '@huanwei/terminal/messages/video'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { losses, rightsOver } from '../lost-rights.test-kit.ts'
import { mediaKit } from '../media.test-kit.ts'

const { call, server, terminal, web, terminalNo, vehicleId } = mediaKit()
let cameras: LiveCameras

beforeAll(() => {
  cameras = new LiveCameras({ terminalNo, version2019: false })
})

const askTalk = (username = 'admin', input: object = {}, tenantId = 1) =>
  call(username, 'POST', '/admin/video/talk', { vehicleIds: [vehicleId()], ...input }, tenantId)

/** Answers the next command about voice, which the terminal obeys when the answer is good. */
async function obeyNext(result: ReplyResult = ReplyResult.ok) {
  const { header, message } = await terminal().next(({ message: { id } }) => id === openVideo || id === controlVideo)
  terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result })
  if (result === ReplyResult.ok) cameras.obey(message)
  return message
}
const { openVideo, controlVideo } = MessageId

function talkAt(url: string) {
  const socket = new WebSocket(web() + url)
  const statuses: { state: string; reason?: string; by?: string }[] = []
  const heard: Buffer[] = []
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) heard.push(data)
    else statuses.push(JSON.parse(String(data)))
  })
  const opened = new Promise<void>((resolve) => socket.on('open', () => resolve()))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, statuses, heard, opened, closed, state: () => statuses.at(-1)?.state }
}

/** A talk that the terminal has opened. */
async function openTalk(username = 'admin') {
  const { data, headers } = await askTalk(username)
  const talk = talkAt(data.url)
  const message = await obeyNext()
  await expect.poll(talk.state).toBe('open')
  return { ...talk, headers, message }
}

/** Two seconds of what a microphone gives, in pieces that are not those of the line. */
const voice = Buffer.from(Array.from({ length: 16_000 }, (_, i) => (i * 7) % 251))
const said = Array.from({ length: 100 }, (_, i) => voice.subarray(i * 160, (i + 1) * 160))
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('what is said is played by the terminal byte by byte, and its own sound comes back; it is told to stop after the speaker', async () => {
  const talk = await openTalk()
  expect(talk.message).toMatchObject({ content: VideoContent.talk, channel: 1 })
  for (let at = 0; at < voice.length; at += 163) talk.socket.send(voice.subarray(at, at + 163))
  await expect.poll(() => cameras.talk.played.samples).toBe(voice.length)
  expect(cameras.talk.played.sha256).toBe(sha256(voice))
  const wanted = 50 * soundPiece(0).length
  await expect.poll(() => Buffer.concat(talk.heard).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(wanted)
  const spoken = Buffer.concat(Array.from({ length: 50 }, (_, i) => soundPiece(i)))
  expect(sha256(Buffer.concat(talk.heard).subarray(0, wanted))).toBe(sha256(spoken))
  talk.socket.close()
  expect(await obeyNext()).toMatchObject({ id: controlVideo, command: VideoControl.closeTalk })
  await expect.poll(() => cameras.talk.count).toBe(0)
}, 60_000)

test('what is said before the terminal is there is heard too; of two people one speaks, and the other is told who', async () => {
  const { data } = await askTalk()
  const talk = talkAt(data.url)
  await talk.opened
  for (const piece of said) talk.socket.send(piece)
  await expect.poll(talk.state).toBe('connecting')
  const other = talkAt((await askTalk()).data.url)
  expect(await other.closed).toBe(4403)
  expect(other.statuses).toEqual([{ state: 'ended', reason: 'busy', by: expect.stringMatching(/./) }])
  await obeyNext()
  await expect.poll(() => cameras.talk.played.sha256).toBe(sha256(voice))
  talk.socket.terminate()
  await obeyNext()
  const again = await openTalk()
  again.socket.close()
  await obeyNext()
}, 60_000)

test('a terminal that refuses is said in words, and one that breaks off ends the talk', async () => {
  const talk = talkAt((await askTalk()).data.url)
  await obeyNext(ReplyResult.failed)
  expect(await talk.closed).toBe(4403)
  expect(talk.statuses.slice(-2)).toMatchObject([{ state: 'refused' }, { state: 'ended', reason: 'noTerminal' }])
  await obeyNext()
  const open = await openTalk()
  cameras.closeAll()
  expect(await open.closed).toBe(4403)
  expect(open.statuses.slice(-2)).toMatchObject([{ state: 'lost' }, { state: 'ended', reason: 'noTerminal' }])
  await obeyNext()
}, 60_000)

test('a broadcast is played and not answered', async () => {
  const talk = talkAt((await askTalk('admin', { kind: 'broadcast' })).data.url)
  expect(await obeyNext()).toMatchObject({ content: VideoContent.broadcast })
  await expect.poll(talk.state).toBe('open')
  for (const piece of said) talk.socket.send(piece)
  await expect.poll(() => cameras.talk.played.sha256).toBe(sha256(voice))
  expect(talk.heard).toEqual([])
  talk.socket.close()
  await obeyNext()
}, 60_000)

test.each([
  ['a text', 'garbled', (socket: WebSocket) => socket.send('hello')],
  ['an empty message', 'garbled', (socket: WebSocket) => socket.send(Buffer.alloc(0))],
  ['a message that is too long', 'garbled', (socket: WebSocket) => socket.send(Buffer.alloc(3201))],
  [
    'voice faster than a microphone gives it',
    'tooFast',
    (socket: WebSocket) => {
      for (let i = 0; i < 20; i++) socket.send(Buffer.alloc(3200))
    },
  ],
])('%s ends a talk, and the terminal is told to stop', async (_, reason, misbehave) => {
  const talk = await openTalk()
  misbehave(talk.socket)
  expect(await talk.closed).toBe(4403)
  expect(talk.statuses.at(-1)).toEqual({ state: 'ended', reason })
  expect(await obeyNext()).toMatchObject({ command: VideoControl.closeTalk })
})

test('a ticket opens once, for who may command terminals and sees the vehicle', async () => {
  expect((await askTalk('nobody')).status).toBe(403)
  expect((await askTalk('admin', {}, 2)).status).toBe(404)
  expect((await askTalk('admin', { vehicleIds: [999_999] })).status).toBe(404)
  expect((await askTalk('admin', { channel: 2 })).status).toBe(409)
  expect((await askTalk('admin', { vehicleIds: [vehicleId(), vehicleId() + 1] })).status).toBe(400)
  const guess = talkAt('/live/talk?ticket=guess')
  expect(await guess.closed).toBe(4403)
  expect(guess.statuses).toEqual([{ state: 'ended', reason: 'ticket' }])
})

const { give, lose } = rightsOver(server, vehicleId, 'admin_device_command')

test.each(losses)(
  'a talk ends with the %s of its speaker',
  async (lost) => {
    await give()
    await expect.poll(async () => (await askTalk('handler')).status, { timeout: 20_000 }).toBe(200)
    const talk = await openTalk('handler')
    const speaking = setInterval(() => talk.socket.send(said[0]!), 20)
    expect(await lose(lost, talk.headers, talk.closed)).toBe(4403)
    clearInterval(speaking)
    expect(talk.statuses.at(-1)).toEqual({ state: 'ended', reason: 'rights' })
    expect(await obeyNext()).toMatchObject({ command: VideoControl.closeTalk })
  },
  60_000,
)
