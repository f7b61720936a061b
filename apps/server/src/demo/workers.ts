import { personName, phones } from '@huanwei/city/places'
import { seeded } from '@huanwei/city/random'
import type { Tx } from '../db/connect.ts'
import { userRoles, users } from '../features/users/table.ts'
import { initialsOf } from '../lib/initials.ts'
import { addRole, type Department } from './organisation.ts'

/** Who works in a crew of tenant 1, and how many of each. */
const jobs = [
  { roleName: '保洁员', roleCode: 'ROLE_CLEANER', count: 36 },
  { roleName: '驾驶员', roleCode: 'ROLE_DRIVER', count: 14 },
  { roleName: '公厕管理员', roleCode: 'ROLE_TOILET', count: 4 },
  { roleName: '收运员', roleCode: 'ROLE_COLLECTOR', count: 4 },
]

/** The people outside of tenant 1, always the same, with their staff number as user name, `password` as it is stored. Returns how many. */
export async function loadWorkers(tx: Tx, crews: readonly Department[], password: string, started: string) {
  const random = seeded(20230501)
  const perCrew = jobs.reduce((all, { count }) => all + count, 0)
  const numbers = phones(random, crews.length * perCrew)
  let staffNumber = 0
  for (const { count, ...role } of jobs) {
    const roleId = await addRole(tx, { ...role, dsType: 3, may: ['/wel/index'] })
    const workers = crews.flatMap(({ id: deptId }) =>
      Array.from({ length: count }, () => {
        const name = personName(random)
        const phone = numbers[staffNumber++] ?? ''
        const username = `yg${String(staffNumber).padStart(4, '0')}`
        const gender = random() < 0.55 ? ('1' as const) : ('0' as const)
        const person = { username, name, initials: initialsOf(name), gender, phone }
        return { tenantId: 1, ...person, deptId, password, createTime: started }
      }),
    )
    const added = await tx.insert(users).values(workers).returning({ id: users.id })
    await tx.insert(userRoles).values(added.map(({ id: userId }) => ({ tenantId: 1, userId, roleId })))
  }
  return crews.length * perCrew
}
