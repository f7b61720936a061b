import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isAlive, lockDirectory, lockHolder, processStart } from './hold.ts'

function emptyHome() {
  const home = mkdtempSync(join(tmpdir(), 'huanwei-hold-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  return home
}

test('a directory is held until it is given back', () => {
  const home = emptyHome()
  const release = lockDirectory(home)
  expect(lockHolder(home)).toBe(process.pid)
  expect(() => lockDirectory(home)).toThrow('already open in this process')
  release()
  expect(lockHolder(home)).toBeUndefined()
})

test('a killed holder whose process id was reused does not count', () => {
  const home = emptyHome()
  // In a container the next product often gets the same process id.
  writeFileSync(join(home, 'huanwei.lock'), `${process.pid} of-another-life`)
  lockDirectory(home)()
  writeFileSync(join(home, 'huanwei.lock'), '')
  lockDirectory(home)()
})

test.runIf(process.platform === 'linux')('a process that ended but was not waited for does not count as running', async () => {
  // The shell becomes a program that never waits for the child it started.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void parent.kill())
  const [line] = await once(parent.stdout, 'data')
  const ended = Number(line)
  expect(processStart(ended)).toMatch(/^[0-9a-f-]{36}:\d+$/)
  await vi.waitFor(() => expect(isAlive(ended)).toBe(false))
  expect(() => process.kill(ended, 0)).not.toThrow()
})
