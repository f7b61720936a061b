import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { decodeMessage } from '@huanwei/terminal/messages/message'
import { FrameReader } from '@huanwei/terminal/wire/frame'
import { afterAll, expect, test } from 'vitest'
import { startPlatform } from '../terminals/platform.test-kit.ts'
import { locationTemplate } from './frame-template.ts'
import { runLoad } from './load.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-fleet-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('a patched frame decodes to its new content, also where bytes must be escaped', () => {
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
  const arrived = platform.received.filter(({ message }) => message.id === MessageId.location).length
  expect(result).toMatchObject({ sent: arrived, acknowledged: arrived, lost: 0 })
  expect(arrived).toBeGreaterThan(200)
  const lines = readFileSync(acked, 'utf8').trim().split('\n')
  expect(new Set(lines).size).toBe(arrived)
  expect(lines[0]).toMatch(/^1400000000\d,\d{10},\d+$/)
})
