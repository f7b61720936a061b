import type { Parsed } from '@huanwei/contract/endpoint'
import { ObjectType } from '@huanwei/contract/objects'
import { pageOf } from '@huanwei/contract/page'
import { adminRoleCode } from '@huanwei/contract/roles/codes'
import { excessOf } from '@huanwei/contract/roles/rules'
import {
  addUser,
  type ChangedUser,
  changeUser,
  changeUsers,
  getUser,
  getUserByName,
  getUserDetails,
  getUserOptions,
  listUsers,
  removeUser,
  type User,
} from '@huanwei/contract/users/endpoints'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { mustBeCurrent } from '../../db/last-change.ts'
import { departmentsFor, mayUse } from '../../db/scope.ts'
import { languageOf } from '../../http/language.ts'
import { conflict, denied, isForeignKeyViolation, isUniqueViolation, notFound, Refused } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findDepartment } from '../departments/queries.ts'
import { releaseFiles, renameUploader } from '../files/queries.ts'
import { findHeldRights, findRoles, lockOrganisation } from '../roles/queries.ts'
import { authoritiesOf } from '../session/log-in.ts'
import { hashPassword } from '../session/password.ts'
import { endSessions, loadViewer } from '../session/queries.ts'
import { unbindObject } from '../terminals/queries.ts'
import {
  countOtherAdministrators,
  deleteUser,
  findTaken,
  findUser,
  findUserById,
  findUserOptions,
  findUsers,
  insertUsers,
  isNameTaken,
  lockUser,
  setRoles,
  updateUser,
} from './queries.ts'

export function userRoutes(app: FastifyInstance, db: Database) {
  viewRoutes(app, db)
  recordRoutes(app, db)
  batchRoutes(app, db)
}

function viewRoutes(app: FastifyInstance, db: Database) {
  serve(app, listUsers, (filter, viewer) =>
    db.within(viewer, async (tx) => {
      const { records, total } = await findUsers(tx, viewer, filter, await departmentsFor(tx, viewer, filter.deptId))
      return pageOf(records, total, filter)
    }),
  )

  serve(app, getUserOptions, (asked, viewer) =>
    db.within(viewer, async (tx) =>
      findUserOptions(tx, viewer, asked, asked.firstDeptId && (await departmentsFor(tx, viewer, asked.firstDeptId))),
    ),
  )

  const infoOf = async (username: string, viewer: Viewer) => {
    // Others are more than a choice in a field: their numbers, roles and locks are shown with the permission alone.
    if (username !== viewer.username && !viewer.permissions.has('sys_user_view')) throw denied()
    const user = await db.within(viewer, (tx) => findUser(tx, viewer, username))
    if (!user) return null
    const rights = user.userId === viewer.userId ? viewer : await rightsOf(user)
    return { ...user, id: user.userId, authorities: rights ? authoritiesOf(rights).map((authority) => ({ authority })) : [] }
  }
  serve(app, getUserByName, async ({ username }, viewer) => (await infoOf(username, viewer)) ?? missing())
  serve(app, getUserDetails, ({ username }, viewer) => infoOf(username, viewer))

  const rightsOf = async ({ tenantId, userId }: User) => (await db.system((tx) => loadViewer(tx, tenantId, userId, '')))?.viewer

  serve(app, getUser, ({ id }, viewer) => db.within(viewer, (tx) => mustFind(tx, viewer, id)))
}

function recordRoutes(app: FastifyInstance, db: Database) {
  serve(app, addUser, async ({ role, newpassword1, ...fields }, viewer) => {
    const password = await hashPassword(newpassword1)
    return db
      .within(viewer, async (tx) => {
        await lockOrganisation(tx, viewer.tenantId)
        await mustBelong(tx, viewer, fields.deptId)
        await mustGive(tx, viewer, role)
        if (await isNameTaken(tx, viewer.tenantId, fields.username)) throw nameTaken()
        const added = { fields: { ...fields, password, initials: initialsOf(fields.name + fields.username) }, roleIds: role }
        const [id] = await insertUsers(tx, viewer, [added])
        return mustFind(tx, viewer, id!)
      })
      .catch(whoHas(db, viewer, fields))
  })

  serve(app, changeUser, async ({ userId, role, newpassword1, updateTime, phone, ...sent }, viewer) => {
    const fields = { ...sent, ...(phone !== undefined && { phone }) }
    const password = newpassword1 && (await hashPassword(newpassword1))
    const changed = await db
      .within(viewer, async (tx) => {
        const before = await takeUser(tx, viewer, userId, updateTime)
        const isLocked = fields.lockFlag === '9'
        if (isLocked && userId === viewer.userId) throw conflict('users:refusal.own')
        await mustBelong(tx, viewer, fields.deptId)
        await mustGive(tx, viewer, role, before)
        const isRenamed = fields.username !== before.username
        if (isRenamed && (await isNameTaken(tx, viewer.tenantId, fields.username, userId))) throw nameTaken()
        const had = before.roleList.map(({ roleId }) => roleId)
        if (isLocked || had.some((id) => !role.includes(id))) await mustStay(tx, viewer, before, isLocked ? [] : role)
        // One's own way in is changed with the password, in the profile.
        if (userId === viewer.userId && (password || (phone !== undefined && phone !== before.phone)))
          throw conflict('users:refusal.ownLogin')
        const initials = initialsOf(fields.name + fields.username)
        await updateUser(tx, viewer, userId, { ...fields, initials, ...(password && { password }) })
        if (isRenamed) await renameUploader(tx, viewer.tenantId, before.username, fields.username)
        await setRoles(tx, viewer.tenantId, userId, [...new Set(role)])
        if (password || isLocked) await endSessions(tx, { tenantId: viewer.tenantId, userId }, { except: viewer.family })
        return mustFind(tx, viewer, userId)
      })
      .catch(whoHas(db, viewer, fields))
    app.forgetViewersOf({ tenantId: viewer.tenantId, userId })
    return changed
  })

  serve(app, removeUser, async ({ id, updateTime }, viewer) => {
    await db.within(viewer, async (tx) => {
      const user = await takeUser(tx, viewer, id, updateTime)
      if (id === viewer.userId) throw conflict('users:refusal.own')
      await mustStay(tx, viewer, user, [])
      await unbindObject(tx, viewer.tenantId, ObjectType.person, id)
      await releaseFiles(tx, viewer.tenantId, [user.avatar])
      await deleteUser(tx, viewer.tenantId, id).catch(keptRecords(user))
    })
    app.forgetViewersOf({ tenantId: viewer.tenantId, userId: id })
    return true
  })
}

function batchRoutes(app: FastifyInstance, db: Database) {
  serve(app, changeUsers, async ({ ids, ...change }, viewer, { headers }) => {
    const outcomes: ChangedUser[] = []
    for (const userId of new Set(ids)) {
      const { name, refusal } = await changeOne(db, viewer, userId, change)
      if (!refusal) app.forgetViewersOf({ tenantId: viewer.tenantId, userId })
      outcomes.push({ userId, name, refusal: refusal && say(languageOf(headers), refusal.word, refusal.values) })
    }
    return outcomes
  })
}

/** One of many: the change by the rules for one, or why not. */
async function changeOne(db: Database, viewer: Viewer, userId: number, change: Omit<Parsed<typeof changeUsers>, 'ids'>) {
  const { act, deptId, newpassword1 } = change
  // A salt of its own for each.
  const password = act === 'password' && newpassword1 ? await hashPassword(newpassword1) : undefined
  let name = ''
  try {
    await db.within(viewer, async (tx) => {
      name = nameOf(await mustFind(tx, viewer, userId))
      const before = await takeUser(tx, viewer, userId, undefined)
      if (act === 'lock' && userId === viewer.userId) throw conflict('users:refusal.own')
      if (password && userId === viewer.userId) throw conflict('users:refusal.ownLogin')
      if (act === 'lock') await mustStay(tx, viewer, before, [])
      if (act === 'department' && deptId !== undefined) {
        await mustBelong(tx, viewer, deptId)
        await updateUser(tx, viewer, userId, { deptId })
      } else if (password) await updateUser(tx, viewer, userId, { password })
      else await updateUser(tx, viewer, userId, { lockFlag: act === 'lock' ? '9' : '0' })
      if (password || act === 'lock') await endSessions(tx, { tenantId: viewer.tenantId, userId }, { except: viewer.family })
    })
    return { name, refusal: null }
  } catch (error) {
    if (error instanceof Refused) return { name, refusal: error }
    throw error
  }
}

function missing(): never {
  throw notFound()
}

const mustFind = async (tx: Tx, viewer: Viewer, id: number) => (await findUserById(tx, viewer, id)) ?? missing()

async function mustBelong(tx: Tx, viewer: Viewer, deptId: number) {
  if (!(await findDepartment(tx, viewer, deptId))) throw new Refused(409, 'departments:refusal.gone', {}, { field: 'deptId' })
}

/** Records that outlive nobody keep a person: the refusal says so. */
const keptRecords = (user: User) => (error: unknown) => {
  throw isForeignKeyViolation(error) ? conflict('users:refusal.hasRecords', { who: nameOf(user) }) : error
}

const nameOf = ({ name, username }: { name: string; username: string }) => name || username

/** The user as they stand, until the transaction ends. Refuses one who may do more than the viewer, and one changed after `updateTime`. */
async function takeUser(tx: Tx, viewer: Viewer, id: number, updateTime: string | undefined) {
  await lockOrganisation(tx, viewer.tenantId)
  await lockUser(tx, viewer.tenantId, id)
  const user = await mustFind(tx, viewer, id)
  if (id !== viewer.userId && (await beyond(tx, viewer, rolesOf(user))).length)
    throw new Refused(403, 'users:refusal.tooMuch', { who: nameOf(user) }, 'access_denied')
  await mustBeCurrent(tx, viewer, user, updateTime)
  return user
}

const rolesOf = ({ roleList }: Pick<User, 'roleList'>) => roleList.map(({ roleId }) => roleId)

/** Returns the `roleIds` that grant more than the viewer has. Refuses with 409 when one does not exist. */
async function beyond(tx: Tx, viewer: Viewer, roleIds: number[]) {
  if (!roleIds.length) return []
  const roles = new Map((await findRoles(tx, viewer.tenantId)).map((role) => [role.roleId, role]))
  const held = await findHeldRights(tx, viewer)
  return roleIds.flatMap((id) => {
    const role = roles.get(id)
    if (!role) throw new Refused(409, 'roles:refusal.gone', {}, { field: 'role' })
    return excessOf(held, role) ? [role] : []
  })
}

/** A user is only given roles that the giver covers; what the user had before stays theirs. Source: spec 3, section 6. */
async function mustGive(tx: Tx, viewer: Viewer, roleIds: number[], before?: User) {
  const had = before ? rolesOf(before) : []
  const [role] = await beyond(
    tx,
    viewer,
    roleIds.filter((id) => !had.includes(id)),
  )
  if (role) throw new Refused(403, 'roles:refusal.tooMuch', { what: role.roleName }, { field: 'role' })
}

/** Throws 409 when the tenant would have no administrator left after `user` keeps only `roleIds`. */
async function mustStay(tx: Tx, viewer: Viewer, user: User, roleIds: number[]) {
  const administrator = (await findRoles(tx, viewer.tenantId)).find(({ roleCode }) => roleCode === adminRoleCode)
  if (!administrator || !rolesOf(user).includes(administrator.roleId) || roleIds.includes(administrator.roleId)) return
  if ((await countOtherAdministrators(tx, viewer.tenantId, user.userId)) === 0)
    throw conflict('users:refusal.lastAdministrator', { who: nameOf(user) })
}

type Holder = Awaited<ReturnType<typeof findTaken>>[number]

/** The refusal of a number that somebody has. It names them only in the viewer's scope: a number is no way to find the rest of the organisation. */
export const phoneTaken = (viewer: Viewer, other: Holder | undefined): { word: TextKey; values: Record<string, string> } =>
  other && mayUse(viewer, other.deptId)
    ? { word: 'users:refusal.phoneTaken', values: { who: other.username } }
    : { word: 'users:refusal.phoneTakenBeyond', values: {} }

const nameTaken = () => new Refused(409, 'users:refusal.usernameTaken', {}, { field: 'username' })

/** Names and phones are unique in a tenant, for people log in with them: says which of the two is taken, the phone by whom in scope. */
export const whoHas =
  (db: Database, viewer: Viewer, { phone = '' }: { phone?: string | undefined }) =>
  async (error: unknown): Promise<never> => {
    if (isUniqueViolation(error, 'sys_user_phone')) {
      const [other] = await db.within(viewer, (tx) => findTaken(tx, viewer.tenantId, { usernames: [], phones: [phone] }))
      const { word, values } = phoneTaken(viewer, other)
      throw new Refused(409, word, values, { field: 'phone' })
    }
    throw isUniqueViolation(error, 'sys_user_') ? nameTaken() : error
  }
