// Installs the packages of the lock file when they are missing or outdated, then runs a script with the project's own Node. Needs Node 20 or newer.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'node_modules', '.huanwei-installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')

const isInstalled = () => existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** Takes the lock for installing; false when another command holds it. */
function takeLock() {
  try {
    mkdirSync(installing)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

// Two installations at once would delete each other's files. A killed one leaves its lock behind: it is ignored after ten minutes.
const installing = join(root, '.installing')
if (!isInstalled())
  for (let waited = 0; !takeLock() && waited < 600; waited++) {
    if (!waited) console.log('· another command is installing packages, waiting (remove .installing if it was killed)')
    await sleep(1000)
  }

if (!isInstalled()) {
  console.log('· installing packages (a minute or two the first time)')
  const started = Date.now()
  const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (installed.status !== 0) {
    rmdirSync(installing)
    console.error('✗ npm ci failed; its message above says why')
    process.exit(installed.status ?? 1)
  }
  writeFileSync(stamp, wanted)
  console.log(`✓ packages installed (${Math.round((Date.now() - started) / 1000)} s)`)
}
if (existsSync(installing)) rmdirSync(installing)

// Flags for little memory. The young generation is small and collected by one thread: parallel collection costs more time than it saves here. The
// old generation is collected when it has grown by 40 %, because it starts with garbage from loading the code. `optimize-for-size` returns
// memory to the system when idle: 60 MB after 10 000 terminals have connected.
const flags = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--initial-old-space-size=32',
  '--heap-growing-percent=40',
  '--optimize-for-size',
  '--import',
  new URL('quick-imports.mjs', import.meta.url).href,
]
// glibc keeps freed memory in one arena per thread; two arenas are enough.
process.env.MALLOC_ARENA_MAX ??= '2'
// Compiled code is cached, so that the next start does not load the compiler that strips types.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
const child = spawn(node, [...flags, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
// Forwards signals: not every sender reaches the child too. Scripts treat the same signal twice as one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// npm may go at a signal without passing it on: what it started must not stay behind.
const { ppid } = process
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === ppid || child.kill('SIGTERM'), 500).unref()
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)))
