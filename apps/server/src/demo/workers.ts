import { personName, phone } from '@huanwei/city/places'
import { seeded } from '@huanwei/city/random'
import { jobs, workers } from '@huanwei/city/workers'
import type { Tx } from '../db/connect.ts'
import { userRoles, users } from '../features/users/table.ts'
import { initialsOf } from '../lib/initials.ts'
import { addRole, type Department, departmentIdOf, type Grant, talking } from './organisation.ts'

/** What each job uses: who cleans places, looks after toilets or drives takes cleaning reports. */
const duties: Record<(typeof jobs)[number]['code'], Grant[]> = {
  CLEANER: ['/wel/index', '/work/index', '/attendance/index', '/clean/report/index', 'clean_process'],
  DRIVER: ['/wel/index', '/work/index', '/clean/report/index', 'clean_process'],
  TOILET: ['/wel/index', '/clean/report/index', 'clean_process'],
  COLLECTOR: ['/wel/index', '/work/index', '/attendance/index'],
}

/** Adds the field workers of tenant 1 with their staff numbers as user names; `password` is the stored hash. Returns their ids by that number. */
export async function loadWorkers(tx: Tx, crews: readonly Department[], password: string, started: string) {
  const ids = new Map<string, number>()
  const everyone = workers()
  for (const { title: roleName, code } of jobs) {
    const systems = code === 'TOILET' ? (['toiletCare'] as const) : []
    const roleId = await addRole(tx, {
      roleName,
      roleCode: `ROLE_${code}`,
      dsType: 3,
      systems,
      may: [...duties[code], ...talking],
    })
    const people = everyone
      .filter(({ job }) => job === roleName)
      .map(({ username, name, gender, phone, team }) => ({
        tenantId: 1,
        username,
        name,
        initials: initialsOf(name),
        gender,
        phone,
        intercomAccount: username,
        deptId: departmentIdOf(crews, team.name),
        password,
        createTime: started,
      }))
    const added = await tx.insert(users).values(people).returning({ id: users.id, username: users.username })
    await tx.insert(userRoles).values(added.map(({ id: userId }) => ({ tenantId: 1, userId, roleId })))
    for (const { id, username } of added) ids.set(username, id)
  }
  return ids
}

/** Adds the people of tenant 34 who empty the tanks, one in each town. */
export async function loadTankWorkers(tx: Tx, towns: readonly Department[], password: string, started: string) {
  const tenantId = 34
  const may: Grant[] = ['/wel/index', '/clean/report/index', 'clean_process']
  const roleId = await addRole(
    tx,
    { roleName: '抽粪员', roleCode: 'ROLE_TANK', dsType: 2, systems: ['ruralCare'], may },
    tenantId,
  )
  const random = seeded(tenantId)
  const people = towns.map(({ id: deptId }, i) => {
    const name = personName(random)
    const username = `nc${String(i + 1).padStart(3, '0')}`
    return { tenantId, username, name, initials: initialsOf(name), phone: phone(random), deptId, password, createTime: started }
  })
  const added = await tx.insert(users).values(people).returning({ id: users.id })
  await tx.insert(userRoles).values(added.map(({ id: userId }) => ({ tenantId, userId, roleId })))
}
