import { setTimeout as sleep } from 'node:timers/promises'
import { oneAtATime } from '../lib/one-at-a-time.ts'

/** Ids of rows by tenant. */
export type Rows<Id = number> = ReadonlyMap<number, ReadonlySet<Id>>

/** A row that has changed: any of the tenant's where there is no id, any at all where there is no tenant. */
type Touched<Id> = { tenantId?: number | undefined; id?: Id | undefined }

type Clock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> }
const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
}

type Readings<Id> = {
  /** Reads the rows that changes name. */
  some(rows: Rows<Id>): Promise<void>
  /** Reads all rows of these tenants, or of every tenant. */
  whole(tenantIds: readonly number[] | undefined): Promise<void>
  failed(error: unknown): void
  /** Begins a reading when what must not happen meanwhile is over; else one reading waits for another only. */
  inTurn?(reading: () => Promise<void>): Promise<void>
  clock?: Clock
}

/** Delay from a change to the reading, ms, so that many changes cost few readings. */
const settleMs = 200
const retryMs = 1000
/** Largest shares of the time that go into readings: little waits for a whole tenant's, and what holds up named rows is rarely the reading. */
const shares = { named: 0.5, whole: 0.1 }
/** More rows than these of a tenant are read with the whole tenant. */
const mostRows = 1000

/**
 * Reads what has changed soon afterwards, named rows by themselves; the readings of whole tenants have a pace of their own, which named rows
 * need not keep. What could not be read is read again.
 */
export function readTouched<Id = number>(readings: Readings<Id>) {
  const { some, whole } = readings
  const pace = { failed: readings.failed, clock: readings.clock ?? realClock, inTurn: readings.inTurn ?? turns() }
  let rows = new Map<number, Set<Id>>()
  let tenants = new Set<number>()
  let isAll = false

  const named = paced({ ...pace, share: shares.named }, async () => {
    const asked = rows
    rows = new Map()
    if (!asked.size) return
    try {
      await some(asked)
    } catch (error) {
      for (const [tenantId, ids] of asked) for (const id of ids) add(tenantId, id)
      throw error
    }
  })

  const wide = paced({ ...pace, share: shares.whole }, async () => {
    const asked = isAll ? undefined : tenants
    isAll = false
    tenants = new Set()
    if (asked?.size === 0) return
    // Rows named until now are among those of their tenants.
    for (const tenantId of asked ?? [...rows.keys()]) rows.delete(tenantId)
    try {
      await whole(asked && [...asked])
    } catch (error) {
      isAll ||= asked === undefined
      for (const tenantId of asked ?? []) tenants.add(tenantId)
      throw error
    }
  })

  function add(tenantId: number, id: Id) {
    const ids = rows.get(tenantId) ?? new Set()
    rows.set(tenantId, ids.add(id))
    if (ids.size <= mostRows) return named.ask()
    rows.delete(tenantId)
    ask({ tenantId })
  }

  function ask({ tenantId, id }: Touched<Id>) {
    if (tenantId !== undefined && id !== undefined) return add(tenantId, id)
    if (tenantId === undefined) isAll = true
    else tenants.add(tenantId)
    wide.ask()
  }

  return {
    ask,
    /** True while something that a change has touched of a tenant waits to be read. Say it between readings, in turn. */
    isBehind: (tenantId: number) => isAll || tenants.has(tenantId) || rows.has(tenantId),
    /** Resolves when no reading goes on; no further one begins. */
    stop: async () => {
      await Promise.all([named.stop(), wide.stop()])
    },
  }
}

type Pace = Required<Pick<Readings<unknown>, 'failed' | 'inTurn' | 'clock'>> & { share: number }

/** Does `work` a moment after it was asked for, once for all who asked until it begins, and at most a share of the time; again when it failed. */
function paced({ failed, inTurn, clock, share }: Pace, work: () => Promise<void>) {
  const stopping = new AbortController()
  const { signal } = stopping
  let isAsked = false
  let restUntil = 0
  let working = Promise.resolve()

  async function turn() {
    await clock.wait(Math.max(settleMs, restUntil - clock.now()), signal)
    await inTurn(measured)
  }

  async function measured() {
    if (signal.aborted) return
    isAsked = false
    const began = clock.now()
    try {
      await work()
      const now = clock.now()
      restUntil = now + (now - began) * (1 / share - 1)
    } catch (error) {
      failed(error)
      restUntil = clock.now() + retryMs
      ask()
    }
  }

  function ask() {
    if (isAsked || signal.aborted) return
    isAsked = true
    working = working.then(turn)
  }

  return {
    ask,
    stop() {
      stopping.abort()
      return working
    },
  }
}

/** Runs one work after the other. */
const turns = () => oneAtATime((work: () => Promise<void>) => work())
