import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** Notes how busy the machine is now; the function returned writes the head of the record. */
export function describeRun() {
  const before = loadavg()[0]!
  return (postgres: string, tookSeconds: number) => `# What \`npm run bench\` measured

Written by the program. Machines differ and so do their moods: what counts is the ratio to what the same machine reaches in the same run.
Everything runs on one machine and shares its processors: the product, PostgreSQL as it comes with the product (fsync on), and who asks.

- ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB memory
- Node ${process.versions.node}, PostgreSQL ${postgres}, ${process.platform} ${process.arch}
- ${new Date().toISOString().slice(0, 10)}, ${tookSeconds} s; load average when it began ${before.toFixed(1)}${before > 1 ? ' (other work was going on)' : ''}
`
}
