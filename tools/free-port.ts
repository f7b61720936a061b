import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections, one of which can take a port between its probe and its use. */
const [lowest, above] = [15_000, 32_000]

/** A free TCP port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, above)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
