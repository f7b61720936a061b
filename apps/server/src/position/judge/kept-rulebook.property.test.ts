import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../db/changes.ts'
import { startTestServer } from '../../test-kit.ts'
import { act, startActing } from '../acts.test-kit.ts'
import { objectsTouchedBy } from '../objects-touched.ts'
import { KeptRulebook } from './kept-rulebook.ts'
import { loadRulebook, type Rulebook, rulebookTables } from './rulebook.ts'
import { type ObjectKey, objectKey, type RulebookPart } from './rulebook-part.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const log = pino({ level: 'error' })
const load = (part: RulebookPart) => server.db.system((tx) => loadRulebook(tx, log, part))

/** The parts that changes are about: objects as far as they are named, else tenants. */
function partsOf(changes: readonly Change[]): RulebookPart[] {
  const objects = new Map<number, Set<ObjectKey>>()
  const tenantIds = new Set<number>()
  for (const change of changes.filter(({ table }) => rulebookTables.includes(table))) {
    const { tenantId, objectType, id } = objectsTouchedBy(change) ?? {}
    if (tenantId === undefined) continue
    if (objectType === undefined || id === undefined) tenantIds.add(tenantId)
    else objects.set(tenantId, (objects.get(tenantId) ?? new Set()).add(objectKey(objectType, id)))
  }
  return [{ objects }, ...(tenantIds.size ? [{ tenantIds: [...tenantIds] }] : [])]
}

/** A rulebook without the functions of its rules. */
const plain = ({ subjects, facts }: Rulebook) => ({
  subjects: new Map(Array.from(subjects, ([id, subject]) => [id, JSON.parse(JSON.stringify(subject))])),
  facts: new Map(facts),
})

test('after any changes a rulebook of which the touched parts were read equals one read as a whole', async () => {
  const changesBy = await startActing(server)
  const kept = new KeptRulebook()
  kept.replace({}, await load({}))
  let most = 0
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(act, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 10 }), async (steps) => {
      for (const acts of steps) {
        for (const part of partsOf(await changesBy(acts))) kept.replace(part, await load(part))
        const whole = await load({})
        expect(plain(kept)).toEqual(plain(whole))
        expect(kept.watchedIn({}).sort()).toEqual([...whole.subjects.keys()].sort())
        most = Math.max(most, whole.subjects.size)
      }
    }),
    { numRuns: 40 },
  )
  expect(most).toBeGreaterThan(1)
})
