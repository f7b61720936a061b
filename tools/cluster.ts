import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildWeb, root } from './build-web.ts'
import { type Cluster, startCluster } from './cluster/cluster.ts'
import { step } from './steps.ts'

/** `npm run cluster`: a whole installation of many processes on this machine, to try what happens when one of them dies. */
const web = Number(process.env.PORT ?? 8080)
const terminals = Number(process.env.JT808_PORT ?? 6808)
const dir = process.env.DATA_DIR ?? '.data-cluster'

const say = (line: string) => console.log(`· ${line}`)

function print({ members }: Cluster) {
  for (const { name, pid, health } of members.values())
    console.log(`  ${name.padEnd(12)} process ${String(pid()).padEnd(8)} ${health}`)
  console.log(`  ${'database'.padEnd(12)} PostgreSQL, in ${dir}, as is the log of each process`)
}

/** Carries out a line that was typed. */
function obey(cluster: Cluster, line: string) {
  const [act, name = ''] = line.trim().split(/\s+/)
  if (!act) return
  if (act === 'list') return print(cluster)
  if (act !== 'kill' && act !== 'restart') return console.log('  kill NAME · restart NAME · list · Ctrl-C stops everything')
  if (act === 'kill' && name === 'database') return cluster.killDatabase()
  const member = cluster.members.get(name)
  if (!member) return console.log(`  there is no ${name}`)
  if (act === 'kill') return member.signal('SIGKILL')
  const said = (error?: Error) => say(error ? error.message : `${name} serves again`)
  member.restart().then(() => said(), said)
}

try {
  await step('web app', async () => (buildWeb() ? 'built' : 'up to date'))
  const { DEMO_PASSWORD = 'broom-and-cart', LOG_LEVEL = 'warn' } = process.env
  const cluster = await step('cluster', () =>
    startCluster({ dir, ports: { web, terminals }, settings: { DEMO: 'on', DEMO_PASSWORD, LOG_LEVEL }, log: say }),
  )
  console.log(
    `\nHuanwei 环卫: http://localhost:${web}, terminals (JT/T 808): 127.0.0.1:${terminals}\nPassword of the demo accounts: ${DEMO_PASSWORD}\n`,
  )
  print(cluster)
  console.log('\nkill NAME ends one of them at once, restart NAME in order; it is started again. list, Ctrl-C.')
  const fleet = spawn(process.execPath, [join(root, 'apps/fleet/src/main.ts'), '--port', String(terminals)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  createInterface({ input: process.stdin }).on('line', (line) => obey(cluster, line))
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      fleet.kill()
      cluster.close().then(
        () => process.exit(),
        (error: Error) => {
          console.error(`✗ ${error.message}`)
          process.exit(1)
        },
      )
    })
} catch (error) {
  console.error(`✗ ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
