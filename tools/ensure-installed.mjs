// Runs on any Node from 20 on, before anything is installed: installs what the lock file says, then runs the script with the project's own Node.
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

/** Takes the right to install; false when another command has it. */
function begin() {
  try {
    mkdirSync(installing)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

// Two installations at once would empty the folder under each other. One that was killed leaves its mark: after ten minutes it counts as gone.
const installing = join(root, '.installing')
if (!isInstalled())
  for (let waited = 0; !begin() && waited < 600; waited++) {
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

// For little memory: small young generations, collected by one thread, as four that help spend more time than they save; an old generation that
// is collected when it has grown by 40 %, as it starts with what loading the code has left behind, and given back when little is going on
// (`optimize-for-size`: of 10 000 terminals 60 MB, which came while they connected).
const flags = [
  ...[
    '--max-semi-space-size=4',
    '--no-parallel-scavenge',
    '--initial-old-space-size=32',
    '--heap-growing-percent=40',
    '--optimize-for-size',
  ],
  ...['--import', new URL('quick-imports.mjs', import.meta.url).href],
]
// Each thread's own area for memory outside the heaps keeps what it no longer uses: two are enough (glibc).
process.env.MALLOC_ARENA_MAX ??= '2'
// What was compiled once is kept, so that the next start needs no compiler for types in its memory.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node')
const child = spawn(node, [...flags, ...process.argv.slice(2)], { stdio: 'inherit', cwd: root })
// Passed on: not every sender of a signal reaches the child too. Where it comes twice, the script takes it for one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)))
