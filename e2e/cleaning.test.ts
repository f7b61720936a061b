import { addCleaning, assignTask, getCleaning, processTask } from '@huanwei/contract/cleaning/endpoints'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signIn, turnTo, unique } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, unexplained } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
let dispatcher: Page
/** The worker belongs to the dispatcher's company, may read there, and processes the reports assigned to them. */
let worker: Page
/** The dispatcher and the worker by call. */
let api: Awaited<ReturnType<typeof logIn>>
let workerApi: Awaited<ReturnType<typeof logIn>>

beforeAll(async () => {
  product = await startPrepared({ FLEET_SIZE: '2' })
  api = await logIn(product.url, 'dispatcher')
  workerApi = await logIn(product.url, 'viewer')
  dispatcher = await arrive('dispatcher')
  worker = await arrive('worker')
  await signIn(dispatcher, product.url, 'dispatcher')
  await signIn(worker, product.url, 'viewer')
})
afterAll(() => product?.remove())

const column = (page: Page, state: string) => page.getByRole('region', { name: state })
const card = (page: Page, state: string, content: string) => column(page, state).getByRole('button').filter({ hasText: content })
const drawer = (page: Page) => page.getByRole('dialog', { name: '报洁详情' })
const steps = (page: Page) => drawer(page).getByRole('list', { name: '处理流程' }).locator('> li')
const total = async (page: Page, state: string) => Number(await column(page, state).locator('h2 > span').last().textContent())
const toBoard = (page: Page) => page.goto(`${product.url}/clean/report/index`)
const waiting = async (page: Page) => Number(/\d+/.exec((await page.getByText(/^待我处理 \d/).textContent()) ?? '')?.[0] ?? 0)

/** Adds a cleaning report at a toilet by call. */
async function report(content: string) {
  const [toilet] = await api.call(listFacilities, {})
  return api.call(addCleaning, { type: '1', content, facilityId: toilet?.id })
}

test('a report made on the screen waits for the dispatcher, counted on the board and the home page', async () => {
  const content = unique('隔间地面结冰')
  await dispatcher.goto(`${product.url}/wel/index`)
  await dispatcher.locator('.queues a[href^="/clean/report"] strong').waitFor()
  const before = Number(await dispatcher.locator('.queues a[href^="/clean/report"] strong').textContent())
  await dispatcher.locator('#side-menu a[href="/clean/report/index"]').click()
  await expect.poll(() => column(dispatcher, '待派单').locator('h2').textContent()).toMatch(/\d/)
  const atFirst = await total(dispatcher, '待派单')
  await dispatcher.getByRole('button', { name: '上报', exact: true }).click()
  const form = dispatcher.getByRole('dialog', { name: '上报' })
  await form.getByRole('textbox', { name: '内容' }).fill(content)
  await form.getByRole('combobox', { name: '设施' }).fill('公共厕所')
  await dispatcher.locator('.ant-select-item-option-active').filter({ hasText: '公共厕所' }).waitFor()
  await dispatcher.keyboard.press('Enter')
  await form.getByTitle(/公共厕所/).waitFor()
  await form.getByRole('button', { name: '提交上报' }).click()
  await card(dispatcher, '待派单', content).waitFor()
  await expect.poll(() => total(dispatcher, '待派单')).toBe(atFirst + 1)
  await expect.poll(() => waiting(dispatcher)).toBe(before + 1)
})

test('an assigned report waits for its assignee only, who processes it', async () => {
  const content = unique('隔间地面结冰')
  await report(content)
  await toBoard(dispatcher)
  await card(dispatcher, '待派单', content).click()
  await drawer(dispatcher).getByRole('group', { name: '建议的车辆' }).getByRole('button').first().waitFor()
  await drawer(dispatcher).getByRole('button', { name: '派单' }).click()
  await drawer(dispatcher).getByText('请选择处理人').last().waitFor()
  await drawer(dispatcher).getByRole('combobox', { name: '其他人员' }).fill('viewer')
  await dispatcher.locator('.ant-select-item-option').filter({ hasText: 'viewer' }).click()
  await drawer(dispatcher).getByRole('button', { name: '派单' }).click()
  await card(dispatcher, '待处理', content).getByText('周敏').waitFor()

  await worker.goto(`${product.url}/clean/report/index?view=waiting`)
  await worker.getByRole('row').filter({ hasText: content }).getByRole('button', { name: '详情' }).click()
  await drawer(worker).getByRole('textbox', { name: '处理结果' }).fill('已除冰撒盐')
  await drawer(worker).getByRole('button', { name: '提交处理' }).click()
  await drawer(worker).waitFor({ state: 'detached' })
  await expect.poll(() => worker.getByRole('row').filter({ hasText: content }).count()).toBe(0)
})

test('evaluated and closed by the dispatcher, with the author of every step; the worker can do neither', async () => {
  const content = unique('隔间地面结冰')
  const { id } = await report(content)
  await api.call(assignTask, { id, assigneeId: Number(workerApi.userId) })
  await workerApi.call(processTask, { id, processRemark: '已除冰撒盐' })
  await toBoard(dispatcher)
  await card(dispatcher, '待评价', content).click()
  await drawer(dispatcher).getByRole('radio').nth(3).click()
  await drawer(dispatcher).getByRole('button', { name: '提交评价' }).click()
  await card(dispatcher, '待办结', content).waitFor()
  await toBoard(worker)
  await card(worker, '待办结', content).click()
  await drawer(worker).getByRole('button', { name: '返回' }).waitFor()
  expect(await drawer(worker).getByRole('button', { name: '办结' }).count()).toBe(0)
  await card(dispatcher, '待办结', content).click()
  await drawer(dispatcher).getByRole('button', { name: '办结', exact: true }).click()
  await card(dispatcher, '已办结', content).click()
  await expect.poll(() => steps(dispatcher).count()).toBe(5)
  const texts = await steps(dispatcher).allTextContents()
  for (const [i, words] of [[content], ['派单', '周敏'], ['处理', '周敏', '已除冰撒盐'], ['评价', '4 分'], ['办结']].entries())
    for (const one of words) expect(texts[i]).toContain(one)
})

test('a step in the wrong state is refused, naming the person who was faster', async () => {
  const { id } = await report('再来一次')
  await expect(api.call(processTask, { id, processRemark: 'x' })).rejects.toThrow(/409.*陈晓燕.*上报/)
  await api.call(assignTask, { id, assigneeId: Number(api.userId) })
  await expect(api.call(assignTask, { id, assigneeId: Number(api.userId) })).rejects.toThrow(/409.*陈晓燕.*派单/)
  await expect(workerApi.call(assignTask, { id, assigneeId: 1 })).rejects.toThrow(/403/)
  expect((await api.call(getCleaning, { id })).process).toHaveLength(2)
})

/** Views and forms with a selector that is present when they are ready, and not in the one before. */
const screens = {
  'view=waiting': 'tbody tr[data-row]',
  'view=board': '.clean-card',
  'view=list': 'tbody tr[data-row]',
  'view=map': '.map-point',
  'view=plans': '.plans li',
  'view=list&adding=one': '.map-canvas canvas',
  'view=list&adding=many': '[role=dialog] textarea',
}
test('board, lists, map, plans, details and forms fit at 1366 and 360 px in Chinese and English, without an accessibility fault', async () => {
  await dispatcher.goto(product.url)
  await dispatcher.locator('.home').waitFor()
  for (const [search, ready] of Object.entries(screens)) {
    await turnTo(dispatcher, `/clean/report/index?${search}`)
    await lookAt(dispatcher, search, { ready: dispatcher.locator(ready).first() })
  }
  await turnTo(dispatcher, '/clean/report/index')
  const open = '.ant-drawer-open'
  for (const state of ['待派单', '待处理', '待评价', '待办结', '已办结']) {
    await column(dispatcher, state).locator('.clean-card').first().click()
    await lookAt(dispatcher, state, { ready: dispatcher.locator(`${open} .timeline`), within: open })
    await dispatcher.keyboard.press('Escape')
    await drawer(dispatcher).waitFor({ state: 'detached' })
  }
})

test('no console has a message', () => {
  expect(consoleMessages).toEqual([])
  expect(unexplained(product.output())).toEqual([])
})
