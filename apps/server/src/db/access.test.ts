import type { Permission } from '@huanwei/contract/permissions'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { departments } from '../features/departments/table.ts'
import { menus } from '../features/menus/table.ts'
import { recipientsOf } from '../features/messages/sending/queries.ts'
import { roleMenus, roles } from '../features/roles/table.ts'
import { findNoJudges } from '../features/rules/queries.ts'
import { loadViewer } from '../features/session/queries.ts'
import { userRoles, users } from '../features/users/table.ts'
import { startTestServer } from '../test-kit.ts'

const tenantId = 2
const asked: Permission[] = ['violation_handle', 'approval_handle']

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Departments name their parent, roles and users what they have, by place in the list; a parent comes first. */
const world = fc.record({
  parents: fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
  roles: fc.array(
    fc.record({
      dsType: fc.constantFrom<(0 | 1 | 2 | 3)[]>(0, 1, 2, 3),
      chosen: fc.array(fc.nat(), { maxLength: 3 }),
      holds: fc.subarray(asked),
    }),
    { maxLength: 5 },
  ),
  users: fc.array(fc.record({ dept: fc.nat(), isLocked: fc.boolean(), roles: fc.array(fc.nat(), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 8,
  }),
})
type World = typeof world extends fc.Arbitrary<infer W> ? W : never

/** Enters the world into the tenant; the ids are in the order of its lists. */
async function enter({ parents, ...drawn }: World) {
  return server.db.system(async (tx) => {
    await tx.delete(users).where(sql`tenant_id = ${tenantId} and username like 'drawn%'`)
    await tx.delete(roles).where(sql`tenant_id = ${tenantId} and role_code like 'DRAWN%'`)
    await tx.delete(departments).where(sql`tenant_id = ${tenantId} and name like 'drawn%'`)
    const deptIds: number[] = []
    for (const [i, at] of parents.entries()) {
      const parentId = deptIds.length ? deptIds[at % deptIds.length]! : 0
      const [added] = await tx
        .insert(departments)
        .values({ tenantId, parentId, name: `drawn ${i}` })
        .returning()
      deptIds.push(added!.id)
    }
    const parentOf = new Map(deptIds.map((id, i) => [id, i === 0 ? undefined : deptIds[parents[i]! % i]]))
    const items = new Map(
      (await tx.select().from(menus).where(sql`tenant_id = ${tenantId}`)).map((one) => [one.permission, one.id]),
    )
    const held: { id: number; dsType: number; dsScope: number[]; holds: Permission[] }[] = []
    for (const [i, { dsType, chosen, holds }] of drawn.roles.entries()) {
      const dsScope = chosen.map((at) => deptIds[at % deptIds.length]!)
      const values = { tenantId, roleName: `drawn ${i}`, roleCode: `DRAWN${i}`, dsType, dsScope }
      const [added] = await tx.insert(roles).values(values).returning()
      for (const permission of holds)
        await tx.insert(roleMenus).values({ tenantId, roleId: added!.id, menuId: items.get(permission)! })
      held.push({ id: added!.id, dsType, dsScope, holds })
    }
    const people = []
    for (const [i, { dept, isLocked, roles: which }] of drawn.users.entries()) {
      const deptId = deptIds[dept % deptIds.length]!
      const values = {
        tenantId,
        username: `drawn${i}`,
        password: '',
        deptId,
        lockFlag: isLocked ? ('9' as const) : ('0' as const),
      }
      const [added] = await tx.insert(users).values(values).returning()
      const theirs = held.length ? [...new Set(which.map((at) => held[at % held.length]!))] : []
      for (const role of theirs) await tx.insert(userRoles).values({ tenantId, userId: added!.id, roleId: role.id })
      people.push({ id: added!.id, deptId, isLocked, roles: theirs })
    }
    return { deptIds, parentOf, people }
  })
}
type Entered = Awaited<ReturnType<typeof enter>>
type Person = Entered['people'][number]

/** Independent implementation of the rule: the departments that a person sees, null for all. Source: spec 3, section 6. */
function scopeOf({ deptIds, parentOf }: Entered, { deptId, roles: held }: Person): number[] | null {
  const widest = Math.min(...held.map((role) => role.dsType))
  if (widest === 0) return null
  if (widest === 1) return deptIds.filter((id) => held.some((role) => role.dsType === 1 && role.dsScope.includes(id)))
  const isBelow = (id: number | undefined): boolean => id !== undefined && (id === deptId || isBelow(parentOf.get(id)))
  if (widest === 2) return deptIds.filter(isBelow)
  return widest === 3 ? [deptId] : []
}

const holds = ({ roles: held }: Person, permission: Permission) => held.some((role) => role.holds.includes(permission))
const sees = (entered: Entered, person: Person, deptId: number) => scopeOf(entered, person)?.includes(deptId) ?? true

test('viewers, recipients and handlers follow the rule for any departments, roles and users', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const entered = await enter(drawn)
      const { people, deptIds } = entered
      await server.db.within({ tenantId, platform: false }, async (tx) => {
        for (const person of people) {
          const loaded = await loadViewer(tx, tenantId, person.id, '')
          expect(loaded !== undefined).toBe(!person.isLocked)
          if (!loaded) continue
          expect(loaded.viewer.departments).toEqual(scopeOf(entered, person)?.sort((a, b) => a - b) ?? null)
          expect([...loaded.viewer.permissions].sort()).toEqual(asked.filter((one) => holds(person, one)).sort())
          expect(loaded.viewer.roleIds).toEqual(person.roles.map(({ id }) => id).sort((a, b) => a - b))
        }
        const drawnIds = new Set(people.map(({ id }) => id))
        for (const permission of asked)
          for (const deptId of deptIds) {
            const recipients = (await recipientsOf(tx, tenantId, permission, deptId)).filter((id) => drawnIds.has(id))
            const meant = people.filter((one) => !one.isLocked && holds(one, permission) && sees(entered, one, deptId))
            expect(recipients).toEqual(meant.map(({ id }) => id))
          }
        const noJudges = await findNoJudges(tx, tenantId, [...drawnIds])
        expect(noJudges).toHaveLength(people.filter((one) => !holds(one, 'violation_handle')).length)
      })
    }),
    { numRuns: 40 },
  )
})

test('the functions tell the app role nothing of another tenant', async () => {
  const { people, deptIds } = await enter({
    parents: [0],
    roles: [{ dsType: 0, chosen: [], holds: asked }],
    users: [{ dept: 0, isLocked: false, roles: [0] }],
  })
  const ask = (asTenant: number) =>
    server.db.within({ tenantId: asTenant, platform: false }, async (tx) => {
      const { rows } = await tx.execute(sql`select user_departments(${tenantId}, ${people[0]!.id}) as departments,
        array(select user_id from users_covering(${tenantId}, 'violation_handle', array[${deptIds[0]!}::int])) as covering,
        array(select permission from user_permissions(${tenantId})) as permissions,
        array(select departments_below(${tenantId}, array[${deptIds[0]!}::int])) as below`)
      return rows[0]
    })
  expect(await ask(1)).toEqual({ departments: [], covering: [], permissions: [], below: [] })
  expect(await ask(tenantId)).toMatchObject({ departments: null, below: [deptIds[0]] })
})
