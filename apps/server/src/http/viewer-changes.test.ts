import { expect, test } from 'vitest'
import type { Change } from '../db/changes.ts'
import type { Viewer } from './viewer.ts'
import { concerns } from './viewer-changes.ts'

const viewer: Viewer = {
  userId: 5,
  username: 'wang',
  tenantId: 1,
  deptId: 7,
  roleIds: [3, 4],
  permissions: new Set(),
  departments: [7],
  platform: false,
  family: 'a',
  isLocked: false,
}

test.each<[Change, boolean]>([
  // The connection was lost: anything may have changed.
  [{ table: 'sys_token' }, true],
  [{ table: 'sys_token', tenantId: 1, userId: 5 }, true],
  [{ table: 'sys_token_lock', tenantId: 1, userId: 6 }, false],
  [{ table: 'sys_user', tenantId: 2, userId: 5 }, false],
  [{ table: 'sys_user', tenantId: 1 }, true],
  [{ table: 'sys_tenant', tenantId: 1 }, true],
  [{ table: 'sys_tenant', tenantId: 2 }, false],
  [{ table: 'sys_role', tenantId: 1, id: 4 }, true],
  [{ table: 'sys_role', tenantId: 1, id: 5 }, false],
  [{ table: 'sys_role_menu', tenantId: 1, id: 3 }, true],
  [{ table: 'sys_role_menu', tenantId: 1, id: 9 }, false],
  [{ table: 'sys_role_menu', tenantId: 1 }, true],
  [{ table: 'sys_menu', tenantId: 1 }, true],
  [{ table: 'sys_menu', tenantId: 2 }, false],
  [{ table: 'sys_dept', tenantId: 1 }, true],
])('%j concerns user 5 of tenant 1 with the roles 3 and 4: %s', (change, expected) => {
  expect(concerns(change, viewer)).toBe(expected)
})

test('a change of departments does not concern a viewer of the whole tenant', () => {
  expect(concerns({ table: 'sys_dept', tenantId: 1 }, { ...viewer, departments: null })).toBe(false)
})
