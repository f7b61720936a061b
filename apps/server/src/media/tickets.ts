import { randomBytes } from 'node:crypto'

/** Tickets that wait at once: of one account, and in all. */
const mostOfAccount = 100
const mostInAll = 20_000

/** Tickets that open something once, within `lifetimeMs`. */
export class Tickets<Grant extends { account: string }> {
  readonly #lifetimeMs: number
  readonly #waiting = new Map<string, { grant: Grant; expires: number }>()

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs
  }

  /** A new ticket; undefined when too many wait. `now` and `expires` in epoch ms. */
  issue(grant: Grant, now: number): { ticket: string; expires: number } | undefined {
    // The oldest stand first.
    for (const [ticket, { expires }] of this.#waiting) {
      if (expires > now) break
      this.#waiting.delete(ticket)
    }
    const own = [...this.#waiting.values()].filter((one) => one.grant.account === grant.account)
    if (own.length >= mostOfAccount || this.#waiting.size >= mostInAll) return undefined
    const ticket = randomBytes(24).toString('base64url')
    const expires = now + this.#lifetimeMs
    this.#waiting.set(ticket, { grant, expires })
    return { ticket, expires }
  }

  /** What the ticket opens, which it does not again; undefined when it is unknown, used or expired. */
  take(ticket: string, now: number): Grant | undefined {
    const found = this.#waiting.get(ticket)
    this.#waiting.delete(ticket)
    return found && found.expires > now ? found.grant : undefined
  }
}
