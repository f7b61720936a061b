import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, one of which can take a port between its probe and its use. */
const [lowest, above] = [15_000, 32_000]

/** Ports that this process has been given: what is started with several of them listens one after the other. */
const given = new Set<number>()

/** A free TCP port, another one each time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, above)
    if (given.has(port)) continue
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    given.add(port)
    return port
  }
}
