import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FrameReader } from '@huanwei/terminal/frame'
import { MessageId } from '@huanwei/terminal/ids'
import { decodeMessage } from '@huanwei/terminal/message'
import { afterAll, expect, test } from 'vitest'
import { locationTemplate } from './frame-template.ts'
import { startPlatform } from './gateway.test-kit.ts'
import { runLoad } from './load.ts'
import { readMemories, writeMemories } from './memory.ts'
import { replay } from './replay.ts'
import { readRecording } from './replay-file.ts'
import { connectTerminal } from './terminal-client.ts'
import { Wheel } from './wheel.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-fleet-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a patched frame reads as what was put into it, also where bytes must be escaped', () => {
  const template = locationTemplate({ terminalNo: '14000000001', version2019: true })
  const target = Buffer.alloc(template.longest)
  const reader = new FrameReader()
  for (let serial = 0x7d00; serial < 0x7f00; serial++) {
    const time = 1_750_000_000 + serial
    const end = template.write(target, 0, serial, time, 104_000_000 + serial, 30_600_000 + serial)
    const [frame] = reader.push(target.subarray(0, end))
    if (!frame?.ok) throw new Error(`serial ${serial}: ${frame?.reason}`)
    const message = decodeMessage(frame.header, frame.body)
    if (message.id !== MessageId.location) throw new Error('no location')
    expect([frame.header.serial, message.location.time / 1000]).toEqual([serial, time])
    expect(Math.round(message.location.lng * 1e6)).toBe(104_000_000 + serial)
    expect(Math.round(message.location.lat * 1e6)).toBe(30_600_000 + serial)
  }
})

test('a load reaches the platform as it says, every acknowledged location once in the file', async () => {
  const platform = await startPlatform()
  const acked = join(dir, 'acked.csv')
  const result = await runLoad({ host: '127.0.0.1', port: platform.port, terminals: 5, rate: 400, seconds: 1, acked })
  await platform.close()
  const arrived = platform.heard.filter((one) => one.message.id === MessageId.location).length
  expect(result).toMatchObject({ sent: arrived, acknowledged: arrived, lost: 0 })
  expect(arrived).toBeGreaterThan(200)
  const lines = readFileSync(acked, 'utf8').trim().split('\n')
  expect(new Set(lines).size).toBe(arrived)
  expect(lines[0]).toMatch(/^1400000000\d,\d{10},\d+$/)
})

test('recordings: frames with and without times, a CSV in Asia/Shanghai; what is neither names its line', () => {
  const heartbeat = '7e0002000001234567890100008a7e'
  expect(readRecording(`# comment\n${heartbeat}\n\n${heartbeat}`).map(({ at }) => at)).toEqual([0, 200])
  expect(readRecording(`1000.5 ${heartbeat}\n1000 ${heartbeat}`).map(({ at }) => at)).toEqual([0, 500])
  expect(readRecording('terminal,time,lng,lat,speed,direction\n7,2026-06-15 08:00:00,104,30,5,90')[0]).toMatchObject({
    ...{ kind: 'fix', terminalNo: '7', time: Date.parse('2026-06-15T00:00:00Z'), speed: 5, direction: 90 },
  })
  expect(() => readRecording('7,soon,104,30,5,90')).toThrow('line 1')
  expect(() => readRecording('\n7e00')).toThrow('line 2')
})

test('a replay enters each terminal and sends its fixes in order', async () => {
  const platform = await startPlatform()
  const file = join(dir, 'track.csv')
  writeFileSync(file, '8,2026-06-15 08:00:10,104,30,5,90\n8,2026-06-15 08:00:00,104,30,5,90\n9,1781481601,104,30,5,90\n')
  expect(await replay({ host: '127.0.0.1', port: platform.port, file, speed: 1000 })).toEqual({
    ...{ steps: 3, terminals: 2, acknowledged: 3, refused: 0 },
  })
  await platform.close()
})

test('a client rejects what is not answered, and everything when the connection ends', async () => {
  const platform = await startPlatform()
  const client = await connectTerminal({ port: platform.port, terminalNo: '77', version: '2019', timeout: 50 })
  await client.enter()
  platform.rules.acknowledges = () => false
  await expect(client.ask({ id: MessageId.heartbeat })).rejects.toThrow('no answer within 50 ms')
  const asked = client.ask({ id: MessageId.heartbeat })
  platform.cut()
  await expect(asked).rejects.toThrow(/closed|ECONNRESET/)
  await client.closed
  await platform.close()
  await expect(connectTerminal({ port: platform.port, terminalNo: '77' })).rejects.toThrow('ECONNREFUSED')
})

test('memories survive; a broken file is none', () => {
  const file = join(dir, 'deep', 'memories.json')
  expect(readMemories(file).size).toBe(0)
  const memories = new Map([['139', { code: 'c', odometer: 5.5, serial: 9 }]])
  writeMemories(file, memories)
  expect(readMemories(file)).toEqual(memories)
  writeFileSync(file, '{"139": {"odometer"')
  expect(readMemories(file).size).toBe(0)
})

test('the wheel gives everybody once, in time and after a long sleep', () => {
  const wheel = new Wheel(0)
  wheel.add(1, 120)
  wheel.add(2, -5)
  wheel.add(3, 90_000)
  expect(wheel.take(49)).toEqual([2])
  expect(wheel.take(100)).toEqual([])
  expect(wheel.take(160)).toEqual([1])
  expect(wheel.take(3_600_000)).toEqual([3])
  wheel.add(4, 3_600_050)
  expect(wheel.take(3_600_100)).toEqual([4])
})
