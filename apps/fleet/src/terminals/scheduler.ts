const slotMs = 50
const slotCount = 1200

/** A timer wheel of 1200 slots of 50 ms: one for a whole fleet, so that it needs a single timer. */
export class Scheduler {
  readonly #slots: number[][] = Array.from({ length: slotCount }, () => [])
  /** Number of the next slot, counted from the epoch. */
  #next: number

  constructor(now: number) {
    this.#next = Math.floor(now / slotMs)
  }

  /** Schedules `id` for `dueAt`, epoch ms: at once when that is past, within a minute when it is later. */
  schedule(id: number, dueAt: number): void {
    const slot = Math.min(Math.max(Math.ceil(dueAt / slotMs), this.#next), this.#next + slotCount - 1)
    this.#slots[slot % slotCount]?.push(id)
  }

  /** Removes and returns everything due until `now`, in order of the slots. */
  takeDue(now: number): number[] {
    const last = Math.floor(now / slotMs)
    const due: number[] = []
    // After a long sleep of the machine each slot is emptied once.
    const until = Math.min(last, this.#next + slotCount - 1)
    for (let slot = this.#next; slot <= until; slot++) due.push(...(this.#slots[slot % slotCount]?.splice(0) ?? []))
    this.#next = Math.max(this.#next, last + 1)
    return due
  }
}
