import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Head of `RESULTS.md`. `postgres`: version of PostgreSQL. */
export const describeMachine = (postgres: string) => `# What \`npm run bench\` measured

Written by the program. Machines differ, and so does the load on them: compare the ratio to what the same machine reaches in the same run.
Everything runs on one machine and shares its processors: the product, its PostgreSQL (fsync on), and the clients.

Node ${process.versions.node}, PostgreSQL ${postgres}, ${process.platform} ${process.arch}.
`

/** Time, machine and load average at the start of a measurement. */
export function describeMoment() {
  const load = loadavg()[0]!
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory`
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}, load average before ${load.toFixed(1)}${load > 1.5 ? ': other work was going on' : ''}`
}
