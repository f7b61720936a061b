import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Start of the machine and of a process, which distinguish it from a later one with the same id; `undefined` when none runs.
 * A zombie, common in containers, does not count as running.
 */
export function processStart(pid: number): string | undefined {
  if (!(pid > 0)) return undefined
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' })
    const [state = '', ...start] = stdout.trim().split(/\s+/)
    return state && !state.startsWith('Z') ? start.join('-') : undefined
  }
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
  const [state, start] = [fields[0], fields[19]]
  return start && state !== 'Z' && state !== 'X' ? `${read('/proc/sys/kernel/random/boot_id').trim()}:${start}` : undefined
}

/** True when a process with this id runs, also one of another user. */
export const isAlive = (pid: number): boolean => processStart(pid) !== undefined

/** Content of a file; empty when it does not exist, as when a process ends while its files are read. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Id of the living process that has locked a data directory, if there is one. */
export function lockHolder(home: string): number | undefined {
  const [pid = '', birth = ''] = read(join(home, 'huanwei.lock')).split(' ')
  return birth && processStart(Number(pid)) === birth ? Number(pid) : undefined
}

/** Locks a data directory for this process until the returned function is called. Throws when a living process has locked it. */
export function lockDirectory(home: string): () => void {
  const file = join(home, 'huanwei.lock')
  const holder = lockHolder(home)
  if (holder === process.pid) throw new Error(`${home} is already open in this process`)
  if (holder)
    throw new Error(`${home} is in use by the product that runs as process ${holder}; stop that first or set another DATA_DIR`)
  if (existsSync(file)) rmSync(file)
  writeFileSync(file, `${process.pid} ${processStart(process.pid)}`, { flag: 'wx' })
  return () => rmSync(file, { force: true })
}
