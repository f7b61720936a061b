import type { Which } from '../../features/trees/queries.ts'
import { Entries } from './entries.ts'

/** Objects of all tenants: those of one in order, and each by the terminal that reports for it. */
export class TenantEntries<T extends { id: number; deviceId: number | null }> {
  readonly #compare: (a: T, b: T) => number
  readonly #tenants = new Map<number, Entries<T>>()
  readonly #byTerminal = new Map<number, T>()

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  tenantIds() {
    return this.#tenants.keys()
  }

  of(tenantId: number) {
    return this.#tenants.get(tenantId) ?? new Entries<T>(this.#compare)
  }

  ofTerminal(deviceId: number) {
    return this.#byTerminal.get(deviceId)
  }

  /** The entries that are meant, tenant by tenant. */
  *among({ objects, tenantIds }: Which): Generator<readonly [tenantId: number, entries: readonly T[]]> {
    for (const tenantId of objects?.keys() ?? tenantIds ?? this.#tenants.keys()) {
      const ids = objects?.get(tenantId)
      yield [tenantId, ids ? this.of(tenantId).some(ids) : this.of(tenantId).values()]
    }
  }

  /** Puts entries in the place of those with these ids, or of all of a tenant; returns the replaced ones. */
  exchange(tenantId: number, ids: ReadonlySet<number> | undefined, now: readonly T[]): readonly T[] {
    const ofTenant = this.of(tenantId)
    const before = ids ? ofTenant.some(ids) : ofTenant.values()
    this.#tenants.set(tenantId, ids ? ofTenant.exchange(before, now) : new Entries(this.#compare, now))
    for (const entry of before)
      if (entry.deviceId !== null && this.#byTerminal.get(entry.deviceId) === entry) this.#byTerminal.delete(entry.deviceId)
    for (const entry of now) if (entry.deviceId !== null) this.#byTerminal.set(entry.deviceId, entry)
    return before
  }
}
