import { createHash } from 'node:crypto'
import { seededItems } from '@huanwei/contract/dictionaries/codes'
import { isSystemItem } from '@huanwei/contract/dictionaries/rules'
import { type MenuSeed, MenuType, menuRootId, menuSeedsOf } from '@huanwei/contract/menus/codes'
import { builtInParameters } from '@huanwei/contract/parameters/codes'
import { defaultLanguage, type Language } from '@huanwei/words/languages'
import { say, sayKnown } from '@huanwei/words/say'
import { and, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { initialsOf } from '../../lib/initials.ts'
import { departments } from '../departments/table.ts'
import { dictionaries, dictionaryItems } from '../dictionaries/table.ts'
import { menus } from '../menus/table.ts'
import { seedParameters } from '../parameters/queries.ts'
import { roleMenus, roles } from '../roles/table.ts'
import { userRoles, users } from '../users/table.ts'
import { tenants } from './table.ts'

type NewTenant = Omit<typeof tenants.$inferInsert, 'seeded' | 'seedsVersion' | 'removedTime'> & {
  admin: { username: string; passwordHash: string }
  /** True when its administrator runs the whole installation. */
  platform: boolean
}

/** Every organisation, those that are being deleted too. */
export async function findTenantIds(tx: Tx): Promise<number[]> {
  const found = await tx.select({ id: tenants.id }).from(tenants).orderBy(tenants.id)
  return found.map(({ id }) => id)
}

/** An organisation that can be logged into: root department, menus, dictionary, parameters, the role and the account of its administrator. */
export async function createTenant(tx: Tx, { admin, platform, ...tenant }: NewTenant) {
  const tenantId = tenant.id
  await tx.insert(tenants).values(tenant)
  const [root] = await tx.insert(departments).values({ tenantId, parentId: 0, name: tenant.name }).returning()
  const [role] = await tx
    .insert(roles)
    .values({ tenantId, roleName: say(defaultLanguage, 'roles:administrator'), roleCode: 'ROLE_ADMIN', dsType: 0 })
    .returning()
  const [user] = await tx
    .insert(users)
    .values({
      tenantId,
      username: admin.username,
      initials: initialsOf(admin.username),
      password: admin.passwordHash,
      deptId: root!.id,
    })
    .returning()
  await seedTenant(tx, tenantId, platform)
  await tx.insert(userRoles).values({ tenantId, userId: user!.id, roleId: role!.id })
  return { rootDeptId: root!.id, adminId: user!.id }
}

/** Gives a tenant what this version of the product has for it. */
async function seedTenant(tx: Tx, tenantId: number, isPlatform: boolean) {
  await seedDictionaries(tx, tenantId)
  await seedParameters(tx, tenantId)
  await seedMenus(tx, tenantId, isPlatform)
  await tx.update(tenants).set({ seedsVersion: seedsVersion() }).where(eq(tenants.id, tenantId))
}

/** Adds what this version of the product has for the menu and the tenant never got, and gives it to its administrator. */
async function seedMenus(tx: Tx, tenantId: number, isPlatform: boolean) {
  const [tenant] = await tx.select({ seeded: tenants.seeded }).from(tenants).where(eq(tenants.id, tenantId)).for('update')
  const [admin] = await tx
    .select({ id: roles.id })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), eq(roles.roleCode, 'ROLE_ADMIN')))
  const known = new Set(tenant?.seeded)
  await addSeeds(tx, tenantId, menuSeedsOf(isPlatform), menuRootId, admin?.id, known)
  if (known.size > (tenant?.seeded.length ?? 0))
    await tx
      .update(tenants)
      .set({ seeded: [...known] })
      .where(eq(tenants.id, tenantId))
}

/** Brings the menu, dictionaries and parameters of tenants up to this version of the product, where another one seeded them. Run once at the start. */
export async function updateTenants(tx: Tx) {
  const older = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(ne(tenants.seedsVersion, seedsVersion()))
    .orderBy(tenants.id)
  for (const { id } of older) {
    const isOperator = and(eq(menus.tenantId, id), eq(menus.permission, 'platform_admin'))
    await seedTenant(tx, id, (await tx.$count(menus, isOperator)) > 0)
  }
}

/** Changes with what the product has for tenants: looking for each piece again at every start takes a second for a few of them. */
const seedsVersion = () =>
  createHash('sha256')
    .update(JSON.stringify([menuSeedsOf(true), dictionarySeeds(), builtInParameters]))
    .digest('hex')

/** The product's own dictionaries with their items, labelled in all languages. */
const dictionarySeeds = () =>
  Object.entries(seededItems).map(([type, values]) => {
    const { label: description, labels } = textsOfSeed(`name.${type}`)
    const items = values.map((value) => ({ value, ...textsOfSeed(`${type}.${value}`) }))
    return { type, description, labels, items, ofSystem: items.filter(({ value }) => isSystemItem(type, value)) }
  })

/** Labels of one of the product's own dictionaries (`name.<type>`) or items (`<type>.<value>`), in all languages. */
function textsOfSeed(key: string) {
  const name = (language: Language) => sayKnown(language, `dictionaries:${key}`) ?? key
  return { label: name('zh-CN'), labels: { 'zh-TW': name('zh-TW'), 'en-US': name('en-US') } }
}

/** Adds the dictionaries that the tenant lacks entirely and items that rules of the product depend on, and labels the product's own items where labels are missing. */
async function seedDictionaries(tx: Tx, tenantId: number) {
  for (const seed of dictionarySeeds()) {
    const { type, description, labels, items } = seed
    const [added] = await tx
      .insert(dictionaries)
      .values({ tenantId, type, description, labels })
      .onConflictDoNothing()
      .returning({ dictId: dictionaries.id })
    if (added)
      await tx.insert(dictionaryItems).values(items.map((item, n) => ({ tenantId, ...added, type, sort: n + 1, ...item })))
    else {
      await addSystemItems(tx, tenantId, seed)
      await labelSeeded(tx, tenantId, seed)
    }
  }
}

type DictionarySeed = ReturnType<typeof dictionarySeeds>[number]

/** Adds the items of the system that came with a later version than the tenant. */
async function addSystemItems(tx: Tx, tenantId: number, { type, ofSystem }: DictionarySeed) {
  const { dictId, tenantId: tenant, type: ofType, sort } = dictionaryItems
  const [last] = await tx
    .select({ dictId, sort })
    .from(dictionaryItems)
    .where(and(eq(tenant, tenantId), eq(ofType, type)))
    .orderBy(desc(sort))
    .limit(1)
  if (!last || !ofSystem.length) return
  const rows = ofSystem.map((item) => ({ tenantId, dictId: last.dictId, type, sort: last.sort + 1, ...item }))
  await tx.insert(dictionaryItems).values(rows).onConflictDoNothing()
}

/** Labels what an older version of the product left without: it had no names of dictionaries, and texts in one language. */
async function labelSeeded(tx: Tx, tenantId: number, { type, description, labels, items }: DictionarySeed) {
  await tx
    .update(dictionaries)
    .set({ description, labels })
    .where(and(eq(dictionaries.tenantId, tenantId), eq(dictionaries.type, type), eq(dictionaries.description, type)))
  const own = and(eq(dictionaryItems.tenantId, tenantId), eq(dictionaryItems.type, type))
  for (const texts of items)
    await tx
      .update(dictionaryItems)
      .set({ labels: texts.labels })
      .where(and(own, eq(dictionaryItems.label, texts.label), sql`${dictionaryItems.labels} = '{}'::jsonb`))
}

/** Adds `seeds` below `parentId` but for those whose keys are `known`, and makes theirs known. A key is the permission, or the name behind the names above it. */
async function addSeeds(
  tx: Tx,
  tenantId: number,
  seeds: MenuSeed[],
  parentId: number,
  adminRoleId: number | undefined,
  known = new Set<string>(),
  above = '',
) {
  const add = async (values: Omit<typeof menus.$inferInsert, 'tenantId'>) => {
    const [menu] = await tx
      .insert(menus)
      .values({ tenantId, ...values })
      .returning({ id: menus.id })
    if (adminRoleId !== undefined) await tx.insert(roleMenus).values({ tenantId, roleId: adminRoleId, menuId: menu!.id })
    return menu!.id
  }
  /** Place of the seed before, whatever an administrator has made of the order. */
  let place = 0
  for (const { name, path, query, isTop, isHidden, permissions = [], children = [] } of seeds) {
    const key = above + name
    const isKnown = known.has(key)
    const found = isKnown && (await findSeeded(tx, tenantId, parentId, name))
    known.add(key)
    // Removed by an administrator, with all below.
    if (isKnown && !found) continue
    place = found ? found.sort : place + 1
    if (!found) await makeRoom(tx, tenantId, parentId, place)
    const id = found
      ? found.id
      : await add({
          parentId,
          name,
          path,
          icon: name,
          ...(query && { query }),
          sort: place,
          type: isTop ? MenuType.top : MenuType.menu,
          visible: isHidden ? '1' : '0',
          keepAlive: path ? '1' : '0',
        })
    for (const [n, permission] of permissions.entries())
      if (!known.has(permission)) {
        await add({ parentId: id, name: permission, permission, sort: n + 1, type: MenuType.button })
        known.add(permission)
      } else if (!isKnown) await moveSeeded(tx, tenantId, permission, id)
    await addSeeds(tx, tenantId, children, id, adminRoleId, known, isTop ? `${key}/` : above)
  }
}

/** Brings a permission that stood below another page to the page that now uses it. */
async function moveSeeded(tx: Tx, tenantId: number, permission: string, parentId: number) {
  await tx
    .update(menus)
    .set({ parentId })
    .where(and(eq(menus.tenantId, tenantId), eq(menus.permission, permission)))
}

async function findSeeded(tx: Tx, tenantId: number, parentId: number, name: string) {
  const [found] = await tx
    .select({ id: menus.id, sort: menus.sort })
    .from(menus)
    .where(and(eq(menus.tenantId, tenantId), eq(menus.parentId, parentId), eq(menus.name, name)))
  return found
}

/** Moves the items from `place` on by one where that place is taken, so that no two share it. */
async function makeRoom(tx: Tx, tenantId: number, parentId: number, place: number) {
  const siblings = and(eq(menus.tenantId, tenantId), eq(menus.parentId, parentId))
  const [taken] = await tx
    .select({ id: menus.id })
    .from(menus)
    .where(and(siblings, eq(menus.sort, place)))
    .limit(1)
  if (!taken) return
  await tx
    .update(menus)
    .set({ sort: sql`least(${menus.sort} + 1, 9999)` })
    .where(and(siblings, gte(menus.sort, place)))
}

/** Gives a role the menus and permissions that `wanted` picks, by page path or permission; of the sub-systems only those named, unless all. */
export async function grantMenus(
  tx: Tx,
  tenantId: number,
  roleId: number,
  wanted: (menu: { path: string | null; permission: string | null }) => boolean,
  systems?: readonly string[],
) {
  const every = await tx.select().from(menus).where(eq(menus.tenantId, tenantId))
  const isLeftOut = ({ type, name }: (typeof every)[number]) => type === MenuType.top && systems && !systems.includes(name)
  const leftOut = new Set(every.filter(isLeftOut).map(({ id }) => id))
  const all = every.filter(({ id, parentId }) => !leftOut.has(id) && !leftOut.has(parentId))
  const picked = new Set(all.filter(wanted))
  // A page shows only below its group.
  for (const menu of picked) for (const parent of all) if (parent.id === menu.parentId) picked.add(parent)
  await tx.insert(roleMenus).values([...picked].map((menu) => ({ tenantId, roleId, menuId: menu.id })))
}
