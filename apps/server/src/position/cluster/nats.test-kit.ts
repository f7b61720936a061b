import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server of NATS that tests run. CI sets the one that `tools/cluster/fetch-nats.sh` prints. */
export const natsServer = process.env.NATS_SERVER_BIN || 'nats-server'

/** True where tests with NATS are left out, which is said: on a developer's machine without it. In CI they fail. */
export const hasNoNats = spawnSync(natsServer, ['--version']).status !== 0 && !process.env.CI
if (hasNoNats)
  console.warn(
    `⚠ tests of several processes are left out: ${natsServer} is missing (set NATS_SERVER_BIN to what tools/cluster/fetch-nats.sh prints)`,
  )

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** For tests: a server of NATS with JetStream, in a folder of its own. */
export async function startNats() {
  const folder = mkdtempSync(join(tmpdir(), 'huanwei-nats-'))
  const port = await freePort()
  const run = () => spawn(natsServer, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
  let child = run()
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(
      `${natsServer} cannot be started (set NATS_SERVER_BIN to what tools/cluster/fetch-nats.sh prints): ${error.message}`,
    )
  })
  failed.catch(() => undefined)
  await Promise.race([failed, sleep(300)])

  async function kill() {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    /** Starts it again on what it has stored. */
    start() {
      child = run()
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) await kill()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
