import type { Update } from './report.ts'

/** Updates that wait to be posted, merged to one for each terminal: its newest fix, all readings, the latest of everything else. */
export class UpdateBatch {
  #byTerminal = new Map<number, Update>()

  get isEmpty(): boolean {
    return this.#byTerminal.size === 0
  }

  add(updates: readonly Update[]) {
    for (const update of updates) {
      const { deviceId, connected } = update
      const before = this.#byTerminal.get(deviceId)
      const fix = before?.fix && (!update.fix || update.fix.time < before.fix.time) ? before.fix : update.fix
      const seenAt = Math.max(update.seenAt, before?.seenAt ?? 0)
      const readings = before?.readings ? before.readings.concat(update.readings ?? []) : update.readings
      this.#byTerminal.set(deviceId, { deviceId, connected, seenAt, ...(fix && { fix }), ...(readings && { readings }) })
    }
  }

  /** Empties the batch. `connected` is asked anew for each terminal, as a late commit does not tell whether it is connected now. */
  take(isConnected: (deviceId: number) => boolean): Update[] {
    const updates = Array.from(this.#byTerminal.values(), (update) => ({ ...update, connected: isConnected(update.deviceId) }))
    this.#byTerminal = new Map()
    return updates
  }
}
