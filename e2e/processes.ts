import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Every running process with its parent; a process may end meanwhile. */
function everyProcess(): { pid: number; parent: number }[] {
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    return stdout.split('\n').map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent }
    })
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(name) }))
}

function parentOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
  } catch {
    // The process has ended.
    return 0
  }
}

/** A process and all its descendants. */
export function familyOf(pid: number): number[] {
  const all = everyProcess()
  const family = [pid]
  for (const one of family) family.push(...all.filter(({ parent }) => parent === one).map((child) => child.pid))
  return family
}
