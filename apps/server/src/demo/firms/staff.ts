import { personName, phone } from '@huanwei/city/places'
import { seeded } from '@huanwei/city/random'
import type { Tx } from '../../db/connect.ts'
import { userRoles, users } from '../../features/users/table.ts'
import { initialsOf } from '../../lib/initials.ts'
import { addAccount, addRole, type Department, type Grant, handling, type NewRole, reporting, talking } from '../organisation.ts'

type Staff = {
  tenantId: number
  rootDeptId: number
  departments: readonly Department[]
  /** Name of the person whose account is `dispatcher`. */
  dispatcher: string
  /** Pages that are only some organisations'. */
  pages: readonly Grant[]
  systems: NewRole['systems']
  passwordHash: string
}

const everyday: Grant[] = [
  '/wel/index',
  '/monitor/live/index',
  '/monitor/history/index',
  '/event/illegal/index',
  '/event/approval/index',
  ...talking,
]
/** Adds the account `dispatcher` of an organisation, an inspector, and a leader and two drivers in each department. Returns the dispatcher. */
export async function loadStaff(tx: Tx, { tenantId, rootDeptId, passwordHash, ...staff }: Staff) {
  const { departments, dispatcher: name, pages, systems } = staff
  const random = seeded(20_260_000 + tenantId)
  const account = { username: 'dispatcher', name, deptId: rootDeptId, phone: phone(random) }
  const common = { dsType: 2, systems } as const
  const dispatcher = await addAccount(
    tx,
    passwordHash,
    {
      ...account,
      ...common,
      roleName: '调度员',
      may: [...everyday, ...pages, '/asset/vehicle/index', ...reporting, ...handling, 'intercom_dispatch'],
    },
    tenantId,
  )
  const inspects: Grant[] = [...everyday, ...pages, 'inspection_report', 'clean_add']
  const inspector = await addRole(tx, { ...common, roleName: '巡查员', roleCode: 'ROLE_INSPECTOR', may: inspects }, tenantId)
  const leader = await addRole(
    tx,
    { ...common, roleName: '队长', roleCode: 'ROLE_LEADER', may: [...everyday, ...pages, 'clean_process'] },
    tenantId,
  )
  const drives: Grant[] = ['/wel/index', '/event/illegal/index', '/event/approval/index']
  const driver = await addRole(tx, { roleName: '驾驶员', roleCode: 'ROLE_DRIVER', dsType: 3, may: drives }, tenantId)
  const posts = [
    { deptId: rootDeptId, roleId: inspector },
    ...departments.flatMap(({ id: deptId }) => [leader, driver, driver].map((roleId) => ({ deptId, roleId }))),
  ]
  const people = posts.map(({ deptId }, i) => {
    const full = personName(random)
    const username = `gh${String(i + 1).padStart(3, '0')}`
    return { tenantId, username, name: full, initials: initialsOf(full), phone: phone(random), deptId, password: passwordHash }
  })
  const added = await tx.insert(users).values(people).returning({ id: users.id })
  await tx.insert(userRoles).values(added.map(({ id: userId }, i) => ({ tenantId, userId, roleId: posts[i]!.roleId })))
  return dispatcher
}
