import { addBox } from '@huanwei/contract/boxes/endpoints'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signInAsNew(admin, product.url)
  await admin.goto(product.url)
})

const drawer = (page = admin) => page.locator('.ant-drawer-open')
const row = (name: string) => admin.locator('tbody tr[data-row]:visible').filter({ hasText: name })
const confirm = (name = '确定') => drawer().getByRole('button', { name, exact: true }).click()
const gone = () => drawer().waitFor({ state: 'hidden' })

test('a project is entered from the menu, and an inspection can name it', async () => {
  const name = unique('东片区')
  await admin.locator('#side-menu a[href="/project/index"]').click()
  await admin.getByRole('button', { name: '新增项目' }).click()
  await drawer().getByRole('textbox', { name: '项目名称' }).fill(name)
  await drawer().getByRole('combobox', { name: '实施部门' }).click()
  await admin.locator('.ant-select-tree-node-content-wrapper').first().click()
  await drawer().getByRole('textbox', { name: '项目名称' }).click()
  await lookAt(admin, 'form of a project')
  await confirm()
  await gone()
  await row(name).filter({ hasText: '实施中' }).waitFor()
  await lookAt(admin, 'list of projects')

  await admin.goto(`${product.url}/event/inspection/index?form=new`)
  await drawer().getByRole('combobox', { name: '项目' }).fill(name)
  await admin.locator('.ant-select-item-option').filter({ hasText: name }).click()
  expect(consoleMessages).toEqual([])
})

test('a box is calibrated, and the calibration taken back with its reason', async () => {
  const { call } = await logIn(product.url)
  const [toilet] = (await call(listFacilities, {})).toReversed()
  const name = unique('盒子')
  await call(addBox, { code: name, name, facilityId: toilet?.id ?? 0 })
  await admin.goto(`${product.url}/box/index?text=${encodeURIComponent(name)}`)
  await row(name).getByRole('button', { name: '修改' }).click()
  await lookAt(admin, 'form of a box')
  await confirm('标定')
  await drawer().getByRole('spinbutton', { name: '系数' }).fill('1.1')
  await lookAt(admin, 'calibration')
  await confirm('新增标定')
  await gone()
  await row(name).getByRole('button', { name: '修改' }).click()
  await confirm('标定')
  const list = drawer().getByRole('list', { name: '标定' })
  await list.getByRole('button', { name: '撤销标定' }).click()
  await list.getByRole('textbox', { name: '撤销原因' }).fill('仪表有误')
  await list.getByRole('button', { name: '撤销标定' }).click()
  await list.getByText('撤销：仪表有误').waitFor()
  await lookAt(admin, 'calibration that was taken back')
  await drawer().getByRole('button', { name: '取消' }).click()
  await gone()
  await lookAt(admin, 'list of boxes')
  expect(consoleMessages).toEqual([])
})
