import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { type Media, MediaFormat, MediaType } from '@huanwei/terminal/messages/media'
import { encodeMessage, type Message } from '@huanwei/terminal/messages/message'
import type { BatchLocation } from '@huanwei/terminal/messages/tracking'
import { encodeFrames } from '@huanwei/terminal/wire/splitting'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { gatewayKit, location, newNumber } from './gateway.test-kit.ts'
import { fixAt } from './terminal.test-kit.ts'

const { start, terminalOn, query, tidy, bytesOf } = gatewayKit()
const takenAt = Date.parse('2026-06-15T08:00:00+08:00')

const picture = () =>
  sharp({
    create: { width: 160, height: 120, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .jpeg({ quality: 80 })
    .toBuffer()

const media = (data: Buffer, fields: Partial<Media> = {}): Media => ({
  id: MessageId.media,
  mediaId: 7,
  mediaType: MediaType.picture,
  format: MediaFormat.jpeg,
  event: 0,
  channel: 2,
  location: { ...fixAt(takenAt), additions: { activeSafety: [], raw: [] } },
  data,
  ...fields,
})

async function bound() {
  const { gateway, registry } = await start({ limits: { tick: 20 } })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  const code = await terminal.open()
  const bindUnseen = () =>
    query(`update device set tenant_id = 1, object_type = '1', object_id = $1 where terminal_no = $2`, [
      Number(terminalNo) % 1e9,
      terminalNo,
    ])
  const bind = async () => {
    await bindUnseen()
    await expect.poll(() => registry.byNumber(terminalNo)?.tenantId).toBe(1)
  }
  /** The same terminal on a connection of its own. */
  const again = async () => {
    const next = await terminalOn(gateway.port, terminalNo)
    await next.authenticate(code)
    return next
  }
  const reply = async (from = terminal) => {
    const { message } = await from.next((one) => one.message.id === MessageId.mediaReceived)
    return message
  }
  const photos = () =>
    query(
      `select p.*, f.original, f.file_size, f.is_confirmed from device_photo p join sys_file f using (tenant_id, file_name)
       join device d on d.id = p.device_id where d.terminal_no = $1`,
      [terminalNo],
    )
  return { terminal, terminalNo, again, bind, bindUnseen, reply, photos }
}

test('a picture is asked for the piece that got lost, stored as a file with its time and place, and acknowledged only then, once however often it is sent', async () => {
  const { terminal, terminalNo, bind, reply, photos } = await bound()
  await bind()
  const data = await picture()
  const message = media(data)
  const header = { messageId: MessageId.media, version2019: false, terminalNo, serial: 100 }
  const frames = encodeFrames(header, encodeMessage(message, '2013'))
  expect(frames.length).toBeGreaterThan(2)
  for (const [i, frame] of frames.entries()) if (i !== 1) terminal.socket.write(frame)
  expect(await reply()).toEqual({ id: MessageId.mediaReceived, mediaId: 7, lost: [2] })
  expect(await photos()).toEqual([])
  terminal.socket.write(frames[1]!)
  expect(await reply()).toEqual({ id: MessageId.mediaReceived, mediaId: 7, lost: [] })
  terminal.send(message, 500)
  expect(await reply()).toMatchObject({ lost: [] })
  const [photo, ...more] = await photos()
  expect(more).toEqual([])
  expect(photo).toMatchObject({
    tenant_id: 1,
    object_type: '1',
    channel: 2,
    event: 0,
    time: '2026-06-15 08:00:00+08',
    address: '121.473701,31.230416',
    original: `${terminalNo}-7.jpg`,
    file_size: data.length,
    is_confirmed: true,
  })
  expect(await bytesOf(photo.file_name)).toEqual(data)
})

test('a picture that comes right after the binding is stored', async () => {
  const { terminal, bindUnseen, photos } = await bound()
  await bindUnseen()
  terminal.send(media(await picture()))
  const isAnswer = ({ id }: Message) => id === MessageId.mediaReceived || id === MessageId.platformReply
  const { message } = await terminal.next((one) => isAnswer(one.message))
  expect(message).toMatchObject({ id: MessageId.mediaReceived, lost: [] })
  expect(await photos()).toHaveLength(1)
})

test('the same picture of another moment is another one', async () => {
  const { terminal, bind, reply, photos } = await bound()
  await bind()
  const covered = await picture()
  for (const mediaId of [7, 8, 8]) {
    terminal.send(media(covered, { mediaId }))
    expect(await reply()).toMatchObject({ mediaId, lost: [] })
  }
  expect(await photos()).toHaveLength(2)
})

test('a picture that is cut off in the middle is nothing; sent again on the next connection it is whole, once', async () => {
  const { terminal, terminalNo, again, bind, reply, photos } = await bound()
  await bind()
  const data = await picture()
  const header = { messageId: MessageId.media, version2019: false, terminalNo, serial: 100 }
  const frames = encodeFrames(header, encodeMessage(media(data), '2013'))
  const [first, second] = [frames[0]!, frames[1]!]
  terminal.socket.end(Buffer.concat([first, second.subarray(0, second.length / 2)]))
  await terminal.closed()
  const next = await again()
  expect(await photos()).toEqual([])
  for (const frame of frames) next.socket.write(frame)
  expect(await reply(next)).toEqual({ id: MessageId.mediaReceived, mediaId: 7, lost: [] })
  const [photo, ...more] = await photos()
  expect(more).toEqual([])
  expect(await bytesOf(photo.file_name)).toEqual(data)
})

test('a file that is no picture is not stored, nor is a picture of an unbound terminal', async () => {
  const { terminal, bind, photos } = await bound()
  const data = await picture()
  expect(await terminal.resultOf(terminal.send(media(data), 1))).toBe(ReplyResult.unsupported)
  await bind()
  const sound = media(Buffer.from('RIFF-and-more'), { mediaType: MediaType.audio, format: MediaFormat.wav })
  expect(await terminal.resultOf(terminal.send(sound, 50))).toBe(ReplyResult.unsupported)
  expect(await photos()).toEqual([])
})

test('pictures are kept as long as positions, with their bytes, longer when a record shows them too', async () => {
  const { terminal, bind, reply, photos } = await bound()
  await bind()
  for (const serial of [1, 500, 1000]) {
    terminal.send(media(await picture()), serial)
    await reply()
  }
  const [old, shown, recent] = await photos()
  const age = (days: number, { file_name }: { file_name: string }) =>
    query(
      `with photo as (update device_photo set received = now() - make_interval(days => $1) where file_name = $2)
       update sys_file set create_time = now() - make_interval(days => $1) where file_name = $2`,
      [days, file_name],
    )
  for (const one of [old, shown]) await age(31, one)
  await age(29, recent)
  await query(`update sys_user set avatar = $1 where tenant_id = 1 and username = 'viewer'`, [shown.file_name])
  await tidy(30)
  expect((await photos()).map(({ file_name }) => file_name)).toEqual([recent.file_name])
  await expect(bytesOf(old.file_name)).rejects.toThrow()
  for (const one of [shown, recent]) expect((await bytesOf(one.file_name)).length).toBeGreaterThan(0)
})

test('pictures that wait for the database wait in the terminals beyond a bound; none is lost, and positions of others go on', async () => {
  const [messageBytes, size, each] = [256 * 1024, 20_000, 5]
  const storing: (() => void)[] = []
  let mostStoring = 0
  const storePhoto = () =>
    new Promise<boolean>((resolve) => {
      storing.push(() => resolve(true))
      mostStoring = Math.max(mostStoring, storing.length)
    })
  const { gateway, reports } = await start({ storePhoto, limits: { messageBytes } })
  const other = await terminalOn(gateway.port)
  await other.open()
  const terminals = await Promise.all(Array.from({ length: 10 }, () => terminalOn(gateway.port)))
  await Promise.all(terminals.map((one) => one.open()))
  for (const one of terminals) for (let mediaId = 0; mediaId < each; mediaId++) one.send(media(Buffer.alloc(size), { mediaId }))
  await expect.poll(() => (storing.length + 1) * size).toBeGreaterThan(messageBytes)
  // What cannot be read of a batch would have to wait, too.
  const batch: BatchLocation = { id: MessageId.batchLocation, kind: 1, locations: [fixAt(takenAt)], rejected: ['0011'] }
  other.send(batch)
  for (let i = 0; i < 20; i++) expect(await other.ask(location())).toBe(ReplyResult.ok)
  expect(reports.filter(({ messageId }) => messageId === MessageId.batchLocation)).toEqual([])
  for (let stored = 0; stored < terminals.length * each; stored++) {
    await expect.poll(() => storing.length).toBeGreaterThan(0)
    storing.shift()?.()
  }
  for (const one of terminals)
    for (let mediaId = 0; mediaId < each; mediaId++) {
      const { message } = await one.next((received) => received.message.id === MessageId.mediaReceived)
      expect(message).toMatchObject({ mediaId, lost: [] })
    }
  expect(mostStoring * size).toBeLessThan(messageBytes + size)
  expect(await other.ask(batch)).toBe(ReplyResult.ok)
})

test('while a terminal is not read, neither its missing pieces nor its silence count', async () => {
  let clock = takenAt
  const limits = { tick: 10 }
  const { gateway, stream } = await start({ settles: false, capacity: 5, limits, now: () => clock, storePhoto: async () => true })
  const terminalNo = newNumber()
  const terminal = await terminalOn(gateway.port, terminalNo)
  await terminal.open()
  const silent = await terminalOn(gateway.port)
  const header = { messageId: MessageId.media, version2019: false, terminalNo, serial: 100 }
  const [first, ...others] = encodeFrames(header, encodeMessage(media(Buffer.alloc(5000)), '2013'))
  terminal.socket.write(first!)
  for (let i = 0; i < 5; i++) terminal.send(location(clock))
  await expect.poll(() => stream.isFull()).toBe(true)
  for (const frame of others) terminal.socket.write(frame)
  clock += 200_000
  // Closed in the same look at all connections.
  await silent.closed()
  const impostor = await terminalOn(gateway.port, terminalNo, { from: '127.0.0.2' })
  expect(await impostor.register()).toMatchObject({ result: 3 })
  for (const report of await stream.take(5, 0)) report.settle(true)
  const { message } = await terminal.next((one) => one.message.id === MessageId.mediaReceived)
  expect(message).toEqual({ id: MessageId.mediaReceived, mediaId: 7, lost: [] })
})
