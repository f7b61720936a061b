import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { GatewayRole } from '../roles/gateway-role.ts'
import { serveGateway } from './member.ts'
import { hasNoNats, startNats } from './nats.test-kit.ts'
import { connectNats } from './nats.ts'
import { startNodes } from './nodes.ts'
import { startRemoteIngest } from './remote-ingest.ts'

const log = pino({ level: 'silent' })

test.skipIf(hasNoNats)('a gateway says in pieces which terminals it has: a message of NATS takes some thousands', async () => {
  const nats = await startNats()
  const connection = await connectNats({ url: nats.url, name: 'gateway', log })
  const nodes = startNodes({ nats: connection, me: { id: 'gateway', process: 'test', roles: ['gateway'], startedAt: 0 } })
  const gateway = {
    *connected() {
      for (let deviceId = 1; deviceId <= 40_000; deviceId++) yield { deviceId, address: '10.0.0.1', heardAt: 1 }
    },
    send: async () => ({ outcome: 'confirmed', result: 0 }),
  }
  serveGateway({ nats: connection, nodes, gateway: gateway as unknown as GatewayRole, flush: () => undefined })
  const membership = { url: nats.url, process: 'test', roles: ['api' as const] }
  const api = await startRemoteIngest({ membership, log, missed: () => undefined })
  const outcomeOf = async (deviceId: number) => (await api.send(deviceId, { kind: 'locate' })).outcome
  await expect.poll(() => outcomeOf(40_000), { timeout: 20_000 }).toBe('confirmed')
  expect([await outcomeOf(1), await outcomeOf(40_001)]).toEqual(['confirmed', 'offline'])
  await api.close()
  nodes.close()
  await connection.close()
  await nats.close()
})
