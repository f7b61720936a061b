import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startPlatform } from '../terminals/platform.test-kit.ts'
import { readRecording } from './recording.ts'
import { replay } from './replay.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-fleet-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('recordings: frames with and without times, a CSV in Asia/Shanghai; an error names its line', () => {
  const heartbeat = '7e0002000001234567890100008a7e'
  expect(readRecording(`# comment\n${heartbeat}\n\n${heartbeat}`).map(({ at }) => at)).toEqual([0, 200])
  expect(readRecording(`1000.5 ${heartbeat}\n1000 ${heartbeat}`).map(({ at }) => at)).toEqual([0, 500])
  expect(readRecording('terminal,time,lng,lat,speed,direction\n7,2026-06-15 08:00:00,104,30,5,90')[0]).toMatchObject({
    kind: 'fix',
    terminalNo: '7',
    time: Date.parse('2026-06-15T00:00:00Z'),
    speed: 5,
    direction: 90,
  })
  expect(() => readRecording('7,soon,104,30,5,90')).toThrow('line 1')
  expect(() => readRecording('\n7e00')).toThrow('line 2')
})

test('a replay enters each terminal and sends its fixes in order', async () => {
  const platform = await startPlatform()
  const file = join(dir, 'track.csv')
  writeFileSync(file, '8,2026-06-15 08:00:10,104,30,5,90\n8,2026-06-15 08:00:00,104,30,5,90\n9,1781481601,104,30,5,90\n')
  expect(await replay({ host: '127.0.0.1', port: platform.port, file, speed: 1000 })).toEqual({
    steps: 3,
    terminals: 2,
    acknowledged: 3,
    refused: 0,
  })
  await platform.close()
})
