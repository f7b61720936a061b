import { addDepartment, getDepartment, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { getMenuTree, type MenuTreeNode } from '@huanwei/contract/menus/endpoints'
import { adminRoleCode } from '@huanwei/contract/roles/codes'
import { changeRole, getRole, listRoles } from '@huanwei/contract/roles/endpoints'
import { addUser, listUsers } from '@huanwei/contract/users/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn, newAccount } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn, turnTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let api: Awaited<ReturnType<typeof logIn>>
let admin: Page
beforeAll(async () => {
  api = await logIn(product.url)
  admin = await arrive('admin')
  await signIn(admin, product.url)
  await admin.goto(product.url)
  await admin.locator('.home').waitFor()
})

const drawer = (page: Page) => page.locator('.ant-drawer-open')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Fills fields of the open drawer by their labels. */
async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) await drawer(page).getByLabel(label, { exact: true }).first().fill(text)
}
/** Sends the form and waits until it closes. */
async function confirm(page: Page) {
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await drawer(page).waitFor({ state: 'hidden' })
}
async function checkItem(page: Page, text: string) {
  await drawer(page).getByRole('searchbox', { name: '搜索菜单或权限' }).fill(text)
  await drawer(page).locator('.ant-tree-treenode', { hasText: text }).last().getByRole('checkbox').click()
}

/** Names of the records that the administrator adds; different in each try. */
let made = { role: '', code: '', username: '', person: '' }

test('an administrator adds a department, a role and a user', async () => {
  const department = unique('夜班作业队')
  made = { role: unique('夜班长'), code: unique('NIGHT'), username: unique('nightchief'), person: unique('孙夜明') }
  await turnTo(admin, '/system/dept/index')
  await press(admin, '新增下级: 锦江区环卫公司')
  await fill(admin, { 部门名称: department })
  await confirm(admin)
  await admin.getByRole('row', { name: department }).waitFor()

  await turnTo(admin, '/system/role/index')
  await press(admin, '新增角色')
  await fill(admin, { 角色名称: made.role, 角色标识: made.code })
  await drawer(admin).getByRole('radio', { name: '本部门', exact: true }).check()
  await checkItem(admin, '查看用户')
  await confirm(admin)
  await admin.getByRole('row', { name: made.role }).waitFor()

  await turnTo(admin, '/system/user/index')
  await press(admin, '新增用户')
  await fill(admin, { 用户名: made.username, 姓名: made.person, 手机号码: `13${unique('').slice(-9)}`, 初始密码: 'night-2026' })
  await drawer(admin).getByRole('combobox', { name: '部门' }).fill(department)
  await admin.locator('.ant-select-tree-node-content-wrapper', { hasText: department }).click()
  await drawer(admin).getByRole('combobox', { name: '角色' }).click()
  await admin.locator('.ant-select-item-option', { hasText: made.role }).click()
  await drawer(admin).locator('.ant-select', { hasText: made.role }).waitFor()
  await admin.keyboard.press('Escape')
  await drawer(admin).getByRole('button', { name: '确定' }).click()
  await drawer(admin).waitFor({ state: 'hidden' })
  await admin.getByRole('row', { name: new RegExp(`${made.person}.*${made.role}`) }).waitFor()
})

test('the new user sees exactly the granted pages', async () => {
  const page = await arrive('nightchief')
  await signIn(page, product.url, made.username, 'night-2026')
  await page.goto(product.url)
  const links = page.locator('#side-menu a[href]')
  // The first page is everybody's.
  const hrefs = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  await expect.poll(hrefs).toEqual(['/wel/index', '/system/user/index'])
  await links.last().click()
  await page.getByRole('row', { name: made.person }).waitFor()
  expect(await page.locator('tbody tr[data-row]').count()).toBe(1)
  expect(await page.getByRole('button', { name: '新增用户' }).count()).toBe(0)
})

test('the removal of a permission takes effect within two seconds, without a new log-in', async () => {
  const [role] = (await api.call(listRoles, { roleCode: made.code })).records
  const permission = itemsOf(await api.call(getMenuTree, {})).find(({ code }) => code === 'sys_user_view')!.id
  const setPermission = async (isHeld: boolean) => {
    const { menuIds, ...rest } = await api.call(getRole, { id: role!.roleId })
    const others = menuIds.filter((id) => id !== permission)
    await api.call(changeRole, { ...rest, menuIds: isHeld ? [...others, permission] : others })
  }
  await setPermission(true)
  const chief = await logIn(product.url, made.username, 'night-2026')
  const answer = () =>
    chief.call(listUsers, {}).then(
      ({ total }) => `${total} users`,
      (error: Error) => error.message,
    )
  await expect.poll(answer).toBe('1 users')
  await setPermission(false)
  await expect.poll(answer).toContain('403 权限不足,不允许访问')
})
const itemsOf = (tree: MenuTreeNode[]): MenuTreeNode[] => tree.flatMap((node) => [node, ...itemsOf(node.children)])

test('of two people at one form the second is told who was first, keeps what was typed and sees what differs', async () => {
  const [root] = await api.call(getDepartmentTree, {})
  const [role] = (await api.call(listRoles, { roleCode: adminRoleCode })).records
  const parentId = root!.id
  const { deptId } = await api.call(addDepartment, { name: unique('清运队'), parentId, sort: 1 })
  const other = { username: unique('second'), name: unique('周先到'), phone: `15${unique('').slice(-9)}`, deptId: parentId }
  await api.call(addUser, { ...other, newpassword1: 'night-2026', role: [role!.roleId] })
  const colleague = await arrive('second')
  await signIn(colleague, product.url, other.username, 'night-2026')
  const [first, second] = [unique('先到队'), unique('后到队')]
  for (const page of [admin, colleague]) {
    await page.goto(`${product.url}/system/dept/index?open=${deptId}`)
    await drawer(page).getByLabel('部门名称').waitFor()
  }
  await fill(colleague, { 部门名称: first, 排序: '7' })
  await confirm(colleague)
  await fill(admin, { 部门名称: second })
  await press(admin, '确定')
  await drawer(admin).getByRole('alert').filter({ hasText: other.name }).waitFor()
  expect(await drawer(admin).getByLabel('部门名称').inputValue()).toBe(second)
  await press(admin, '查看差异')
  await drawer(admin).getByText('最新内容与此不同').waitFor()
  expect(await drawer(admin).getByLabel('排序').inputValue()).toBe('7')
  await expect.poll(() => faults(admin)).toEqual([])
  await drawer(admin).getByText('最新内容', { exact: true }).click()
  await expect.poll(() => drawer(admin).getByLabel('部门名称').inputValue()).toBe(first)
  await drawer(admin).getByText('我填写的', { exact: true }).click()
  await expect.poll(() => drawer(admin).getByLabel('部门名称').inputValue()).toBe(second)
  await confirm(admin)
  expect(await api.call(getDepartment, { id: deptId })).toMatchObject({ name: second, sort: 7 })
})

test('who changes their own profile after the administrator did is told so, and keeps what was typed', async () => {
  const person = await arrive('profile')
  const { username, password } = await newAccount(product.url, 'admin')
  await signIn(person, product.url, username, password)
  const [account] = (await api.call(listUsers, { username })).records
  const [boss] = (await api.call(listUsers, { username: 'admin' })).records
  const [first, second] = [unique('先改名'), unique('后改名')]
  await person.goto(`${product.url}/info/index?open=data`)
  await drawer(person).getByLabel('姓名').waitFor()
  await turnTo(admin, `/system/user/index?open=${account!.userId}`)
  await fill(admin, { 姓名: first })
  await confirm(admin)
  await fill(person, { 姓名: second })
  await press(person, '确定')
  await drawer(person)
    .getByRole('alert')
    .filter({ hasText: `${boss!.name} 已于` })
    .waitFor()
  expect(await drawer(person).getByLabel('姓名').inputValue()).toBe(second)
  await expect.poll(() => faults(person)).toEqual([])
  await press(person, '查看差异')
  await drawer(person).getByText('最新内容与此不同').waitFor()
  await confirm(person)
  expect((await api.call(listUsers, { username })).records[0]).toMatchObject({ name: second })
})

/** `isOnce`: checked only in the main size and language. What is ready is not in the screen before. */
const screens = [
  { path: '/system/user/index', ready: 'tbody tr[data-row="3"]' },
  { path: '/system/user/index?open=new', ready: '.form-drawer' },
  { path: '/system/user/index?open=import', ready: '.import-steps', isOnce: true },
  { path: '/info/index', ready: '.profile-card table' },
  { path: '/info/index?open=data', ready: '.form-drawer', isOnce: true },
  { path: '/system/role/index', ready: 'tbody tr[data-row="3"]', isOnce: true },
  { path: '/system/role/index?open=new', ready: '.check-tree .ant-tree' },
  { path: '/info/index?open=password', ready: '.form-drawer input[type=password]', isOnce: true },
  { path: '/system/dept/index', ready: 'tbody tr[data-row="3"]' },
  { path: '/system/dept/index?open=new&below=1', ready: '.form-drawer', isOnce: true },
]

test.each(['zh-CN', 'en-US'] as const)('in %s every screen fits, without an accessibility fault', async (language) => {
  const page = await arrive(language, { language })
  await signIn(page, product.url)
  const isMain = language === 'zh-CN'
  await page.goto(product.url)
  await page.locator('.home').waitFor()
  for (const { path, ready, isOnce } of screens.filter((one) => isMain || !one.isOnce)) {
    await turnTo(page, path)
    await page.locator(ready).filter({ visible: true }).first().waitFor()
    await expect.poll(() => faults(page), { message: path }).toEqual([])
    if (!isMain || isOnce) continue
    await page.setViewportSize({ width: 360, height: 740 })
    await expect.poll(() => faults(page), { message: `${path} on a phone` }).toEqual([])
    await page.setViewportSize({ width: 1366, height: 768 })
  }
})

test('the console has no message but the refusal of who came second', () => {
  expect(consoleMessages.filter((one) => !/status of 409/.test(one))).toEqual([])
})
