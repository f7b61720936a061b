/** Locations of one terminal that are sent and not acknowledged, in a ring of `size` slots by serial. */
export class SendWindow {
  readonly #size: number
  /** `performance.now()` of the sending; 0 for a free slot. */
  readonly #sentAt: Float64Array
  readonly #second: Uint32Array
  #nextSerial = 0
  #waiting = 0

  constructor(size: number) {
    this.#size = size
    this.#sentAt = new Float64Array(size)
    this.#second = new Uint32Array(size)
  }

  get waiting(): number {
    return this.#waiting
  }

  /** True while the slot of the next serial is taken. */
  get isFull(): boolean {
    return this.#sentAt[this.#nextSerial % this.#size] !== 0
  }

  /** Takes the next slot for a location sent at `at` with device time `second` (epoch s); returns its serial. */
  add(at: number, second: number): number {
    const serial = this.#nextSerial
    this.#sentAt[serial % this.#size] = at
    this.#second[serial % this.#size] = second
    this.#nextSerial = (serial + 1) & 0xffff
    this.#waiting++
    return serial
  }

  /** `performance.now()` at which the location of this serial was sent; 0 when it is not waited for. */
  sentAt(serial: number): number {
    return this.#sentAt[serial % this.#size] ?? 0
  }

  secondOf(serial: number): number {
    return this.#second[serial % this.#size] ?? 0
  }

  /** Frees the slot of an acknowledged serial. */
  release(serial: number): void {
    this.#sentAt[serial % this.#size] = 0
    this.#waiting--
  }
}
