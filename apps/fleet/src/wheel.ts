/** Slots of 50 ms for a minute: who is due when. One for a whole fleet, so that it needs one timer. */
const slotMs = 50
const slots = 1200

export class Wheel {
  readonly #slots: number[][] = Array.from({ length: slots }, () => [])
  /** Number of the slot that is next, counted from the epoch. */
  #next: number

  constructor(now: number) {
    this.#next = Math.floor(now / slotMs)
  }

  /** `who` is due at `at`, epoch ms; at once when that is over, within a minute when it is later. */
  add(who: number, at: number): void {
    const slot = Math.min(Math.max(Math.ceil(at / slotMs), this.#next), this.#next + slots - 1)
    this.#slots[slot % slots]?.push(who)
  }

  /** Everybody due until `now`, in order of their slots. */
  take(now: number): number[] {
    const last = Math.floor(now / slotMs)
    const due: number[] = []
    // After a long sleep of the machine each slot is emptied once.
    const until = Math.min(last, this.#next + slots - 1)
    for (let slot = this.#next; slot <= until; slot++) due.push(...(this.#slots[slot % slots]?.splice(0) ?? []))
    this.#next = Math.max(this.#next, last + 1)
    return due
  }
}
