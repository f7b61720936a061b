import { longestTurn } from '@huanwei/contract/video/codes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answer } from '../../../position/ingest/pending-commands.ts'
import type { Command } from '../../../position/link.ts'
import { createPtz } from './stops.ts'

const camera = { deviceId: 7, channel: 2 }
const confirmed: Answer = { outcome: 'confirmed', result: 0 }
let sent: string[]
let answer: Answer
let ptz: ReturnType<typeof createPtz>

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  answer = confirmed
  ptz = createPtz(async (deviceId, command: Command) => {
    if (command.kind === 'moveCamera') sent.push(`${deviceId} ${command.channel} ${command.act}`)
    return answer
  })
})
afterEach(() => vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('a camera turns as long as somebody says so, and stops by itself after the last word', async () => {
  await ptz.move('a', camera, 'left')
  await pass(longestTurn - 1)
  await ptz.move('a', camera, 'left')
  await pass(longestTurn - 1)
  expect(sent).toEqual(['7 2 left', '7 2 left'])
  await pass(1)
  expect(sent.at(-1)).toBe('7 2 stop')
  await pass(10 * longestTurn)
  expect(sent).toHaveLength(3)
})

test('nobody turns or stops it meanwhile but who turns it; then it is free', async () => {
  await ptz.move('a', camera, 'up')
  for (const act of ['down', 'stop', 'zoomIn'] as const) expect(await ptz.move('b', camera, act)).toBeUndefined()
  expect(await ptz.move('b', { ...camera, channel: 1 }, 'down')).toEqual(confirmed)
  await ptz.move('a', camera, 'stop')
  expect(await ptz.move('b', camera, 'down')).toEqual(confirmed)
  expect(sent).toEqual(['7 2 up', '7 1 down', '7 2 stop', '7 2 down'])
})

test('a turn that was refused keeps nobody else away and needs no stop', async () => {
  answer = { outcome: 'refused', result: 3 }
  expect(await ptz.move('a', camera, 'up')).toEqual(answer)
  answer = confirmed
  expect(await ptz.move('b', camera, 'left')).toEqual(confirmed)
  await ptz.move('b', camera, 'stop')
  await pass(longestTurn)
  expect(sent).toEqual(['7 2 up', '7 2 left', '7 2 stop'])
})

test('a stop that does not arrive is said again until it does, or until the camera is turned anew', async () => {
  await ptz.move('a', camera, 'right')
  answer = { outcome: 'offline', result: null }
  await ptz.move('a', camera, 'stop')
  await pass(5000)
  expect(sent.slice(1)).toEqual(['7 2 stop', '7 2 stop'])
  answer = confirmed
  await pass(5000)
  await pass(60_000)
  expect(sent.slice(1)).toEqual(['7 2 stop', '7 2 stop', '7 2 stop'])
  answer = { outcome: 'timedOut', result: null }
  await ptz.move('a', camera, 'stop')
  answer = confirmed
  sent = []
  await ptz.move('a', camera, 'left')
  await pass(longestTurn - 1)
  expect(sent).toEqual(['7 2 left'])
})

test('a server that stops lets nothing go on turning', async () => {
  await ptz.move('a', camera, 'left')
  await ptz.move('b', { deviceId: 8, channel: 1 }, 'up')
  await ptz.close()
  expect(sent.slice(2).sort()).toEqual(['7 2 stop', '8 1 stop'])
})
