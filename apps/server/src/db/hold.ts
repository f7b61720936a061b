import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Tells a process from a later one with the same id: the start of the machine and of the process; `undefined` when none runs.
 * One that has ended but that nobody has asked for its end (a zombie, common in containers) does not run.
 */
export function birthOf(pid: number): string | undefined {
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

/** Whether a process with this id runs; one of another user counts. */
export const isAlive = (pid: number): boolean => birthOf(pid) !== undefined

/** Empty when it is not there; a process may end while it is looked at. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a living process holds a data directory. */
export function holderOf(home: string): number | undefined {
  const [pid = '', birth = ''] = read(join(home, 'huanwei.lock')).split(' ')
  return birth && birthOf(Number(pid)) === birth ? Number(pid) : undefined
}

/** Takes a data directory for this process until the returned function is called. Throws when a living process holds it. */
export function holdDirectory(home: string): () => void {
  const file = join(home, 'huanwei.lock')
  const holder = holderOf(home)
  if (holder === process.pid) throw new Error(`${home} is already open in this process`)
  if (holder)
    throw new Error(`${home} is in use by the product that runs as process ${holder}; stop that first or set another DATA_DIR`)
  if (existsSync(file)) rmSync(file)
  writeFileSync(file, `${process.pid} ${birthOf(process.pid)}`, { flag: 'wx' })
  return () => rmSync(file, { force: true })
}
