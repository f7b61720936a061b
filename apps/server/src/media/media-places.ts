import type { MediaPlace } from '../position/link.ts'

/** Where terminals can send pictures; both ports are one number unless that was left open. */
type Ports = { host: string; port: number; udpPort: number }

/** Terminals that are remembered as sending over UDP. */
const mostRemembered = 10_000

/**
 * Where each terminal is told to send: over TCP, as pictures come whole there; one that said yes and did not come is told the port for UDP too from then
 * on, until it does not come with that either.
 */
export function createMediaPlaces(ports: () => Ports) {
  const missed = new Set<string>()
  return {
    of(terminalNo: string): MediaPlace {
      const { host, port, udpPort } = ports()
      return missed.has(terminalNo) ? { host, port, udpPort } : { host, port }
    },
    /** A terminal that was told this place, and said yes, did not come. */
    missed(terminalNo: string, { udpPort }: MediaPlace) {
      if (udpPort !== undefined) return void missed.delete(terminalNo)
      if (missed.size >= mostRemembered) missed.clear()
      missed.add(terminalNo)
    },
  }
}
export type MediaPlaces = ReturnType<typeof createMediaPlaces>
