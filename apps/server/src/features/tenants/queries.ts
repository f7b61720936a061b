import { MenuType } from '@huanwei/contract/menus/endpoints'
import type { SiteType } from '@huanwei/contract/sites/endpoints'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { departments } from '../departments/table.ts'
import { dictionaryItems } from '../dictionaries/table.ts'
import { menus } from '../menus/table.ts'
import { roleMenus, roles } from '../roles/table.ts'
import { userRoles, users } from '../users/table.ts'
import { tenants } from './table.ts'

type MenuSeed = { name: string; path?: string; icon?: string; hidden?: true; permissions?: string[]; children?: MenuSeed[] }

/** The pages there are, each with the permissions used on it. A hidden group holds permissions of calls whose screens come later. */
const pages: MenuSeed[] = [
  { name: 'home', path: '/wel/index', icon: 'home' },
  {
    name: 'monitor',
    icon: 'monitor',
    children: [{ name: 'live', path: '/monitor/live/index', icon: 'live', permissions: ['admin_device_command'] }],
  },
  {
    name: 'event',
    icon: 'event',
    children: [{ name: 'illegal', path: '/event/illegal/index', icon: 'illegal', permissions: ['violation_handle'] }],
  },
  {
    name: 'asset',
    hidden: true,
    permissions: [
      ...['vehicle', 'area', 'vehiclemonitoringrule'].flatMap((noun) =>
        ['add', 'edit', 'del'].map((act) => `admin_${noun}_${act}`),
      ),
      ...['view', 'add', 'edit', 'del'].map((act) => `admin_device_${act}`),
      ...['add', 'edit', 'del'].map((act) => `sys_dept_${act}`),
    ],
  },
  { name: 'platform', hidden: true, permissions: ['platform_admin'] },
]

/** Source: spec 4, S1 §7.4. */
const vehicleTypes = [
  '洗扫车',
  '洒水车',
  '垃圾运输车',
  '真空吸尘车',
  '雾炮车',
  '电动保洁车',
  '护栏清洗车',
  '餐厨车',
  '吸粪车',
  '干扫车',
]

type NewTenant = {
  id: number
  name: string
  code: string
  hosts: string[]
  type: SiteType
  title: string
  shortName: string
  admin: { username: string; passwordHash: string }
  /** Whether its administrator runs the whole installation. */
  platform: boolean
}

/** An organisation that can be logged into: root department, menus, dictionary, the role and the account of its administrator. */
export async function createTenant(tx: Tx, { admin, platform, ...tenant }: NewTenant) {
  const tenantId = tenant.id
  await tx.insert(tenants).values(tenant)
  const [root] = await tx.insert(departments).values({ tenantId, parentId: 0, name: tenant.name }).returning()
  await tx
    .insert(dictionaryItems)
    .values(
      vehicleTypes.map((label, i) => ({ tenantId, dictId: 1, type: 'vehicle_type', value: String(i + 1), label, sort: i + 1 })),
    )
  await addMenus(
    tx,
    tenantId,
    pages.filter((page) => platform || page.name !== 'platform'),
    -1,
  )
  const [role] = await tx.insert(roles).values({ tenantId, roleName: '管理员', roleCode: 'ROLE_ADMIN', dsType: 0 }).returning()
  const [user] = await tx
    .insert(users)
    .values({ tenantId, username: admin.username, password: admin.passwordHash, deptId: root!.id })
    .returning()
  await grantMenus(tx, tenantId, role!.id, () => true)
  await tx.insert(userRoles).values({ tenantId, userId: user!.id, roleId: role!.id })
  return { rootDeptId: root!.id, adminId: user!.id }
}

async function addMenus(tx: Tx, tenantId: number, seeds: MenuSeed[], parentId: number) {
  for (const [i, { name, path, icon, hidden, permissions = [], children = [] }] of seeds.entries()) {
    const [menu] = await tx
      .insert(menus)
      .values({ tenantId, parentId, name, path, icon, sort: i + 1, type: MenuType.menu, visible: hidden ? '1' : '0' })
      .returning()
    if (permissions.length)
      await tx.insert(menus).values(
        permissions.map((permission, n) => ({
          tenantId,
          parentId: menu!.id,
          name: permission,
          permission,
          sort: n + 1,
          type: MenuType.button,
        })),
      )
    await addMenus(tx, tenantId, children, menu!.id)
  }
}

/** Gives a role the menus and permissions that `wanted` picks, by page path or permission. */
export async function grantMenus(
  tx: Tx,
  tenantId: number,
  roleId: number,
  wanted: (menu: { path: string | null; permission: string | null }) => boolean,
) {
  const all = await tx.select().from(menus).where(eq(menus.tenantId, tenantId))
  const picked = new Set(all.filter(wanted))
  // A page shows only below its group.
  for (const menu of picked) for (const parent of all) if (parent.id === menu.parentId) picked.add(parent)
  await tx.insert(roleMenus).values([...picked].map((menu) => ({ tenantId, roleId, menuId: menu.id })))
}
