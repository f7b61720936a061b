import { expect, test } from 'vitest'
import { readTouched } from './read-touched.ts'

/** A clock that goes only when it is told to; `waits` are the delays that were asked for. */
function handClock() {
  let now = 0
  const waits: number[] = []
  const sleeping: { until: number; wake(): void }[] = []
  return {
    waits,
    clock: {
      now: () => now,
      wait: (ms: number, signal: AbortSignal) =>
        new Promise<void>((wake) => {
          waits.push(ms)
          sleeping.push({ until: now + ms, wake })
          if (signal.aborted) wake()
          signal.addEventListener('abort', () => wake())
        }),
    },
    spend: (ms: number) => {
      now += ms
    },
    /** Lets time pass until everything that waits has had its turn, and what it waits for in turn. */
    async settle() {
      for (let idle = 0; idle < 50; idle++) {
        await Promise.resolve()
        const next = sleeping.sort((a, b) => a.until - b.until).shift()
        if (!next) continue
        now = Math.max(now, next.until)
        next.wake()
        idle = 0
      }
    },
  }
}

function observed({ took = 0, failures = 0 } = {}) {
  const { clock, waits, spend, settle } = handClock()
  const reads: unknown[] = []
  const failed: unknown[] = []
  const read = async (what: unknown) => {
    spend(took)
    if (failures-- > 0) throw new Error('no database')
    reads.push(what)
  }
  const reading = readTouched({
    some: (rows) => read(Object.fromEntries(Array.from(rows, ([tenantId, ids]) => [tenantId, [...ids]]))),
    whole: (tenantIds) => read(tenantIds ?? 'all'),
    failed: (error) => failed.push(error),
    clock,
  })
  return { ...reading, reads, failed, waits, settle }
}

test('named rows are read together, a tenant or all where none is named', async () => {
  const { ask, reads, settle } = observed()
  ask({ tenantId: 1, id: 5 })
  ask({ tenantId: 1, id: 6 })
  ask({ tenantId: 1, id: 5 })
  ask({ tenantId: 2, id: 7 })
  await settle()
  expect(reads.splice(0)).toEqual([{ 1: [5, 6], 2: [7] }])
  ask({ tenantId: 1 })
  ask({ tenantId: 3 })
  await settle()
  expect(reads.splice(0)).toEqual([[1, 3]])
  ask({ tenantId: 1 })
  ask({})
  await settle()
  expect(reads).toEqual(['all'])
})

test('rows of a tenant that is read as a whole are not read once more', async () => {
  const { ask, reads, settle } = observed()
  ask({ tenantId: 1 })
  ask({ tenantId: 1, id: 5 })
  ask({ tenantId: 2, id: 6 })
  await settle()
  expect(reads).toHaveLength(2)
  expect(reads).toEqual(expect.arrayContaining([[1], { 2: [6] }]))
})

test('very many rows of a tenant are read as the whole tenant', async () => {
  const { ask, reads, settle } = observed()
  for (let id = 0; id < 5000; id++) ask({ tenantId: 1, id })
  ask({ tenantId: 2, id: 1 })
  await settle()
  expect(reads).toContainEqual([1])
  expect(reads.filter((read) => !Array.isArray(read)).flatMap((read) => Object.values(Object(read)).flat()).length).toBeLessThan(
    2000,
  )
})

test('what could not be read is read again', async () => {
  const { ask, reads, failed, settle } = observed({ failures: 3 })
  ask({ tenantId: 1, id: 5 })
  ask({ tenantId: 2 })
  await settle()
  expect(reads).toHaveLength(2)
  expect(reads).toEqual(expect.arrayContaining([{ 1: [5] }, [2]]))
  expect(failed).toHaveLength(3)
})

test('after a long reading the next one waits nine times as long; named rows do not wait for tenants', async () => {
  const { ask, reads, waits, settle } = observed({ took: 2000 })
  ask({ tenantId: 1 })
  await settle()
  waits.length = 0
  ask({ tenantId: 1 })
  ask({ tenantId: 1, id: 5 })
  expect(waits).toEqual([])
  await settle()
  expect(waits).toEqual([18_000, 200])
  expect(reads).toEqual([[1], { 1: [5] }, [1]])
})

test('named rows that took long are read again after as long', async () => {
  const { ask, waits, settle } = observed({ took: 2000 })
  ask({ tenantId: 1, id: 5 })
  await settle()
  ask({ tenantId: 1, id: 5 })
  await settle()
  expect(waits).toEqual([200, 2000])
})

test('what waits for another reading when it is stopped is not read', async () => {
  const { clock, settle } = handClock()
  const reads: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { ask, stop } = readTouched({
    some: async () => void reads.push('some'),
    whole: () => {
      reads.push('whole')
      return held
    },
    failed: () => undefined,
    clock,
  })
  ask({ tenantId: 1 })
  await settle()
  ask({ tenantId: 1, id: 5 })
  await settle()
  const stopped = stop()
  release()
  await stopped
  expect(reads).toEqual(['whole'])
})

test('nothing is read once it is stopped', async () => {
  const { ask, stop, reads, settle } = observed()
  ask({ tenantId: 1 })
  await stop()
  ask({ tenantId: 1, id: 5 })
  await settle()
  expect(reads).toEqual([])
})
