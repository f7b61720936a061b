import { once } from 'node:events'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFtp } from '@huanwei/fleet/uploads/ftp-client'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type FtpPort, startFtpPort } from './ftp-port.ts'

let folder: string
let ftp: FtpPort
const kept: { name: string; bytes: Buffer }[] = []
const access = () => ({ host: '127.0.0.1', port: ftp.port, user: 'u1', password: 'secret', path: '/' })
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: vi.fn() }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huanwei-ftp-'))
  const limits = { fileBytes: 100_000, wholeBytes: 250_000, files: 3 }
  ftp = await startFtpPort({ host: '127.0.0.1', port: 0, publicHost: '', folder, log, limits })
})
beforeEach(async () => {
  await ftp.forget('u1')
  kept.length = 0
  ftp.expect({
    user: 'u1',
    password: 'secret',
    arrived: () => undefined,
    keep: async ({ name, path }) => void kept.push({ name, bytes: await readFile(path) }),
  })
})
afterAll(() => ftp.close())

/** Says lines on a connection of its own; what was answered. */
async function say(...lines: string[]) {
  const socket = connect(ftp.port, '127.0.0.1')
  let answers = ''
  socket.on('data', (chunk) => {
    answers += chunk
  })
  socket.on('error', () => undefined)
  for (const line of lines) socket.write(`${line}\r\n`)
  return { socket, codes: () => [...answers.matchAll(/^(\d{3}) /gm)].map(([, code]) => Number(code)), answers: () => answers }
}
const closed = (socket: Socket) => (socket.destroyed ? undefined : once(socket, 'close'))

test('a file comes whole, in any folder, and one that broke off goes on where it was', async () => {
  const bytes = Buffer.from(Array.from({ length: 90_000 }, (_, i) => i % 251))
  const client = await openFtp({ ...access(), path: '/any/where' })
  await client.store('沪A12345.mp4', bytes, 10_000_000)
  expect(kept).toEqual([{ name: '沪A12345.mp4', bytes }])
  const broken = client.store('second.mp4', bytes, 200_000)
  await vi.waitUntil(() => (ftp.stateOf('u1')?.bytes ?? 0) > 90_000)
  client.cut()
  await expect(broken).rejects.toThrow()
  const came = ftp.stateOf('u1')?.bytes
  const again = await openFtp(access())
  await again.store('second.mp4', bytes, 10_000_000)
  expect(kept[1]).toEqual({ name: 'second.mp4', bytes })
  expect(came).toBeLessThan(180_000)
  expect(ftp.stateOf('u1')).toMatchObject({ bytes: 180_000, files: 2 })
  await again.quit()
})

test('without its log-in nobody sends, and nobody reads anything', async () => {
  const { socket, codes } = await say('STOR x', 'USER u1', 'PASS wrong', 'USER u2', 'PASS secret', 'PASS secret', 'PASS')
  await closed(socket)
  expect(codes()).toEqual([220, 530, 331, 530, 331, 530, 530])
  const inside = await say('USER u1', 'PASS secret', 'LIST', 'RETR x', 'DELE x', 'PORT 1,2,3,4,5,6', 'STOR x', 'PASV', 'QUIT')
  await closed(inside.socket)
  expect(inside.codes()).toEqual([220, 331, 230, 502, 502, 502, 502, 425, 227, 221])
})

test('names stay within the upload’s own folder, and what is too large or too much is refused', async () => {
  const client = await openFtp(access())
  await client.store('../../etc/passwd', Buffer.from('x'), 1_000_000)
  expect(kept.map(({ name }) => name)).toEqual(['passwd'])
  await expect(client.store('large.mp4', Buffer.alloc(100_001), 10_000_000)).rejects.toThrow('552')
  const another = await openFtp(access())
  await another.store('a', Buffer.from('a'), 1_000_000)
  await another.store('b', Buffer.from('b'), 1_000_000)
  await expect(another.store('c', Buffer.from('c'), 1_000_000)).rejects.toThrow('552')
  await ftp.forget('u1')
  expect(await readdir(folder)).toEqual([])
})

test('a line without end and bytes that mean nothing end the connection', async () => {
  const { socket } = await say('x'.repeat(5000))
  await closed(socket)
  const garbage = await say(Buffer.alloc(3000, 0xff).toString('latin1'))
  await closed(garbage.socket)
  expect(log.error).not.toHaveBeenCalled()
})
