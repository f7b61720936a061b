import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '@huanwei/server/test-kit'
import { expect, onTestFinished, test } from 'vitest'
import { root } from './build-web.ts'

/** Has the product fail where nobody expects it when it gets this signal. */
const failing = `process.on('SIGUSR2', () => setImmediate(() => { throw new Error('broken\\nin two lines') }))`

test('a misspelt setting is told, and what ends the product is one line of its log', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'huanwei-start-'))
  const ports = Object.fromEntries(
    ['PORT', 'JT808_PORT', 'JT1078_PORT', 'JT808_FILES_PORT', 'FTP_PORT', 'VIDEO_API_PORT'].map((name) => [name, '0']),
  )
  const settings = { DATABASE_URL: await createTestDatabase(), DATA_DIR: dataDir, KEEP_DAY: '30', LOG_LEVEL: 'warn' }
  const flags = ['--import', './tools/quick-imports.mjs', '--import', `data:text/javascript,${encodeURIComponent(failing)}`]
  const child = spawn(process.execPath, [...flags, 'tools/start.ts', '--no-build'], {
    cwd: root,
    env: { ...process.env, ...ports, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await expect.poll(() => output).toContain('is running:')
  child.kill('SIGUSR2')
  expect((await ended)[0]).toBe(1)

  const logged = output.split('\n').filter((line) => line.startsWith('{'))
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, thread: 'main', msg: 'KEEP_DAY is no setting and is ignored: is KEEP_DAYS meant?' },
    {
      level: 60,
      thread: 'main',
      msg: 'bug',
      error: { message: 'broken\nin two lines', at: expect.arrayContaining([expect.stringContaining('at ')]) },
    },
  ])
  expect(output.split('\n').filter((line) => /^ +at /.test(line))).toEqual([])
})
