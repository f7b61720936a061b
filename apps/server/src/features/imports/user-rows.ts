import type { SheetColumn } from '@huanwei/contract/imports/codes'
import { namesIn } from '@huanwei/contract/imports/rules'
import { addUser } from '@huanwei/contract/users/endpoints'
import type { Tx } from '../../db/connect.ts'
import { conflict } from '../../http/refuse.ts'
import type { Viewer } from '../../http/viewer.ts'
import { initialsOf } from '../../lib/initials.ts'
import { lockOrganisation } from '../roles/queries.ts'
import { hashPassword } from '../session/password.ts'
import { findTaken, insertUsers, type NewUser } from '../users/queries.ts'
import { phoneTaken } from '../users/routes.ts'
import { departmentFinder, roleFinder } from './finders.ts'
import { genderOf } from './gender.ts'
import type { Kind } from './import-rows.ts'
import { judgeRows, type Problem, parseRow, type SheetRow, stateOf, type Tell, tellIn } from './sheet-rows.ts'

/** A row that can be added, with its number. */
type Right = { before?: undefined; number: number; fields: Omit<NewUser, 'password'>; roleIds: number[]; password: string }

/** Columns whose cells become another field of a user. */
const columns: Partial<Record<string, SheetColumn>> = { newpassword1: 'password', deptId: 'deptName', role: 'roleNames' }
const columnOf = (field: PropertyKey | undefined) => columns[String(field)] ?? String(field)

export const userSheet: Kind<Right, ReadonlyMap<number, string>> = {
  unique: 'sys_user_',
  mayUpdate: () => false,

  async prepare(right) {
    const hashes = new Map<number, string>()
    for (const { number, password } of await right()) hashes.set(number, await hashPassword(password))
    return hashes
  },

  async check(tx, viewer, rows, { language, isWriting }) {
    if (isWriting) await lockOrganisation(tx, viewer.tenantId)
    const tell = tellIn(language)
    const departmentOf = await departmentFinder(tx, viewer, tell)
    const roleOf = await roleFinder(tx, viewer, tell)
    const { usernames, phones } = await takenBy(tx, viewer, rows, tell)

    const right: Right[] = []
    const problems = await judgeRows(rows, ({ number, cells }) => {
      const { username = '', name = '', phone = '', deptName = '', password = '', roleNames = '' } = cells
      const gender = genderOf(cells.gender ?? '')
      const department = departmentOf(deptName)
      const roles = namesIn(roleNames).map(roleOf)
      const form = { username, name, phone, gender: gender ?? '2', deptId: department.value ?? 1, newpassword1: password }
      const { data, problems: wrong } = parseRow(addUser.input, form, language, columnOf)
      if (gender === undefined) wrong.push({ field: 'gender', text: tell('users:problem.gender') })
      if (department.problem) wrong.push({ field: 'deptName', text: department.problem })
      for (const { problem } of roles) if (problem) wrong.push({ field: 'roleNames', text: problem })
      const taken: Problem[] = [
        { field: 'username', text: (data && usernames.get(data.username.toLowerCase())) ?? '' },
        { field: 'phone', text: (data && phones.get(data.phone)) ?? '' },
      ]
      wrong.push(...taken.filter(({ text }) => text !== ''))
      if (wrong.length || !data) return wrong
      const { newpassword1, role: _, ...fields } = data
      usernames.set(fields.username.toLowerCase(), tell('imports:problem.twice', { row: number }))
      phones.set(fields.phone, tell('imports:problem.twice', { row: number }))
      const roleIds = [...new Set(roles.flatMap(({ value }) => value ?? []))]
      const initials = initialsOf(fields.name + fields.username)
      right.push({ number, password: newpassword1, roleIds, fields: { ...fields, initials } })
      return []
    })
    return { right, problems, seen: stateOf([]) }
  },

  async write(tx, viewer, right, hashes) {
    const ready = right.map(({ number, fields, roleIds }) => {
      const password = hashes.get(number)
      if (!password) throw conflict('imports:refusal.changed')
      return { fields: { ...fields, password }, roleIds }
    })
    await insertUsers(tx, viewer, ready)
  },
}

/** Names and phones of the rows that are taken, each with what to say about it. */
async function takenBy(tx: Tx, viewer: Viewer, rows: readonly SheetRow[], tell: Tell) {
  const taken = await findTaken(tx, viewer.tenantId, {
    usernames: rows.flatMap(({ cells }) => cells.username ?? []),
    phones: rows.flatMap(({ cells }) => cells.phone ?? []),
  })
  const usernames = new Map(taken.map((one) => [one.username.toLowerCase(), tell('users:refusal.usernameTaken')]))
  const phones = new Map(
    taken.map((one) => {
      const { word, values } = phoneTaken(viewer, one)
      return [one.phone, tell(word, values)]
    }),
  )
  return { usernames, phones }
}
