import { readFileSync } from 'node:fs'

/** Resident memory of a process, bytes (Linux). */
export function residentBytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1]) * 1024
}

/** Resident memory of a process and of all that it started, bytes (Linux). */
export function familyBytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + familyBytes(Number(child)), residentBytes(pid))
}

/** Processor time of a process so far, over all its threads, ms (Linux). */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime and stime, in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Elapsed time of `work`, ms. */
export async function elapsedMs(work: () => unknown): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Processor time of `work` on this thread, ms: unlike the elapsed time it leaves out what other processes use. */
export async function threadMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
