import { ObjectType } from '@huanwei/contract/objects'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../db/changes.ts'
import type { Tx } from '../../db/connect.ts'
import { type Facts, findFacilityFacts, findPersonFacts, findVehicleFacts, type Which } from '../../features/trees/queries.ts'
import { startTestServer } from '../../test-kit.ts'
import { act, nth, startActing, terminalOf } from '../acts.test-kit.ts'
import { objectsTouchedBy } from '../objects-touched.ts'
import { createObjectStore } from './object-store.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** What changes make a store read: rows as far as they are named, else tenants. */
function readingsOf(changes: readonly Change[], objectType: ObjectType): Which[] {
  const objects = new Map<number, Set<number>>()
  const tenantIds = new Set<number>()
  for (const change of changes) {
    const touched = objectsTouchedBy(change)
    if (touched?.tenantId === undefined || (touched.objectType ?? objectType) !== objectType) continue
    const { tenantId, id } = touched
    if (id === undefined) tenantIds.add(tenantId)
    else objects.set(tenantId, (objects.get(tenantId) ?? new Set()).add(id))
  }
  return [{ objects }, ...(tenantIds.size ? [{ tenantIds: [...tenantIds] }] : [])]
}

const now = Date.parse('2026-05-01T08:00:00+08:00')

/** A store that notes what it tells its listeners. */
function observed<F extends Facts>(find: (tx: Tx, which: Which) => Promise<F[]>) {
  const inForce = () => ({ alarms: 0, warnings: 0 })
  const store = createObjectStore({ db: server.db, find, inForce, clock: () => now })
  let told: string[] = []
  store.onChange((tenantId, changed, left) => {
    told.push(...changed.map(({ id, json }) => `${tenantId} ${json} ${id}`))
    told.push(...left.map(({ id, deptId }) => `${tenantId} ${id} left ${deptId}`))
  })
  const revisions = () => [1, 2].map(store.revision)
  let before = revisions()
  return {
    store,
    entries: () => [1, 2].map((tenantId) => [...store.of(tenantId).values()]),
    /** What it told since the last call, and for which tenants the revision moved. */
    effects() {
      const effects = { told: [...new Set(told)].sort(), revised: revisions().map((revision, i) => revision !== before[i]) }
      told = []
      before = revisions()
      return effects
    },
  }
}

test('after any changes a store that reads what they name equals one that reads everything, and tells the same', async () => {
  const changesBy = await startActing(server)
  const kinds = [
    { objectType: ObjectType.person, partly: observed(findPersonFacts), whole: observed(findPersonFacts) },
    { objectType: ObjectType.vehicle, partly: observed(findVehicleFacts), whole: observed(findVehicleFacts) },
    { objectType: ObjectType.facility, partly: observed(findFacilityFacts), whole: observed(findFacilityFacts) },
  ]
  for (const { partly, whole } of kinds) {
    await partly.store.read()
    await whole.store.read()
    partly.effects()
    whole.effects()
  }
  const step = fc.record({ acts: fc.array(act, { minLength: 1, maxLength: 6 }), reporting: nth })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      for (const { acts, reporting } of steps) {
        const changes = await changesBy(acts)
        const { rows } = await server.db.owner.query<{ id: number }>(`select ${terminalOf(reporting)} as id`)
        const report = { deviceId: rows[0]!.id, connected: true, seenAt: now }
        for (const { objectType, partly, whole } of kinds) {
          for (const which of readingsOf(changes, objectType)) await partly.store.read(which)
          await whole.store.read()
          expect(partly.entries()).toEqual(whole.entries())
          expect(partly.effects()).toEqual(whole.effects())
          for (const { store } of [partly, whole]) store.apply([report])
          expect(partly.effects()).toEqual(whole.effects())
        }
      }
    }),
    { numRuns: 40 },
  )
})
