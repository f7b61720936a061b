import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a process with this id runs; one of another user counts. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Tells a process from a later one with the same id: its start time where /proc says it. */
function birthOf(pid: number): string {
  const file = `/proc/${pid}/stat`
  if (!existsSync(file)) return ''
  const afterName = readFileSync(file, 'utf8').split(') ')[1] ?? ''
  return afterName.split(' ')[19] ?? ''
}

/** Takes a data directory for this process until the returned function is called. Throws when a living process holds it. */
export function holdDirectory(home: string): () => void {
  const file = join(home, 'huanwei.lock')
  if (existsSync(file)) {
    const [pid = 0, birth = ''] = readFileSync(file, 'utf8').split(' ')
    const holder = Number(pid)
    if (holder !== process.pid && isAlive(holder) && birthOf(holder) === birth)
      throw new Error(`${home} is in use by the product that runs as process ${holder}; stop that first or set another DATA_DIR`)
    if (holder === process.pid) throw new Error(`${home} is already open in this process`)
    rmSync(file)
  }
  writeFileSync(file, `${process.pid} ${birthOf(process.pid)}`, { flag: 'wx' })
  return () => rmSync(file, { force: true })
}
