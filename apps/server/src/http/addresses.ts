import { isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * Asks each connection for its address when it begins, after which the socket knows it to its end: who sends a call and cuts the connection in the
 * same moment would otherwise have none, in the operation log and where tries are counted. A connection that was reset before has none any more;
 * nobody is there for its answer.
 */
export function keepAddresses(app: FastifyInstance) {
  app.server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/** Groups of 16 bits in an IPv6 address, and in the network of one subscriber. */
const groups = { all: 8, network: 4 }

/**
 * Whom limits count a request for: its IPv4 address, or the /64 network of its IPv6 address. A subscriber has at least a whole such network, and could
 * call from another of its addresses each time. Addresses from `::`, IPv4 ones among them, are taken as they are.
 */
export function senderOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (!isIPv6(ip) || ip.startsWith('::')) return ip
  const [before = [], after = []] = ip.split('::').map((part) => part.split(':'))
  const zeros = ip.includes('::') ? groups.all - before.length - after.length : 0
  const network = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, groups.network)
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
