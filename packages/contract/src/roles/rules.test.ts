import { expect, test } from 'vitest'
import { DataScope } from './codes.ts'
import { excessOf, mayChooseScope } from './rules.ts'

const { all, chosen, below, own } = DataScope

// Scope of the giver → kinds of scope they may grant.
test.each([
  [all, [all, chosen, below, own]],
  [chosen, [chosen, own]],
  [below, [chosen, below, own]],
  [own, [chosen, own]],
  [null, []],
])('a user with scope %s may grant %j', (dsType, expected) => {
  const departments = dsType === all ? null : new Set([1])
  expect([all, chosen, below, own].filter((one) => mayChooseScope({ dsType, departments }, one))).toEqual(expected)
})

const held = { menuIds: new Set([1, 2, 3]), dsType: below, departments: new Set([10, 11]) }
const role = { menuIds: [1, 2], dsType: own, dsScope: [] }

test.each([
  ['no more than the giver has', role, undefined],
  ['exactly what the giver has', { menuIds: [1, 2, 3], dsType: below, dsScope: [] }, undefined],
  ['a menu item too many', { ...role, menuIds: [1, 4, 5] }, { menuIds: [4, 5], deptIds: [], isScopeWider: false }],
  ['a wider scope', { ...role, dsType: all }, { menuIds: [], deptIds: [], isScopeWider: true }],
  ['departments of the own', { ...role, dsType: chosen, dsScope: [10] }, undefined],
  ['a foreign department', { ...role, dsType: chosen, dsScope: [10, 99] }, { menuIds: [], deptIds: [99], isScopeWider: false }],
  ['departments that the kind of scope does not use', { ...role, dsScope: [99] }, undefined],
])('%s', (_, granted, expected) => {
  expect(excessOf(held, granted)).toEqual(expected)
})

test('a user with all departments may choose any', () => {
  const admin = { menuIds: new Set([1]), dsType: all, departments: null }
  expect(excessOf(admin, { menuIds: [1], dsType: chosen, dsScope: [99] })).toBeUndefined()
})

test('a user without a role grants nothing, not even an empty role', () => {
  const nobody = { menuIds: new Set<number>(), dsType: null, departments: new Set<number>() }
  expect(excessOf(nobody, { menuIds: [], dsType: own, dsScope: [] })).toEqual({ menuIds: [], deptIds: [], isScopeWider: true })
})
