import { pick, seeded } from '@huanwei/city/random'
import { teams, townships } from '@huanwei/city/teams'
import type { Permission } from '@huanwei/contract/permissions'
import { SiteType } from '@huanwei/contract/sites/endpoints'
import { pinyin } from 'pinyin-pro'
import type { Tx } from '../db/connect.ts'
import { departments } from '../features/departments/table.ts'
import { roles } from '../features/roles/table.ts'
import { hashPassword } from '../features/session/password.ts'
import { createTenant, grantMenus } from '../features/tenants/queries.ts'
import { userRoles, users } from '../features/users/table.ts'
import { initialsOf } from '../lib/initials.ts'
import { knownPassword } from './known-accounts.ts'

export type Department = { id: number; name: string; parentId: number }
/** `name`: how people see it. */
export type DemoAccount = { id: number; username: string; name: string }

/** The tenants of the demo; a site without a title has the title of its type. Source: spec 3, section 3. */
const organisations = [
  {
    id: 1,
    name: '环卫',
    code: 'HW',
    hosts: ['localhost', '127.0.0.1'],
    type: SiteType.sanitation,
    platform: true,
    title: '',
    shortName: '',
  },
  {
    id: 2,
    name: '清洁服务',
    code: 'QJ',
    hosts: ['plain.localhost'],
    type: SiteType.plain,
    platform: false,
    title: '',
    shortName: '',
  },
  {
    id: 34,
    name: '农厕',
    code: 'NC',
    hosts: ['toilet.localhost'],
    type: SiteType.ruralToilet,
    platform: false,
    title: '',
    shortName: '',
  },
  {
    id: 62,
    name: '车辆定位',
    code: 'GPS',
    hosts: ['gps.localhost'],
    type: SiteType.sanitation,
    platform: false,
    title: '车辆定位服务',
    shortName: '车辆定位',
  },
]

/** Adds the tenants, their administrators, departments and other accounts. Returns the departments by tenant and the accounts of tenant 1. */
export async function loadOrganisations(tx: Tx) {
  const passwordHash = await hashPassword(knownPassword)
  const made = new Map<number, { rootDeptId: number; adminId: number }>()
  for (const one of organisations)
    made.set(one.id, await createTenant(tx, { ...one, admin: { username: 'admin', passwordHash } }))
  const rootOf = (tenantId: number) => {
    const found = made.get(tenantId)
    if (!found) throw new Error(`no tenant ${tenantId}`)
    return found
  }
  const { companies, crews } = await addCity(tx, rootOf(1).rootDeptId)
  const country = await addCountry(tx, rootOf(34).rootDeptId)
  const [company] = companies
  const [crew] = crews
  if (!company || !crew) throw new Error('no company')
  const dispatcher = await addAccount(tx, passwordHash, { ...dispatcherAccount, deptId: company.id })
  const inspector = await addAccount(tx, passwordHash, { ...inspectorAccount, deptId: company.id })
  const viewer = await addAccount(tx, passwordHash, { ...viewerAccount, deptId: crew.id })
  const leader = await addRole(tx, leaderRole)
  await addPeople(tx, passwordHash, [
    ...companies.flatMap(({ id }) => [
      { deptId: id, roleId: dispatcher.roleId },
      { deptId: id, roleId: inspector.roleId },
      { deptId: id, roleId: viewer.roleId },
    ]),
    ...crews.flatMap(({ id }) => [
      { deptId: id, roleId: leader },
      { deptId: id, roleId: inspector.roleId },
    ]),
  ])
  return {
    admin: { id: rootOf(1).adminId, username: 'admin', name: 'admin' },
    dispatcher,
    inspector,
    rootOf,
    dispatcherCompany: company,
    crews,
    ...country,
    passwordHash,
  }
}

/** Adds the companies of tenant 1 and their crews. */
async function addCity(tx: Tx, rootDeptId: number) {
  const companies = await addDepartments(tx, 1, new Map(teams.map((team) => [team.company, rootDeptId])))
  const companyOf = (name: string) => departmentIdOf(companies, name)
  const crews = await addDepartments(tx, 1, new Map(teams.map((team) => [team.name, companyOf(team.company)])))
  return { companies, crews }
}

/** Adds the towns of tenant 34 and their villages. */
async function addCountry(tx: Tx, rootDeptId: number) {
  const towns = await addDepartments(tx, 34, new Map(townships.map((town) => [town.name, rootDeptId])))
  const villages = await addDepartments(
    tx,
    34,
    new Map(townships.flatMap((town) => town.villages.map((village) => [village, departmentIdOf(towns, town.name)] as const))),
  )
  return { towns, villages }
}

/** The id of the department with this name. Throws when there is none. */
export function departmentIdOf(list: readonly Department[], name: string): number {
  const found = list.find((one) => one.name === name)
  if (!found) throw new Error(`no department ${name}`)
  return found.id
}

/** `parents`: name of the department to its parent. */
export async function addDepartments(tx: Tx, tenantId: number, parents: ReadonlyMap<string, number>): Promise<Department[]> {
  return tx
    .insert(departments)
    .values([...parents].map(([name, parentId], i) => ({ tenantId, parentId, name, sort: i + 1 })))
    .returning()
}

/** A permission, or the path of a page. */
export type Grant = Permission | `/${string}`
type System = 'operations' | 'toiletCare' | 'ruralCare'
export type NewRole = { roleName: string; roleCode: string; dsType: 2 | 3; systems?: readonly System[]; may: Grant[] }

/** A role that may open the pages and use the permissions of `may`, also in the sub-systems `systems`. */
export async function addRole(tx: Tx, { may, systems = [], ...fields }: NewRole, tenantId = 1): Promise<number> {
  const [role] = await tx
    .insert(roles)
    .values({ tenantId, ...fields })
    .returning()
  if (!role) throw new Error(`role ${fields.roleName} was not made`)
  const granted = new Set<string>(may)
  await grantMenus(tx, tenantId, role.id, ({ path, permission }) => granted.has(path ?? permission ?? ''), systems)
  return role.id
}

type NewAccount = Omit<NewRole, 'roleCode'> & { username: string; name: string; deptId: number; phone: string }

/** What a dispatcher decides, reports and sends to terminals. */
export const handling: Grant[] = [
  'violation_handle',
  'approval_handle',
  'complaint_handle',
  'inspection_handle',
  'inspection_report',
  'clean_add',
  'clean_assign',
  'clean_process',
  'clean_evaluate',
  'admin_device_view',
  'admin_device_command',
  'emergency_drill',
  'video_view',
]

/** Making reports, and the schedules by which they are made. */
export const reporting: Grant[] = ['/report/index', 'admin_reportforms_add', 'admin_reportforms_del']

/** The intercom, on phones too. */
export const talking: Grant[] = ['/monitor/intercom/index', 'intercom']

/** Pages that every role of tenant 1 may open. */
const openToAll: Grant[] = [
  '/event/inspection/index',
  '/wel/index',
  '/monitor/live/index',
  ...talking,
  '/event/personnel/index',
  '/event/illegal/index',
  '/event/facility/index',
  '/event/emergency/index',
  '/event/approval/index',
  '/event/public/index',
  '/clean/report/index',
  '/work/index',
]

/** Page of past tracks: for roles that judge what happened. */
const trackHistory: Grant = '/monitor/history/index'

const dispatcherAccount: Omit<NewAccount, 'deptId'> = {
  username: 'dispatcher',
  name: '陈晓燕',
  roleName: '调度员',
  dsType: 2,
  systems: ['operations', 'toiletCare', 'ruralCare'],
  phone: '13800000001',
  may: [
    ...openToAll,
    trackHistory,
    '/monitor/video/index',
    '/monitor/playback/index',
    '/asset/vehicle/index',
    '/asset/facility/index',
    '/asset/bin/index',
    '/attendance/index',
    ...reporting,
    ...handling,
    'admin_reportschedule_add',
    'admin_reportschedule_edit',
    'admin_reportschedule_del',
    'admin_workplan_add',
    'admin_workplan_edit',
    'admin_workplan_del',
    'attendance_handle',
    'intercom_dispatch',
    'sys_identity_view',
  ],
}
const inspectorAccount: Omit<NewAccount, 'deptId'> = {
  username: 'inspector',
  name: '李国强',
  roleName: '巡查员',
  dsType: 2,
  systems: ['operations', 'toiletCare', 'ruralCare'],
  phone: '13800000002',
  may: [...openToAll, trackHistory, '/attendance/index', ...reporting, 'inspection_report', 'clean_add', 'admin_device_view'],
}
const viewerAccount: Omit<NewAccount, 'deptId'> = {
  username: 'viewer',
  name: '周敏',
  roleName: '查看员',
  dsType: 3,
  systems: ['operations', 'toiletCare'],
  phone: '13800000003',
  may: openToAll,
}
const leaderRole: NewRole = {
  roleName: '班组长',
  roleCode: 'ROLE_LEADER',
  dsType: 3,
  systems: ['operations', 'toiletCare'],
  may: [...openToAll, trackHistory, '/attendance/index', ...reporting, 'admin_device_view'],
}

/** An account with a role of its own. */
export async function addAccount(
  tx: Tx,
  passwordHash: string,
  { username, name, deptId, phone, ...role }: NewAccount,
  tenantId = 1,
): Promise<DemoAccount & { roleId: number }> {
  const roleId = await addRole(tx, { ...role, roleCode: `ROLE_${username.toUpperCase()}` }, tenantId)
  const [user] = await tx
    .insert(users)
    .values({ tenantId, username, name, initials: initialsOf(name + username), password: passwordHash, deptId, phone })
    .returning()
  if (!user) throw new Error(`account ${username} was not made`)
  await tx.insert(userRoles).values({ tenantId, userId: user.id, roleId })
  return { id: user.id, username, name, roleId }
}

const surnames = [...'王李张刘陈杨黄赵周吴徐孙马朱胡林郭何高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余']
const givenNames = {
  '0': ['建国', '国强', '志明', '海涛', '俊杰', '文斌', '永福', '立新', '志刚', '小龙', '洪波', '德华', '光明', '伟'],
  '1': ['秀英', '晓燕', '丽华', '春梅', '玉兰', '雪梅', '静', '桂芳', '红霞', '美玲', '敏', '秋菊', '婷婷', '慧'],
} as const

/** Adds many people to tenant 1, the same each time: a name, its spelling as user name, a phone, a department and a role each. */
async function addPeople(tx: Tx, passwordHash: string, places: { deptId: number; roleId: number }[]) {
  const random = seeded(2026)
  const taken = new Set<string>()
  const people = places.map(({ deptId }, i) => {
    const gender = random() < 0.6 ? ('0' as const) : ('1' as const)
    let name: string
    let username: string
    do {
      name = pick(random, surnames) + pick(random, givenNames[gender])
      username = pinyin(name, { toneType: 'none', type: 'array', surname: 'head' }).join('').replace('ü', 'v')
    } while (taken.has(username))
    taken.add(username)
    const phone = `1398${String(1_000_000 + i * 7919).slice(0, 7)}`
    // Some people have left.
    const lockFlag = i % 19 === 11 ? ('9' as const) : ('0' as const)
    return {
      tenantId: 1,
      username,
      name,
      initials: initialsOf(name + username),
      gender,
      phone,
      deptId,
      lockFlag,
      password: passwordHash,
    }
  })
  const added = await tx.insert(users).values(people).returning({ id: users.id })
  await tx.insert(userRoles).values(added.map(({ id }, i) => ({ tenantId: 1, userId: id, roleId: places[i]?.roleId ?? 0 })))
}
