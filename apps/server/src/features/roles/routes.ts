import { pageOf } from '@huanwei/contract/page'
import { DataScope } from '@huanwei/contract/roles/codes'
import {
  addRole,
  changeRole,
  getHeld,
  getRole,
  getRoles,
  listRoles,
  type RoleFields,
  removeRole,
  setRoleMenus,
} from '@huanwei/contract/roles/endpoints'
import { excessOf, type Granted, type Held } from '@huanwei/contract/roles/rules'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { conflict, isTaken, notFound, Refused } from '../../lib/refuse.ts'
import { serve, type Viewer } from '../../lib/serve.ts'
import { calledBy } from '../users/queries.ts'
import {
  deleteRole,
  departmentNames,
  findHeld,
  findRole,
  findRolePage,
  findRoles,
  insertRole,
  isAdministrator,
  lockOrganisation,
  menuNames,
  type RoleRow,
  setMenus,
  updateRole,
} from './queries.ts'

export function roleRoutes(app: FastifyInstance, db: Database) {
  serve(app, listRoles, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const held = await findHeld(tx, viewer)
      const { records, total } = await findRolePage(tx, viewer.tenantId, filter)
      return pageOf(records.map(judgedBy(held)), total, filter)
    }),
  )

  serve(app, getRoles, (_, viewer) =>
    db.within(viewer, async (tx) => (await findRoles(tx, viewer.tenantId)).map(judgedBy(await findHeld(tx, viewer)))),
  )

  serve(app, getHeld, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const { menuIds, dsType } = await findHeld(tx, viewer)
      return { menuIds: [...menuIds], dsType, departments: viewer.departments }
    }),
  )

  serve(app, getRole, ({ id }, viewer) => db.within(viewer, (tx) => shown(tx, viewer, id)))

  serve(app, addRole, ({ menuIds = [], ...sent }, viewer) =>
    db
      .within(viewer, async (tx) => {
        const fields = withScope(sent)
        await lockOrganisation(tx, viewer.tenantId)
        await mustCover(tx, viewer, { ...fields, menuIds })
        const id = await insertRole(tx, viewer, fields)
        await setMenus(tx, viewer.tenantId, id, [...new Set(menuIds)])
        return shown(tx, viewer, id)
      })
      .catch(codeTaken),
  )

  serve(app, changeRole, ({ roleId, updateTime, menuIds, ...sent }, viewer) =>
    db
      .within(viewer, async (tx) => {
        const fields = withScope(sent)
        const before = await takeRole(tx, viewer, roleId, updateTime)
        const next = { ...fields, menuIds: menuIds ?? before.menuIds }
        if (isAdministrator(before) && changesPower(before, next)) throw conflict('roleFixed')
        await mustCover(tx, viewer, next)
        await updateRole(tx, viewer, roleId, fields)
        if (menuIds) await setMenus(tx, viewer.tenantId, roleId, [...new Set(menuIds)])
        return shown(tx, viewer, roleId)
      })
      .catch(codeTaken),
  )

  serve(app, setRoleMenus, ({ roleId, menuIds, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const before = await takeRole(tx, viewer, roleId, updateTime)
      const next = { ...before, menuIds }
      if (isAdministrator(before) && changesPower(before, next)) throw conflict('roleFixed')
      await mustCover(tx, viewer, next)
      await setMenus(tx, viewer.tenantId, roleId, [...new Set(menuIds)])
      await updateRole(tx, viewer, roleId, {})
      return true
    }),
  )

  serve(app, removeRole, ({ id }, viewer) =>
    db.within(viewer, async (tx) => {
      const role = await takeRole(tx, viewer, id, undefined)
      if (isAdministrator(role)) throw conflict('roleFixed')
      if (role.userCount) throw conflict('roleInUse', { n: role.userCount })
      await deleteRole(tx, viewer.tenantId, id)
      return true
    }),
  )
}

/** Departments belong to 自定义 alone. */
const withScope = <F extends Pick<RoleFields, 'dsType' | 'dsScope'>>(fields: F): F =>
  fields.dsType === DataScope.chosen ? fields : { ...fields, dsScope: [] }

const judgedBy =
  (held: Held) =>
  <R extends Granted>(role: R) => ({ ...role, mayGive: !excessOf(held, role) })

async function shown(tx: Tx, viewer: Viewer, id: number) {
  const role = await findRole(tx, viewer.tenantId, id)
  if (!role) throw notFound()
  return judgedBy(await findHeld(tx, viewer))(role)
}

/** The role as it stands, until the transaction ends. Refuses one that gives more than the viewer has, and one changed after `updateTime`. */
async function takeRole(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await lockOrganisation(tx, viewer.tenantId)
  const role = await findRole(tx, viewer.tenantId, id)
  if (!role) throw notFound()
  if (excessOf(await findHeld(tx, viewer), role)) throw tooMuch(role)
  if (updateTime !== undefined && updateTime !== role.updateTime) {
    const by = await calledBy(tx, viewer.tenantId, role.updateBy)
    throw conflict('roleChanged', { what: role.roleName, when: role.updateTime, by })
  }
  return role
}

const tooMuch = ({ roleName }: { roleName: string }) => new Refused(403, 'roleTooMuch', { what: roleName }, 'access_denied')

/** A role gives only what its giver has. Source: spec 3, section 6. */
async function mustCover(tx: Tx, viewer: Viewer, granted: Granted) {
  const excess = excessOf(await findHeld(tx, viewer), granted)
  if (granted.dsScope.length) {
    const known = await departmentNames(tx, viewer.tenantId, granted.dsScope)
    if (known.length < new Set(granted.dsScope).size) throw conflict('departmentGone')
  }
  if (!excess) return
  const refuse = (word: 'menusTooMuch' | 'departmentsTooMuch' | 'scopeTooWide', what = '') =>
    new Refused(403, word, { what }, 'access_denied')
  // Of another tenant or removed meanwhile: there is nothing to be called.
  if (excess.menuIds.length) throw refuse('menusTooMuch', listed(await menuNames(tx, viewer.tenantId, excess.menuIds)))
  if (excess.isScopeWider) throw refuse('scopeTooWide')
  const names = await departmentNames(tx, viewer.tenantId, excess.deptIds)
  throw refuse('departmentsTooMuch', listed(names.map(({ name }) => name)))
}

/** How many names a refusal lists. */
const namedAtMost = 5
const listed = (names: string[]) =>
  (names.length ? names.slice(0, namedAtMost).join('、') : '?') + (names.length > namedAtMost ? '…' : '')

const isSame = (a: readonly number[], b: readonly number[]) =>
  new Set([...a, ...b]).size === new Set(a).size && new Set(a).size === new Set(b).size

/** Whether a role would be called, give or reach something else than before. */
const changesPower = (before: RoleRow, next: Granted & { roleCode: string }) =>
  before.roleCode !== next.roleCode || before.dsType !== next.dsType || !isSame(before.menuIds, next.menuIds)

function codeTaken(error: unknown): never {
  throw isTaken(error, 'sys_role') ? new Refused(409, 'roleCodeTaken', {}, { field: 'roleCode' }) : error
}
