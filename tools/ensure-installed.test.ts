import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '@huanwei/server/db/hold'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'

/** A project of its own whose packages count as installed, with a product that prints its process id and stays. */
function newProject() {
  const root = mkdtempSync(join(tmpdir(), 'huanwei-start-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'tools'))
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true })
  cpSync(join(import.meta.dirname, 'ensure-installed.mjs'), join(root, 'tools/ensure-installed.mjs'))
  writeFileSync(join(root, 'tools/quick-imports.mjs'), '')
  writeFileSync(join(root, 'package-lock.json'), '{}')
  writeFileSync(join(root, 'node_modules/.huanwei-installed'), createHash('sha256').update('{}').digest('hex'))
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
  writeFileSync(join(root, 'product.mjs'), 'console.log(process.pid); setInterval(() => undefined, 1000)')
  return root
}

test.runIf(process.platform !== 'win32')(
  'what npm started ends when npm is killed',
  async () => {
    // A shell in the place of npm, which passes no signal on.
    const npm = spawn('/bin/sh', ['-c', '"$0" tools/ensure-installed.mjs product.mjs; true', process.execPath], {
      cwd: newProject(),
      env: { ...process.env, npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(npm.stdout, 'data')
    const product = Number(line)
    expect(isAlive(product)).toBe(true)
    npm.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(product)).toBe(false), { timeout: 60_000 })
  },
  60_000,
)

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
const Package = z.looseObject({
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
})
const { packages } = z.looseObject({ packages: z.record(z.string(), Package) }).parse(read('package-lock.json'))
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('packages come from the registry, and those that the product runs with are what they were when they were chosen', () => {
  expect(installed.length).toBeGreaterThan(300)
  const elsewhere = installed.filter(([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'))
  expect(elsewhere.map(([path]) => path)).toEqual([])
  const unsealed = installed.filter(([, { integrity, dev }]) => !dev && !/^sha512-/.test(integrity ?? ''))
  expect(unsealed.map(([path]) => path)).toEqual([])
})

test('no package runs a script when it is installed but those that were allowed to', () => {
  const { allowScripts } = z.looseObject({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'))
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path))
  expect(scripted.filter((name) => !allowScripts[name])).toEqual([])
})
