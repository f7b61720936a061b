import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAttachmentData } from '@huanwei/terminal/attachments/attachment-data'
import type { AttachmentFile, AttachmentReceived } from '@huanwei/terminal/messages/attachments'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { FrameReader } from '@huanwei/terminal/wire/frame'
import { encodeFrames } from '@huanwei/terminal/wire/splitting'
import { afterEach, expect, test } from 'vitest'
import type { WholeAttachment } from './alarm-upload.ts'
import { type AttachmentLimits, type AttachmentPort, startAttachmentPort } from './attachment-port.ts'

const terminalNo = '13900000001'
const mark = 'ab'.repeat(16)
const alarmNumber = '0123456789abcdef'.repeat(2)
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: console.error }
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const ending: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

type Kept = { name: string; size: number; hash: string }

/** A port that waits for the files of one alarm, and what it keeps of them. */
async function startPort(limits: Partial<AttachmentLimits> = {}, admits = true) {
  const folder = mkdtempSync(join(tmpdir(), 'huanwei-attachments-'))
  const port = await startAttachmentPort({ host: '127.0.0.1', port: 0, folder, log, limits })
  ending.push(async () => {
    await port.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const kept: Kept[] = []
  const progress: [number, number][] = []
  const keep = async ({ name, size, path }: WholeAttachment) => {
    kept.push({ name, size, hash: hashOf(readFileSync(path)) })
  }
  port.expect({
    alarmNumber,
    mark,
    terminalNo,
    admit: async () => admits,
    keep,
    progress: async (listed, count) => void progress.push([listed, count]),
  })
  return { port, folder, kept, progress }
}

/** A terminal on a connection of its own. */
async function dialIn({ port }: Pick<AttachmentPort, 'port'>, from = terminalNo) {
  const socket = connect(port, '127.0.0.1')
  const reader = new FrameReader()
  const answers: Message[] = []
  let serial = 0
  ending.push(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) if (frame.ok) answers.push(decodeMessage(frame.header, frame.body))
    socket.emit('answered')
  })
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  await once(socket, 'connect')

  function say(message: Message) {
    const header = { messageId: messageIdOf(message), version2019: true, terminalNo: from, serial: serial++ }
    for (const frame of encodeFrames(header, encodeMessage(message, '2019'))) socket.write(frame)
  }
  async function ask(message: Message): Promise<Message | 'closed'> {
    say(message)
    while (!answers.length && !socket.destroyed) await Promise.race([once(socket, 'answered'), closed])
    return answers.shift() ?? 'closed'
  }
  const list = (files: { name: string; size: number }[], number = alarmNumber) =>
    ask({ id: MessageId.attachmentList, terminalId: 'T000001', mark, alarmNumber: number, kind: 0, files })
  const about = (id: AttachmentFile['id'], name: string, size: number) => ask({ id, name, type: 0, size })
  return {
    socket,
    closed,
    ask,
    list,
    begin: (name: string, size: number) => about(MessageId.attachmentBegins, name, size),
    end: (name: string, size: number) => about(MessageId.attachmentEnds, name, size) as Promise<AttachmentReceived | 'closed'>,
    bytes: (name: string, offset: number, data: Buffer) => socket.write(encodeAttachmentData(name, offset, data)),
  }
}

const yes = expect.objectContaining({ id: MessageId.platformReply, result: 0 })
const complete = expect.objectContaining({ id: MessageId.attachmentReceived, result: 0, missing: [] })
const picture = randomBytes(150_000)
const clip = randomBytes(90_000)

test('two files come whole, and count once they are kept', async () => {
  const { port, folder, kept, progress } = await startPort()
  const line = await dialIn(port)
  const files = [
    { name: 'a.jpg', size: picture.length },
    { name: 'b.mp4', size: clip.length },
  ]
  expect(await line.list(files)).toEqual(yes)
  for (const [name, bytes] of [
    ['a.jpg', picture],
    ['b.mp4', clip],
  ] as const) {
    expect(await line.begin(name, bytes.length)).toEqual(yes)
    for (let at = 0; at < bytes.length; at += 65_536) line.bytes(name, at, bytes.subarray(at, at + 65_536))
    expect(await line.end(name, bytes.length)).toEqual(complete)
  }
  expect(kept).toEqual([
    { name: 'a.jpg', size: picture.length, hash: hashOf(picture) },
    { name: 'b.mp4', size: clip.length, hash: hashOf(clip) },
  ])
  expect(progress).toEqual([
    [2, 0],
    [2, 1],
    [2, 2],
  ])
  expect(readdirSync(folder)).toEqual([])
})

test('what is missing is asked for, and nothing is kept before it is there', async () => {
  const { port, kept } = await startPort()
  const line = await dialIn(port)
  await line.list([{ name: 'a.jpg', size: picture.length }])
  await line.begin('a.jpg', picture.length)
  line.bytes('a.jpg', 1000, picture.subarray(1000, 50_000))
  line.bytes('a.jpg', 60_000, picture.subarray(60_000))
  const missing = [
    { offset: 0, length: 1000 },
    { offset: 50_000, length: 10_000 },
  ]
  expect(await line.end('a.jpg', picture.length)).toMatchObject({ result: 1, missing })
  expect(kept).toEqual([])
  for (const { offset, length } of missing) line.bytes('a.jpg', offset, picture.subarray(offset, offset + length))
  expect(await line.end('a.jpg', picture.length)).toEqual(complete)
  expect(kept).toEqual([{ name: 'a.jpg', size: picture.length, hash: hashOf(picture) }])
})

test('a connection that dies in the middle of a file is gone on with on the next one, which sends what is missing', async () => {
  const { port, kept } = await startPort()
  const first = await dialIn(port)
  const files = [{ name: 'b.mp4', size: clip.length }]
  await first.list(files)
  await first.begin('b.mp4', clip.length)
  first.bytes('b.mp4', 0, clip.subarray(0, 40_000))
  // Answered after the bytes before it are written.
  expect(await first.end('b.mp4', clip.length)).toMatchObject({ missing: [{ offset: 40_000, length: 50_000 }] })
  first.socket.resetAndDestroy()
  const second = await dialIn(port)
  expect(await second.list(files)).toEqual(yes)
  await second.begin('b.mp4', clip.length)
  expect(await second.end('b.mp4', clip.length)).toMatchObject({ missing: [{ offset: 40_000, length: 50_000 }] })
  second.bytes('b.mp4', 40_000, clip.subarray(40_000))
  expect(await second.end('b.mp4', clip.length)).toEqual(complete)
  expect(kept.map(({ hash }) => hash)).toEqual([hashOf(clip)])
})

test('a second connection for the same alarm ends the first; each file is kept once', async () => {
  const { port, kept } = await startPort()
  const [first, second] = [await dialIn(port), await dialIn(port)]
  const files = [{ name: 'a.jpg', size: 3 }]
  await first.list(files)
  await first.begin('a.jpg', 3)
  expect(await second.list(files)).toEqual(yes)
  expect(await first.closed).toBe('closed')
  await second.begin('a.jpg', 3)
  second.bytes('a.jpg', 0, Buffer.from('abc'))
  expect(await second.end('a.jpg', 3)).toEqual(complete)
  expect(await second.end('a.jpg', 3)).toEqual(complete)
  expect(kept).toHaveLength(1)
})

test('nobody gets in who was not asked', async () => {
  const { port, kept } = await startPort()
  const files = [{ name: 'a.jpg', size: 3 }]
  expect(await (await dialIn(port)).list(files, 'f'.repeat(32))).toBe('closed')
  expect(await (await dialIn(port, '13900000002')).list(files)).toBe('closed')
  expect(await (await dialIn(port)).begin('a.jpg', 3)).toBe('closed')
  const raw = await dialIn(port)
  raw.bytes('a.jpg', 0, Buffer.from('abc'))
  expect(await raw.closed).toBe('closed')
  await port.forget(alarmNumber)
  expect(await (await dialIn(port)).list(files)).toBe('closed')
  expect(kept).toEqual([])
})

test.each<[string, { name: string; size: number }[]]>([
  ['too many files', Array.from({ length: 17 }, (_, i) => ({ name: `${i}.jpg`, size: 1 }))],
  ['a file that is too large', [{ name: 'a.jpg', size: 33 * 1024 * 1024 }]],
  ['files that are too large together', ['a', 'b', 'c'].map((name) => ({ name, size: 30 * 1024 * 1024 }))],
  ['an empty file', [{ name: 'a.jpg', size: 0 }]],
])('%s: the list is refused', async (_, files) => {
  const { port } = await startPort()
  expect(await (await dialIn(port)).list(files)).toBe('closed')
})

test('bytes outside of the announced length end the connection, as do a length that changes and a tenant that has too much', async () => {
  const files = [{ name: 'a.jpg', size: 3 }]
  const { port } = await startPort()
  const line = await dialIn(port)
  await line.list(files)
  await line.begin('a.jpg', 3)
  line.bytes('a.jpg', 2, Buffer.from('cd'))
  expect(await line.closed).toBe('closed')
  const other = await dialIn(port)
  await other.list(files)
  expect(await other.begin('a.jpg', 4)).toBe('closed')
  const full = await startPort({}, false)
  const third = await dialIn(full.port)
  await third.list(files)
  expect(await third.begin('a.jpg', 3)).toBe('closed')
})

test('who says nothing, or nothing that means anything, is cut off', async () => {
  const { port } = await startPort({ openingMs: 50, idleMs: 100, garbage: 1000 })
  expect(await (await dialIn(port)).closed).toBe('closed')
  const slow = await dialIn(port)
  await slow.list([{ name: 'a.jpg', size: 3 }])
  expect(await slow.closed).toBe('closed')
  const noisy = await dialIn(port)
  noisy.socket.write(Buffer.alloc(5000, 0x55))
  expect(await noisy.closed).toBe('closed')
})

test('connections are bounded for each address, and free the place when they end', async () => {
  const { port } = await startPort({ ofAddress: 3 })
  const lines = [await dialIn(port), await dialIn(port), await dialIn(port)]
  expect(await (await dialIn(port)).closed).toBe('closed')
  lines[0]?.socket.destroy()
  await expect.poll(() => port.connections()).toBe(2)
  expect(await (await dialIn(port)).list([{ name: 'a.jpg', size: 3 }])).toEqual(yes)
})
