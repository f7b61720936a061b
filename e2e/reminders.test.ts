import { LeaveType } from '@huanwei/contract/approvals/codes'
import { addApproval } from '@huanwei/contract/approvals/endpoints'
import { addCleaning, assignTask, getCleaning } from '@huanwei/contract/cleaning/endpoints'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import { Topic } from '@huanwei/contract/live/codes'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, logIn, newAccount } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signIn, turnTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let page: Page
let person: Caller

beforeAll(async () => {
  page = await arrive('person')
  const { username, password } = await newAccount(product.url, 'dispatcher')
  person = await logIn(product.url, username, password)
  await signIn(page, product.url, username, password)
  // No map is drawn here. A page is told once it is connected: of what it joined last, it hears last.
  const connected = new Promise<void>((resolve) => {
    const heard = ({ payload }: { payload: string | Buffer }) => String(payload).includes(Topic.emergency) && resolve()
    page.on('websocket', (socket) => socket.on('framereceived', heard))
  })
  await page.goto(`${product.url}/event/reminder/index`)
  await connected
})

const bell = () => page.locator('.header-right').getByRole('button', { name: /消息中心/ })
const notice = (text: string) => page.locator('.ant-notification-notice', { hasText: text })
const badge = () => page.locator('#side-menu a[href="/clean/report/index"] .side-badge [aria-hidden]')
const row = (text: string) => page.locator('tbody tr[data-row]:visible').filter({ hasText: text })
const reminder = () => page.getByRole('region', { name: '协同提醒' })

test('cleaning work is told at once, counted, listed, and done where its reminder opens it', async () => {
  const content = unique('隔间地面结冰')
  const [toilet] = await person.call(listFacilities, {})
  const { id } = await person.call(addCleaning, { type: '1', content, facilityId: toilet?.id })
  // What waits to be assigned is the dispatcher's own step already.
  await badge().waitFor()
  const dispatcher = await logIn(product.url, 'dispatcher')
  await dispatcher.call(assignTask, { id, assigneeId: Number(person.userId) })
  await notice('报洁处理任务，请及时处理').getByRole('button').press('Enter')
  await bell().click()
  // Once: in the row of its own list, and not in that of the reminders too.
  await page
    .locator('.message-row', { hasText: '报洁管理' })
    .getByText(/\d+ 条报洁待处理/)
    .waitFor()
  expect(await page.locator('.message-row', { hasText: content }).count()).toBe(0)
  await lookAt(page, 'message centre')
  await page.getByRole('link', { name: '提醒: 进入页面' }).click()
  // The list of all, also where the link leads to what no other list holds.
  await turnTo(page, '/event/reminder/index')
  await row(content).waitFor()
  await lookAt(page, 'reminders')
  await row(content).locator('[data-opens]').click()
  await page.waitForURL('**/activti/detail/*')
  await reminder().getByRole('list', { name: '处理流程' }).waitFor()
  await lookAt(page, 'a reminder of work')
  await reminder().getByRole('textbox', { name: '处理结果' }).fill('已除冰撒盐')
  await reminder().getByRole('button', { name: '提交处理' }).click()
  await reminder().getByText('已处理', { exact: true }).waitFor()
  expect(await person.call(getCleaning, { id })).toMatchObject({ status: 2, processRemark: '已除冰撒盐' })
  // By keyboard: what others report is told over it, and moves what was told before.
  await reminder().getByRole('link', { name: '全部提醒' }).press('Enter')
  // Others are told of something meanwhile.
  await row(content).waitFor({ state: 'detached' })
})

test('an application is decided in the page of its reminder, which then says so', async () => {
  const applicant = await newAccount(product.url, 'inspector')
  const { call } = await logIn(product.url, applicant.username, applicant.password)
  const reason = unique('外出培训')
  await call(addApproval, { type: LeaveType.annual, firstDay: '2027-03-01', lastDay: '2027-03-02', reason })
  await notice('请假审批任务，请及时处理').getByRole('button').press('Enter')
  await turnTo(page, '/event/reminder/index')
  await row(reason).locator('[data-opens]').click()
  await reminder().getByRole('list', { name: '审批流程' }).waitFor()
  await lookAt(page, 'a reminder of an application')
  await reminder()
    .getByRole('textbox', { name: /审批意见/ })
    .fill('同意')
  await reminder().getByRole('button', { name: '通过' }).click()
  await reminder().getByText('已处理', { exact: true }).waitFor()
  await turnTo(page, '/event/reminder/index?tab=handled')
  await row(reason).waitFor()
  await lookAt(page, 'handled reminders')
  expect(consoleMessages).toEqual([])
})
