import { isWord } from '@huanwei/contract/fields'
import { type ImportProblem, ImportRow, importUsers } from '@huanwei/contract/imports/endpoints'
import { namesIn } from '@huanwei/contract/imports/rules'
import { excessOf } from '@huanwei/contract/roles/rules'
import { addUser } from '@huanwei/contract/users/endpoints'
import type { Language } from '@huanwei/words/languages'
import type { TextKey } from '@huanwei/words/messages'
import { say } from '@huanwei/words/say'
import type { FastifyInstance } from 'fastify'
import type { Database, Tx } from '../../db/connect.ts'
import { parseIn } from '../../http/explain.ts'
import { languageOf } from '../../http/language.ts'
import { isUniqueViolation } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import type { Viewer } from '../../http/viewer.ts'
import { initialsOf } from '../../lib/initials.ts'
import { findDepartments } from '../departments/queries.ts'
import { findHeldRights, findRoles, lockOrganisation } from '../roles/queries.ts'
import { hashPassword } from '../session/password.ts'
import { findTaken, insertUsers, type NewUser } from '../users/queries.ts'
import { phoneTaken } from '../users/routes.ts'
import { genderOf } from './gender.ts'

export function importRoutes(app: FastifyInstance, db: Database) {
  serve(app, importUsers, async ({ rows, preview }, viewer, { headers }) => {
    const language = languageOf(headers)
    const seen = await db.within(viewer, (tx) => checkRows(tx, viewer, rows, language))
    if (preview) return { added: seen.right.length, problems: seen.problems }
    // Takes long: not while others wait.
    const hashes = new Map<number, string>()
    for (const { at, password } of seen.right) hashes.set(at, await hashPassword(password))
    const adding = () =>
      db.within(viewer, async (tx) => {
        await lockOrganisation(tx, viewer.tenantId)
        const { right, problems } = await checkRows(tx, viewer, rows, language)
        const ready = right.flatMap(({ at, fields, roleIds }) => {
          const password = hashes.get(at)
          return password ? [{ fields: { ...fields, password }, roleIds }] : []
        })
        return { added: (await insertUsers(tx, viewer, ready)).length, problems }
      })
    // Another user took a phone number between the check and the insert: a second check reports it.
    return adding().catch((error: unknown) => {
      if (!isUniqueViolation(error, 'sys_user_')) throw error
      return adding()
    })
  })
}

/** A row that can be added, at this place of the import. */
type Right = { at: number; fields: Omit<NewUser, 'password'>; roleIds: number[]; password: string }

/** Splits rows into valid ones, by the rules of a single user, and problems of the others. */
async function checkRows(tx: Tx, viewer: Viewer, rows: ImportRow[], language: Language) {
  const tell = (word: TextKey, values?: Record<string, string | number>) => say(language, word, values)
  const departmentOf = await departmentFinder(tx, viewer, tell)
  const roleOf = await roleFinder(tx, viewer, tell)
  const taken = await findTaken(tx, viewer.tenantId, {
    usernames: rows.map(({ username }) => username.trim()),
    phones: rows.map(({ phone }) => phone.trim()),
  })
  /** Taken names and phones with their owner: `row 3` or a user. */
  const usernames = new Map(taken.map((one) => [one.username, tell('users:refusal.usernameTaken')]))
  const phones = new Map(
    taken.map((one) => {
      const { word, values } = phoneTaken(viewer, one)
      return [one.phone, tell(word, values)]
    }),
  )

  const right: Right[] = []
  const problems = rows.map((row, at) => {
    const gender = genderOf(row.gender)
    const department = departmentOf(row.deptName.trim())
    const roles = namesIn(row.roleNames).map(roleOf)
    const form = { ...row, gender: gender ?? '2', deptId: department.id ?? 1, newpassword1: row.password }
    const { data, error } = parseIn(addUser.input, form, language)
    const wrong: ImportProblem[] = [
      ...(error?.issues ?? []).map(({ path, message }) => ({
        field: fieldOf(path[0]),
        text: isWord(message) ? say(language, message) : message,
      })),
      ...(gender === undefined ? [{ field: 'gender' as const, text: tell('users:problem.gender') }] : []),
      ...(department.problem ? [{ field: 'deptName' as const, text: department.problem }] : []),
      ...roles.flatMap(({ problem }) => (problem ? [{ field: 'roleNames' as const, text: problem }] : [])),
    ]
    const usedName = data && usernames.get(data.username)
    if (usedName) wrong.push({ field: 'username', text: usedName })
    const usedPhone = data && phones.get(data.phone)
    if (usedPhone) wrong.push({ field: 'phone', text: usedPhone })
    if (wrong.length || !data) return wrong
    const { newpassword1: password, role: _, ...fields } = data
    usernames.set(fields.username, tell('users:problem.twice', { row: at + 1 }))
    phones.set(fields.phone, tell('users:problem.twice', { row: at + 1 }))
    const roleIds = [...new Set(roles.flatMap(({ id }) => id ?? []))]
    right.push({ at, password, roleIds, fields: { ...fields, initials: initialsOf(fields.name + fields.username) } })
    return []
  })
  return { right, problems }
}

/** The field of a row that becomes this field of a user. */
function fieldOf(name: PropertyKey | undefined): ImportProblem['field'] {
  const field = name === 'newpassword1' ? 'password' : name
  return ImportRow.keyof().safeParse(field).data ?? null
}

type Tell = (word: TextKey, values?: Record<string, string | number>) => string
type Found = { id?: number; problem?: string }

/** Departments of the scope by name, or by `上级/名称` where a name is not alone. */
async function departmentFinder(tx: Tx, viewer: Viewer, tell: Tell): Promise<(name: string) => Found> {
  const departments = await findDepartments(tx, viewer)
  const names = new Map(departments.map(({ deptId, name }) => [deptId, name]))
  const written = departments.map(({ deptId, parentId, name }) => ({ id: deptId, name, full: `${names.get(parentId)}/${name}` }))
  return (wanted) => {
    const found = written.filter(({ name, full }) => name === wanted || full === wanted)
    const [one, another] = found
    if (!one) return { problem: tell('users:problem.department', { what: wanted }) }
    return another ? { problem: tell('users:problem.departments', { what: wanted, example: one.full }) } : { id: one.id }
  }
}

/** Roles by name; those that give more than the viewer has are refused. */
async function roleFinder(tx: Tx, viewer: Viewer, tell: Tell): Promise<(name: string) => Found> {
  const roles = await findRoles(tx, viewer.tenantId)
  const held = await findHeldRights(tx, viewer)
  return (wanted) => {
    const role = roles.find(({ roleName }) => roleName === wanted)
    if (!role) return { problem: tell('users:problem.role', { what: wanted }) }
    return excessOf(held, role) ? { problem: tell('roles:refusal.tooMuch', { what: wanted }) } : { id: role.roleId }
  }
}
