import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSavedStates, writeSavedStates } from './saved-state.ts'

const dir = mkdtempSync(join(tmpdir(), 'huanwei-fleet-test-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

test('saved states are read back; a missing or broken file has none', () => {
  const file = join(dir, 'deep', 'terminals.json')
  expect(readSavedStates(file).size).toBe(0)
  const states = new Map([['139', { code: 'c', odometer: 5.5, serial: 9 }]])
  writeSavedStates(file, states)
  expect(readSavedStates(file)).toEqual(states)
  writeFileSync(file, '{"139": {"odometer"')
  expect(readSavedStates(file).size).toBe(0)
})
