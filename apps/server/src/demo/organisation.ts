import { teams, townships } from '@huanwei/city/teams'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import type { Tx } from '../db/connect.ts'
import { departments } from '../features/departments/table.ts'
import { roles } from '../features/roles/table.ts'
import { createTenant, grantMenus } from '../features/tenants/queries.ts'
import { userRoles, users } from '../features/users/table.ts'
import { initialsOf } from '../lib/initials.ts'
import { hashPassword } from '../lib/password.ts'

/** Of every account of the demo. */
export const password = '123456'

export type Department = { id: number; name: string; parentId: number }
export type Account = { id: number; username: string }

/** The tenants of the demo; without a title of its own a site has the one of its type. Source: spec 3, section 3. */
const organisations = [
  {
    ...{ id: 1, name: '环卫', code: 'HW', hosts: ['localhost', '127.0.0.1'], type: SiteType.sanitation, platform: true },
    ...{ title: '', shortName: '' },
  },
  {
    ...{ id: 2, name: '清洁服务', code: 'QJ', hosts: ['plain.localhost'], type: SiteType.plain, platform: false },
    ...{ title: '', shortName: '' },
  },
  {
    ...{ id: 34, name: '农厕', code: 'NC', hosts: ['toilet.localhost'], type: SiteType.ruralToilet, platform: false },
    ...{ title: '', shortName: '' },
  },
  {
    ...{ id: 62, name: '车辆定位', code: 'GPS', hosts: ['gps.localhost'], type: SiteType.sanitation, platform: false },
    ...{ title: '车辆定位服务', shortName: '车辆定位' },
  },
]

/** Makes the tenants, their administrators, departments and other accounts. Returns the departments by tenant and the accounts of tenant 1. */
export async function loadOrganisations(tx: Tx) {
  const passwordHash = await hashPassword(password)
  const made = new Map<number, { rootDeptId: number; adminId: number }>()
  for (const one of organisations)
    made.set(one.id, await createTenant(tx, { ...one, admin: { username: 'admin', passwordHash } }))
  const rootOf = (tenantId: number) => {
    const found = made.get(tenantId)
    if (!found) throw new Error(`no tenant ${tenantId}`)
    return found
  }
  const companies = await addDepartments(
    tx,
    1,
    new Map([...new Set(teams.map((team) => team.company))].map((name) => [name, rootOf(1).rootDeptId])),
  )
  const companyOf = (name: string) => idOf(companies, name)
  const crews = await addDepartments(tx, 1, new Map(teams.map((team) => [team.name, companyOf(team.company)])))
  const towns = await addDepartments(tx, 34, new Map(townships.map((town) => [town.name, rootOf(34).rootDeptId])))
  await addDepartments(
    tx,
    34,
    new Map(townships.flatMap((town) => town.villages.map((village) => [village, idOf(towns, town.name)] as const))),
  )
  const company = companies[0]
  const crew = crews[0]
  if (!company || !crew) throw new Error('no company')
  const looks = ['/wel/index', '/monitor/live/index', '/event/illegal/index']
  const dispatcher = await addAccount(tx, passwordHash, {
    ...{ username: 'dispatcher', name: '陈晓燕', roleName: '调度员', dsType: 2, deptId: company.id, phone: '13800000001' },
    may: [...looks, 'violation_handle', 'admin_device_view', 'admin_device_command'],
  })
  await addAccount(tx, passwordHash, {
    ...{ username: 'inspector', name: '李国强', roleName: '巡查员', dsType: 2, deptId: company.id, phone: '13800000002' },
    may: [...looks, 'admin_device_view'],
  })
  await addAccount(tx, passwordHash, {
    username: 'viewer',
    name: '周敏',
    roleName: '查看员',
    dsType: 3,
    deptId: crew.id,
    phone: '13800000003',
    may: looks,
  })
  return { admin: { id: rootOf(1).adminId, username: 'admin' }, dispatcher, dispatcherCompany: company, crews, towns }
}

/** The id of the department with this name. Throws when there is none. */
export function idOf(list: readonly Department[], name: string): number {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`no department ${name}`)
  return found.id
}

/** `parents`: name of the department to its parent. */
async function addDepartments(tx: Tx, tenantId: number, parents: ReadonlyMap<string, number>): Promise<Department[]> {
  return tx
    .insert(departments)
    .values([...parents].map(([name, parentId], i) => ({ tenantId, parentId, name, sort: i + 1 })))
    .returning()
}

type NewAccount = {
  username: string
  name: string
  roleName: string
  dsType: 2 | 3
  deptId: number
  phone: string
  may: string[]
}

/** An account of tenant 1 with a role of its own that may open the pages and use the permissions of `may`. */
async function addAccount(
  tx: Tx,
  passwordHash: string,
  { username, name, roleName, dsType, deptId, phone, may }: NewAccount,
): Promise<Account> {
  const [role] = await tx
    .insert(roles)
    .values({ tenantId: 1, roleName, roleCode: `ROLE_${username.toUpperCase()}`, dsType })
    .returning()
  const [user] = await tx
    .insert(users)
    .values({ tenantId: 1, username, name, initials: initialsOf(name + username), password: passwordHash, deptId, phone })
    .returning()
  if (!role || !user) throw new Error(`account ${username} was not made`)
  await tx.insert(userRoles).values({ tenantId: 1, userId: user.id, roleId: role.id })
  await grantMenus(tx, 1, role.id, ({ path, permission }) => may.includes(path ?? permission ?? ''))
  return { id: user.id, username }
}
