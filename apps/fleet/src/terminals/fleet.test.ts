import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startFleet } from './fleet.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-fleet-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a fleet drives on while its states cannot be written, as on a full disk, and saves them afterwards', () => {
  vi.useFakeTimers()
  const told = vi.spyOn(console, 'error').mockReturnValue()
  const state = join(dir, 'fleet')
  const fleet = startFleet({ host: '127.0.0.1', port: 1, terminals: 0, seed: 1, state })
  writeFileSync(state, 'no folder')
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveBeenCalledTimes(1)
  rmSync(state)
  vi.advanceTimersByTime(60_000)
  expect(readdirSync(state)).toHaveLength(1)
  fleet.stop()
  expect(told).toHaveBeenCalledTimes(1)
})
