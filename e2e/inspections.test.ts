import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { getOverview } from '@huanwei/contract/home/endpoints'
import { getInspection, listInspections, reportInspection, submitInspection } from '@huanwei/contract/inspections/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { getSummaries, listInspectionPushes } from '@huanwei/contract/messages/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, logIn } from './api.ts'
import { faults, lookAt } from './looks.ts'
import { people, signIn, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
/** The inspector reports and checks; the dispatcher handles all inspections of the company; both also by call. */
let inspector: Page
let dispatcher: Page
let asInspector: Caller
let asDispatcher: Caller
const path = '/event/inspection/index'
const answer = '已清运，并增加一个频次'
// A valid picture of one red pixel.
const photo = {
  name: '满溢.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  ),
}

beforeAll(async () => {
  asInspector = await logIn(product.url, 'inspector')
  asDispatcher = await logIn(product.url, 'dispatcher')
  ;[inspector, dispatcher] = [await arrive('inspector'), await arrive('dispatcher')]
  await signIn(inspector, product.url, 'inspector')
  await signIn(dispatcher, product.url, 'dispatcher')
  for (const page of [inspector, dispatcher]) await page.goto(product.url + path)
})

const drawer = (page: Page, title = '巡查详情') => page.getByRole('dialog', { name: title })
const row = (page: Page, place: string) => page.locator('tr[data-row]', { hasText: place })
const tab = (page: Page, name: string) => page.locator('.ant-segmented-item', { hasText: name }).click()
const press = (page: Page, name: string) => page.locator('.ant-drawer-footer').getByRole('button', { name, exact: true }).click()
const steps = (page: Page) => drawer(page).getByRole('list', { name: '处理流程' }).locator('> li')
/** By the keyboard: a reminder may lie over the button. */
const refresh = (page: Page) => page.getByRole('button', { name: '刷新' }).last().press('Enter')
const gone = (page: Page) => drawer(page).waitFor({ state: 'hidden' })
const pending = async (who: Caller) =>
  (await who.call(getOverview, {})).queues.find(({ msgType }) => msgType === MsgType.inspection)?.pending
const waiting = async (who: Caller) =>
  (await who.call(getSummaries, {})).find(({ msgType }) => msgType === MsgType.inspection)?.waitingCount ?? 0
/** Asserts that the badge shows the number of inspections whose next step is the person's. */
async function badgeIsExact(page: Page, who: Caller) {
  const badge = page.locator('#side-menu a[href="/event/inspection/index"] .side-badge > span').first()
  const counted = async () => {
    const { records } = await who.call(listInspectionPushes, {
      msgType: MsgType.inspection,
      pushObjectId: who.userId,
      size: 3000,
    })
    // The dispatcher handles all of them, the inspector checks the answers to what they reported.
    return records.filter(({ status, responsibleId, reportPersonId }) => {
      if (who !== asInspector) return status === 1
      return status === 1 ? responsibleId === who.userId : status === 2 && reportPersonId === who.userId
    }).length
  }
  // Somebody else may report one between these calls.
  await expect
    .poll(async () => {
      const count = await counted()
      return [(await waiting(who)) - count, ((await badge.count()) ? Number(await badge.textContent()) : 0) - count]
    })
    .toEqual([0, 0])
}

/** Adds an inspection by call, at a unique place. */
async function report() {
  const place = unique('东大街与红星路路口')
  const [root] = await asInspector.call(getDepartmentTree, {})
  const { id } = await asInspector.call(reportInspection, {
    responsibleId: asDispatcher.userId,
    deptId: root?.children[0]?.id ?? 0,
    businessType: '2',
    assessmentStandard: '3',
    eventContent: '三个垃圾桶满溢',
    score: 2,
    position: place,
    lng: 104.08,
    lat: 30.65,
    disposeTimeLimit: 4,
  })
  return { id, place }
}

test('a reported inspection waits for feedback, unread, and the home page counts it', async () => {
  const before = (await pending(asDispatcher)) ?? 0
  const { place } = await report()
  expect(await pending(asDispatcher)).toBe(before + 1)
  for (const page of [inspector, dispatcher]) await refresh(page)
  await row(inspector, place).waitFor()
  await row(dispatcher, place).waitFor()
  expect(await row(dispatcher, place).locator('[data-unread]').count()).toBe(1)
  await badgeIsExact(dispatcher, asDispatcher)
})

test('the responsible person gives feedback; opening marks the message as read, the reporter is notified', async () => {
  const { place } = await report()
  await refresh(dispatcher)
  await row(dispatcher, place).click()
  await drawer(dispatcher).getByText('三个垃圾桶满溢').first().waitFor()
  await expect.poll(() => faults(dispatcher)).toEqual([])
  await badgeIsExact(dispatcher, asDispatcher)
  const before = await waiting(asInspector)
  await drawer(dispatcher).getByRole('textbox', { name: '反馈说明' }).fill(answer)
  await dispatcher.keyboard.press('Control+Enter')
  await gone(dispatcher)
  await row(dispatcher, place).waitFor({ state: 'hidden' })
  await expect.poll(() => waiting(asInspector)).toBe(before + 1)
  await badgeIsExact(inspector, asInspector)
})

test('the reporter returns it with a reason; it waits again and is listed under the returned ones', async () => {
  const { id, place } = await report()
  await asDispatcher.call(submitInspection, { id, status: 2, remark: answer })
  await tab(inspector, '已反馈')
  // Without the permission to handle, the list shows all inspections in scope and is refetched each minute.
  await refresh(inspector)
  await row(inspector, place).click()
  await press(inspector, '退回')
  await drawer(inspector).getByRole('alert').getByText('请填写退回原因').waitFor()
  await drawer(inspector).getByRole('textbox', { name: '处理意见' }).fill('桶外仍有垃圾')
  await press(inspector, '退回')
  await gone(inspector)
  await tab(dispatcher, '已退回')
  await row(dispatcher, place).getByText('已退回').waitFor()
  await badgeIsExact(dispatcher, asDispatcher)
})

test('with a second feedback and closed, it keeps every step; forbidden transitions are refused with a message', async () => {
  const { id, place } = await report()
  await asDispatcher.call(submitInspection, { id, status: 2, remark: answer })
  await asInspector.call(submitInspection, { id, status: 1, ifReturn: 1, remark: '桶外仍有垃圾' })
  await tab(dispatcher, '已退回')
  await refresh(dispatcher)
  await row(dispatcher, place).click()
  await drawer(dispatcher).getByRole('textbox', { name: '反馈说明' }).waitFor()
  await press(dispatcher, '确定')
  await gone(dispatcher)
  await expect(asDispatcher.call(submitInspection, { id, status: 2 })).rejects.toThrow(/409 陈晓燕 已于 .* 反馈/)
  await tab(inspector, '已反馈')
  await refresh(inspector)
  await row(inspector, place).click()
  await drawer(inspector).getByRole('textbox', { name: '处理意见' }).waitFor()
  await press(inspector, '确认关闭')
  await gone(inspector)
  for (const body of [{ status: 2 }, { status: 1, ifReturn: 1, remark: 'x' }, { status: 3 }] as const)
    await expect(asDispatcher.call(submitInspection, { id, ...body })).rejects.toThrow(/409 李国强 已于 .* 关闭/)
  await tab(dispatcher, '已关闭')
  await row(dispatcher, place).getByText('详情').click()
  const titles = async () => (await steps(dispatcher).locator('strong').allTextContents()).join()
  await expect.poll(titles).toBe('上报,反馈,退回,反馈,关闭')
  expect(await steps(dispatcher).nth(1).textContent()).toContain(answer)
  expect((await asInspector.call(getInspection, { inspectEventId: id })).disposeTime).toBe(0)
  await badgeIsExact(dispatcher, asDispatcher)
  await badgeIsExact(inspector, asInspector)
})

test('the form sends position, photo, responsible person and time limit of a new inspection to the people concerned', async () => {
  const content = unique('果皮箱破损')
  await inspector.goto(`${product.url}${path}`)
  await inspector.getByRole('button', { name: '上报事件' }).click()
  const form = drawer(inspector, '上报事件')
  await form.getByRole('textbox', { name: '事件内容' }).fill(content)
  const options = inspector.locator('.ant-select-dropdown:visible')
  const choose = async (field: string, option: string) => {
    await form.getByRole('combobox', { name: field }).fill(option)
    await options.getByText(option).first().click()
  }
  await choose('业务类型', '设施维护')
  await choose('考核项', '设施破损未修')
  await form.getByRole('spinbutton', { name: '评分' }).fill('1.5')
  await form.getByRole('spinbutton', { name: '处理时限（小时）' }).fill('8')
  await choose('部门', '锦江区环卫公司')
  // Those that are found take the place of the first, and what is pressed meanwhile is not chosen.
  await form.getByRole('combobox', { name: '责任人' }).fill('陈晓燕')
  const others = options.locator('.ant-select-item-option').filter({ hasNotText: '陈晓燕' })
  await expect.poll(() => others.count()).toBe(0)
  await options.getByText('陈晓燕').first().click()
  await form.getByRole('textbox', { name: '位置' }).fill('人民南路口')
  await form.locator('.map-canvas canvas').click({ position: { x: 200, y: 100 } })
  const chosen = await form.getByText(/^东经 \d+\.\d{6}，北纬 \d+\.\d{6}$/).textContent()
  await form.locator('input[type=file]').setInputFiles(photo)
  await form.locator('.photo-picture img').waitFor()
  await expect.poll(() => faults(inspector)).toEqual([])
  await form.getByRole('button', { name: '上报', exact: true }).click()
  await form.waitFor({ state: 'hidden' })

  const asked = { msgType: MsgType.inspection, pushObjectId: asDispatcher.userId, status: 1 } as const
  const { records } = await asDispatcher.call(listInspectionPushes, asked)
  const sent = records.find(({ eventContent }) => eventContent === content)
  expect(sent).toMatchObject({ score: 1.5, disposeTimeLimit: 8, responsibleId: asDispatcher.userId, position: '人民南路口' })
  expect(`东经 ${sent?.lng?.toFixed(6)}，北纬 ${sent?.lat?.toFixed(6)}`).toBe(chosen)
  await dispatcher.goto(`${product.url}${path}?open=${sent?.id}`)
  await drawer(dispatcher).getByText('8 小时').waitFor()
  await drawer(dispatcher)
    .getByRole('button', { name: /预览.*图片 1/ })
    .first()
    .waitFor()
  await badgeIsExact(dispatcher, asDispatcher)
})

test('in the street a report is a photo, the own position, the assessment item and a sentence', async () => {
  const content = unique('路边有三袋垃圾')
  const phone = await arrive('phone', { width: 390, height: 844 })
  await signIn(phone, product.url, 'inspector')
  await phone.context().grantPermissions(['geolocation'])
  // 春熙路, in the middle of the inspector's company.
  await phone.context().setGeolocation({ longitude: 104.0815, latitude: 30.6553 })
  await phone.goto(`${product.url}${path}?form=new`)
  const form = drawer(phone, '上报事件')
  await form.locator('input[type=file]').setInputFiles(photo)
  await form.locator('.photo-picture img').waitFor()
  await form.getByRole('button', { name: '我的位置' }).click()
  await expect.poll(() => form.getByRole('textbox', { name: '位置' }).inputValue()).not.toBe('')
  await form.getByText('东经 104.081500，北纬 30.655300').waitFor()
  await form.getByRole('combobox', { name: '考核项' }).click()
  await phone.locator('.ant-select-dropdown:visible').getByText('路面有散落垃圾').click()
  await form.getByRole('textbox', { name: '事件内容' }).fill(content)
  await form.getByText('道路清扫').waitFor()
  await expect.poll(() => faults(phone)).toEqual([])
  await form.getByRole('button', { name: '上报', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  const { records } = await asInspector.call(listInspections, {})
  const sent = records.find(({ eventContent }) => eventContent === content)
  expect(sent).toMatchObject({ businessType: '1', assessmentStandard: '1', disposeTimeLimit: 2, lng: 104.0815 })
  expect(sent?.position).not.toBe('')
})

test('who has how much to do fits every screen, and a figure leads to its list', async () => {
  await report()
  await refresh(dispatcher)
  await dispatcher.getByRole('button', { name: '人员负荷' }).click()
  const table = dispatcher.locator('.load-table')
  await lookAt(dispatcher, 'who has how much to do', { ready: table })
  const figure = table.locator('[data-tone=open]').first()
  const shown = await figure.textContent()
  // By keyboard: a reminder that stays may lie over it.
  await figure.press('Enter')
  await table.waitFor({ state: 'hidden' })
  const total = dispatcher.locator('.list-tools strong').filter({ visible: true })
  await expect.poll(() => total.textContent()).toBe(`共 ${shown} 条`)
})

test('the consoles have no message', () => expect(consoleMessages).toEqual([]))
