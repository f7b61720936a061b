import { Connection } from './connection.ts'

type Options = {
  /** Connections that may be of this address at once. */
  maxOf(address: string): number
  maxOfAll: number
  now(): number
}

/** Time in which a terminal says who it is, ms: its connection makes room for no other before. */
const graceMs = 5000

/**
 * The connections that are not authenticated: bounded for each address and in all. A further one takes the place of the oldest, unless that one still has
 * time to say who it is: so silent connections keep no terminal away, and terminals that come all at once do not displace each other.
 */
export class Unauthenticated {
  readonly #options: Options
  /** In the order of their coming. */
  readonly #all = new Set<Connection>()
  readonly #byAddress = new Map<string, Set<Connection>>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Adds a connection, and closes the one whose place it takes. Returns false when there is no place for it. */
  admit(connection: Connection): boolean {
    const { maxOf, maxOfAll } = this.#options
    const { address } = connection
    const places = [this.#placeAmong(this.#byAddress.get(address), maxOf(address)), this.#placeAmong(this.#all, maxOfAll)]
    if (places.includes('none')) return false
    for (const place of places)
      if (place instanceof Connection) {
        this.delete(place)
        place.close()
      }
    this.#all.add(connection)
    const ofAddress = this.#byAddress.get(address)
    if (ofAddress) ofAddress.add(connection)
    else this.#byAddress.set(address, new Set([connection]))
    return true
  }

  /** Removes a connection that has authenticated or is closed. */
  delete(connection: Connection) {
    const { address } = connection
    const ofAddress = this.#byAddress.get(address)
    this.#all.delete(connection)
    ofAddress?.delete(connection)
    if (!ofAddress?.size) this.#byAddress.delete(address)
  }

  /** A free place among these, the connection whose place a further one takes, or none. */
  #placeAmong(connections: ReadonlySet<Connection> | undefined, max: number): 'free' | 'none' | Connection {
    const [oldest] = connections ?? []
    if (!oldest || !connections || connections.size < max) return 'free'
    return this.#options.now() - oldest.openedAt < graceMs ? 'none' : oldest
  }
}
