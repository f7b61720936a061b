import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** The head of the record. `postgres`: its version. */
export const describeMachine = (postgres: string) => `# What \`npm run bench\` measured

Written by the program. Machines differ and so do their moods: what counts is the ratio to what the same machine reaches in the same run.
Everything runs on one machine and shares its processors: the product, PostgreSQL as it comes with the product (fsync on), and who asks.

Node ${process.versions.node}, PostgreSQL ${postgres}, ${process.platform} ${process.arch}.
`

/** When a measurement began, on what machine, and whether it had other things to do. */
export function describeMoment() {
  const busy = loadavg()[0]!
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory`
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}, load average before ${busy.toFixed(1)}${busy > 1.5 ? ': other work was going on' : ''}`
}
