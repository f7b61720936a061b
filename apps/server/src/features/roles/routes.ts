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
import { defaultLanguage } from '@huanwei/words/languages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { conflict, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  countDepartments,
  countHoldersBeyond,
  deleteRole,
  findHeldRights,
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
  viewRoutes(app, db)
  changeRoutes(app, db)
}

function viewRoutes(app: FastifyInstance, db: Database) {
  serve(app, listRoles, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const held = await findHeldRights(tx, viewer)
      const { records, total } = await findRolePage(tx, viewer.tenantId, filter)
      return pageOf(records.map(judgedBy(held)), total, filter)
    }),
  )

  serve(app, getRoles, (_, viewer) =>
    db.within(viewer, async (tx) => (await findRoles(tx, viewer.tenantId)).map(judgedBy(await findHeldRights(tx, viewer)))),
  )

  serve(app, getHeld, (_, viewer) =>
    db.within(viewer, async (tx) => {
      const { menuIds, dsType } = await findHeldRights(tx, viewer)
      return { menuIds: [...menuIds], dsType, departments: viewer.departments }
    }),
  )

  serve(app, getRole, ({ id }, viewer) => db.within(viewer, (tx) => shown(tx, viewer, id)))
}

function changeRoutes(app: FastifyInstance, db: Database) {
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
        if (isAdministrator(before) && changesPower(before, next)) throw conflict('roles:refusal.fixed')
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
      if (isAdministrator(before) && changesPower(before, next)) throw conflict('roles:refusal.fixed')
      await mustCover(tx, viewer, next)
      await setMenus(tx, viewer.tenantId, roleId, [...new Set(menuIds)])
      await updateRole(tx, viewer, roleId, {})
      return true
    }),
  )

  serve(app, removeRole, ({ id, updateTime }, viewer) =>
    db.within(viewer, async (tx) => {
      const role = await takeRole(tx, viewer, id, updateTime)
      if (isAdministrator(role)) throw conflict('roles:refusal.fixed')
      if (role.userCount) throw conflict('roles:refusal.inUse', { count: role.userCount })
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
  <R extends Granted>(role: R) => ({ ...role, dsScope: role.dsScope.join(','), mayGive: !excessOf(held, role) })

async function shown(tx: Tx, viewer: Viewer, id: number) {
  const role = await findRole(tx, viewer.tenantId, id)
  if (!role) throw notFound()
  return judgedBy(await findHeldRights(tx, viewer))(role)
}

/**
 * The role as it stands, until the transaction ends. Refuses one that gives more than the viewer has, one that people beyond the viewer's scope
 * have, and one changed after `updateTime`.
 */
async function takeRole(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await lockOrganisation(tx, viewer.tenantId)
  const role = await findRole(tx, viewer.tenantId, id)
  if (!role) throw notFound()
  if (excessOf(await findHeldRights(tx, viewer), role)) throw tooMuch(role)
  const beyond = await countHoldersBeyond(tx, viewer, id)
  if (beyond) throw new Refused(403, 'roles:refusal.usedBeyond', { what: role.roleName, count: beyond }, 'access_denied')
  await mustBeCurrent(tx, viewer, role, updateTime)
  return role
}

const tooMuch = ({ roleName }: { roleName: string }) =>
  new Refused(403, 'roles:refusal.tooMuch', { what: roleName }, 'access_denied')

/** A role gives only what its giver has. Source: spec 3, section 6. */
async function mustCover(tx: Tx, viewer: Viewer, granted: Granted) {
  const excess = excessOf(await findHeldRights(tx, viewer), granted)
  if (granted.dsScope.length) {
    const known = await countDepartments(tx, viewer.tenantId, granted.dsScope)
    if (known < new Set(granted.dsScope).size) throw conflict('departments:refusal.gone')
  }
  if (!excess) return
  const refuse = (word: 'menusTooMuch' | 'departmentsTooMuch' | 'scopeTooWide', what = '') =>
    new Refused(403, `roles:refusal.${word}`, { what }, 'access_denied')
  // Items of another tenant or removed meanwhile have no name to show.
  if (excess.menuIds.length) throw refuse('menusTooMuch', listed(await menuNames(tx, viewer.tenantId, excess.menuIds)))
  if (excess.isScopeWider) throw refuse('scopeTooWide')
  // Departments that the viewer does not see are not named to them either.
  throw refuse('departmentsTooMuch')
}

/** Limit of names in a refusal. */
const namedAtMost = 5
const listed = (names: string[]) =>
  (names.length ? names.slice(0, namedAtMost).join(say(defaultLanguage, 'common:and')) : '?') +
  (names.length > namedAtMost ? '…' : '')

const isSame = (a: readonly number[], b: readonly number[]) =>
  new Set([...a, ...b]).size === new Set(a).size && new Set(a).size === new Set(b).size

/** True when a role's name, permissions or scope would change. */
const changesPower = (before: RoleRow, next: Granted & { roleCode: string }) =>
  before.roleCode !== next.roleCode || before.dsType !== next.dsType || !isSame(before.menuIds, next.menuIds)

function codeTaken(error: unknown): never {
  throw isUniqueViolation(error, 'sys_role') ? new Refused(409, 'roles:refusal.codeTaken', {}, { field: 'roleCode' }) : error
}
