import { ApprovalStatus, LeaveType } from '@huanwei/contract/approvals/codes'
import { addApproval, submitApproval } from '@huanwei/contract/approvals/endpoints'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { getSummaries, listApprovalPushes, listViolationPushes, markRead } from '@huanwei/contract/messages/endpoints'
import { claimEvent } from '@huanwei/contract/presence/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { people, signIn } from './person.ts'
import { startPrepared } from './prepared.ts'
import { type Product, startProduct } from './product.ts'
import { recountUnread } from './stored.ts'
import { handMadeTerminal } from './terminal.ts'

const { arrive, consoleMessages } = people()
const settings = { SIMULATE: 'off' }
let product: Product
/** Two tabs of one person in one browser. */
let tabs: [admin: Page, second: Page]
let asAdmin: Awaited<ReturnType<typeof logIn>>
let asDispatcher: typeof asAdmin
let asInspector: typeof asAdmin
beforeAll(async () => {
  product = await startPrepared(settings)
  const admin = await arrive('admin')
  await admin.context().addInitScript(countSounds)
  tabs = [admin, await admin.context().newPage()]
  await signIn(admin, product.url)
  await logInByCall()
})
afterAll(() => product?.remove())

async function logInByCall() {
  asAdmin = await logIn(product.url)
  asDispatcher = await logIn(product.url, 'dispatcher')
  asInspector = await logIn(product.url, 'inspector')
}

/** Runs in the page: counts how often a sound starts. */
function countSounds() {
  const Audio = window.AudioContext
  const state = { sounds: 0 }
  Object.assign(window, {
    state,
    AudioContext: class extends Audio {
      constructor() {
        super()
        state.sounds++
      }
    },
  })
}
const sounds = () => Promise.all(tabs.map((page) => page.evaluate<number>('state.sounds')))

const bell = (page: Page) => page.locator('.header-right').getByRole('button', { name: /消息中心/ })
const approvalsPath = '/event/approval/index'

let day = Date.now() + 60 * 86_400_000
/** The inspector applies for leave, on another day each time. */
function apply(reason: string) {
  day += 86_400_000
  const firstDay = new Date(day).toISOString().slice(0, 10)
  return asInspector.call(addApproval, { type: LeaveType.annual, firstDay, lastDay: firstDay, reason })
}

test('the bell shows the waiting messages per type, muted at first; a click opens the event centre on their tab', async () => {
  const [admin] = tabs
  const [violations] = await asAdmin.call(getSummaries, {})
  await admin.goto(product.url)
  await bell(admin).click()
  await admin.getByRole('button', { name: '开启提示音' }).waitFor()
  const row = admin.locator('.message-row', { has: admin.getByText('违章', { exact: true }) })
  const shown = (violations?.waitingCount ?? 0) > 99 ? '99+' : String(violations?.waitingCount)
  expect(await row.locator('.side-badge > [aria-hidden]').textContent()).toBe(shown)
  expect(await row.textContent()).toContain(violations?.msgDescribe)
  await row.click()
  await admin.getByRole('dialog', { name: '事件中心' }).locator('tbody tr[data-row="0"]').waitFor()
})

test('an open event claimed by another person shows the claim and its end and cannot be handled until it is released', async () => {
  const [admin] = tabs
  const { records } = await asDispatcher.call(listViolationPushes, {
    msgType: '1',
    pushObjectId: asDispatcher.userId,
    status: 1,
    objectType: '1',
  })
  const event = { msgType: MsgType.violation, id: records[0]?.id ?? 0 }
  await asAdmin.call(claimEvent, { ...event, isClaimed: false })
  await asDispatcher.call(claimEvent, { ...event, isClaimed: true })
  await admin.goto(`${product.url}/event/illegal/index?open=${event.id}`)
  const drawer = admin.getByRole('dialog', { name: '违章详情' })
  await drawer.getByText(/陈晓燕 正在处理，认领至 /).waitFor()
  expect(await drawer.getByRole('button', { name: '确定' }).isDisabled()).toBe(true)
  await asDispatcher.call(claimEvent, { ...event, isClaimed: false })
  await drawer.getByRole('button', { name: '认领' }).click()
  await drawer.getByText(/您已认领至 /).waitFor()
  await expect(asDispatcher.call(claimEvent, { ...event, isClaimed: true })).rejects.toThrow(/409 admin 正在处理/)
  await drawer.getByRole('radio', { name: '真实违章' }).click()
  await drawer.getByRole('button', { name: '确定' }).click()
  await drawer.waitFor({ state: 'detached' })
})

test('an approver is reminded of a new application at once, and the reminder stays until it is closed', async () => {
  const [admin] = tabs
  await admin.goto(product.url)
  // All topics are subscribed together: a badge shows that the reminder topic is too.
  await admin.locator(`#side-menu a[href="${approvalsPath}"] .side-badge`).waitFor()
  await apply('家中有事')
  const reminder = admin.locator('.ant-notification-notice', { hasText: '协同提醒' })
  await reminder.getByText('请假审批任务，请及时处理').waitFor()
  await reminder.getByRole('button').click()
  await reminder.waitFor({ state: 'detached' })

  await bell(admin).click()
  const row = (name: string) => admin.locator('.message-row', { has: admin.getByText(name, { exact: true }) })
  await row('审批').getByText('家中有事').waitFor()
  // It waits among the applications, and is shown once.
  expect(await row('提醒').textContent()).not.toContain('家中有事')
  await row('审批').click()
  await admin
    .getByRole('dialog', { name: '事件中心' })
    .getByRole('row', { name: /家中有事/ })
    .waitFor()
})

/** Opens each menu of the header and goes to a command of it. */
async function everyMenuIsReached(page: Page) {
  const header = page.locator('.header')
  const menus = [
    [header.getByRole('button', { name: '账号' }), page.getByRole('menuitem').first()],
    [header.getByRole('button', { name: '更多功能' }), header.getByRole('button', { name: '锁屏', exact: true })],
    [bell(page), page.getByRole('button', { name: '开启提示音' })],
    [header.locator('button.brand'), header.locator('.system-card').first()],
    [header.locator('[aria-controls=side-menu]'), page.locator('#side-menu').getByRole('link').first()],
  ] as const
  for (const [menu, command] of menus) {
    await menu.click()
    await command.click({ trial: true })
    await page.keyboard.press('Escape')
    await command.waitFor({ state: 'hidden' })
  }
}

test('on a phone a reminder that stays covers no menu', async () => {
  const phone = await arrive('phone', { width: 360, height: 740 })
  await signIn(phone, product.url)
  await phone.goto(product.url)
  // The button of the menu counts cleaning too, which comes without a topic: only the badge of approvals tells that the topics are there.
  await phone.locator('.header [aria-controls=side-menu]').click()
  await phone.locator(`#side-menu a[href="${approvalsPath}"] .side-badge`).waitFor()
  await phone.keyboard.press('Escape')
  await apply('看病')
  await phone.locator('.ant-notification-notice', { hasText: '协同提醒' }).waitFor()
  await everyMenuIsReached(phone)
  await phone.locator('.ant-notification-notice').getByRole('button').click()
})

test('two tabs show the same counts as a recount, when an application arrives and when somebody decides it', async () => {
  const [admin, second] = tabs
  const recount = async () => {
    const asked = { msgType: MsgType.approval, pushObjectId: asAdmin.userId, size: 3000 }
    return (await asAdmin.call(listApprovalPushes, asked)).records.filter(({ status }) => status === ApprovalStatus.pending)
  }
  const shown = (page: Page) => page.locator(`#side-menu a[href="${approvalsPath}"] .side-badge [aria-hidden]`).textContent()
  async function countedAlike() {
    const { length } = await recount()
    for (const page of tabs) await expect.poll(() => shown(page)).toBe(String(length))
    return length
  }
  for (const page of tabs) await page.goto(product.url)
  const before = await countedAlike()
  const { id } = await apply('外出培训')
  expect(await countedAlike()).toBe(before + 1)
  await second.goto(`${product.url}${approvalsPath}?open=${id}`)
  await second.getByRole('dialog', { name: '审批详情' }).getByText('外出培训').first().waitFor()
  await admin.bringToFront()
  expect(await countedAlike()).toBe(before + 1)
  await asDispatcher.call(submitApproval, { applyForId: id, status: ApprovalStatus.approved })
  expect(await countedAlike()).toBe(before)
})

test('one press marks everything as read: nothing is bold any more, and badges stay, as it waits', async () => {
  const [admin] = tabs
  const counts = async () => {
    const summaries = await asAdmin.call(getSummaries, {})
    const sum = (name: 'unreadCount' | 'waitingCount') => summaries.reduce((all, one) => all + one[name], 0)
    return { unread: sum('unreadCount'), waiting: sum('waitingCount') }
  }
  await apply('看望父母')
  const { unread, waiting } = await counts()
  expect(unread).toBeGreaterThan(0)
  await admin.goto(product.url + approvalsPath)
  await admin.locator('tr[data-row] [data-unread]').first().waitFor()
  await bell(admin).click()
  await admin.locator('.message-panel').getByRole('button', { name: '全部已读' }).click()
  await expect.poll(counts).toEqual({ unread: 0, waiting })
  await admin.getByRole('button', { name: '全部已读' }).first().waitFor({ state: 'detached' })
  await expect.poll(() => admin.locator('tr[data-row] [data-unread]').count()).toBe(0)
  expect(await admin.locator(`#side-menu a[href="${approvalsPath}"] .side-badge`).count()).toBe(1)
})

test('a new alarm sounds in one tab only, once enabled and never for old messages; when that tab is muted, the next one sounds in the other', async () => {
  const [admin, second] = tabs
  const { drive } = await newDriver()
  for (const page of tabs) {
    await page.goto(product.url)
    await Promise.all([page.waitForResponse((reply) => reply.url().includes(listViolations.path)), bell(page).click()])
    await page.getByRole('button', { name: '开启提示音' }).click()
  }
  expect(await sounds()).toEqual([0, 0])
  await drive('fast')
  await expect.poll(sounds).toEqual([1, 0])
  await admin.getByRole('button', { name: '静音' }).click()
  await drive('slowly')
  await drive('fast')
  await expect.poll(sounds).toEqual([1, 1])

  // A type that is off makes no sound, one that is on does.
  const type = (name: string) => second.getByRole('group', { name: '有新消息时响铃' }).getByRole('checkbox', { name })
  await type('违章').uncheck()
  await type('审批').check()
  await drive('slowly')
  await drive('fast')
  await apply('去医院复查')
  await expect.poll(sounds).toEqual([1, 2])
  await type('违章').check()
  await type('审批').uncheck()
  await second.getByRole('button', { name: '静音' }).click()
})

test('the console has no message', () => expect(consoleMessages).toEqual([]))

test('killed during pushes and reading, the product counts the same as a recount', async () => {
  await tabs[0].context().close()
  let isOver = false
  let done = 0
  const goOn = async (act: () => Promise<unknown>) => {
    // A call interrupted by the kill is refused or unanswered; it may have been applied or not.
    while (!isOver)
      await act().then(
        () => done++,
        () => undefined,
      )
  }
  const { records } = await asAdmin.call(listViolationPushes, {
    msgType: '1',
    pushObjectId: asAdmin.userId,
    size: 3000,
  })
  const unread = records.filter(({ readUnread }) => readUnread === 0)
  const working = [
    ...Array.from({ length: 3 }, () => goOn(() => apply('轮休'))),
    ...Array.from({ length: 3 }, () => goOn(() => asAdmin.call(markRead, { id: unread.pop()?.pushId ?? 0 }))),
  ]
  await expect.poll(() => done).toBeGreaterThan(60)
  await product.kill()
  isOver = true
  await Promise.all(working)

  product = await startProduct(settings, product.dataDir)
  await logInByCall()
  const recounted = await recountUnread(product.dataDir)
  for (const { call, userId } of [asAdmin, asDispatcher, asInspector]) {
    const summaries = (await call(getSummaries, {})).filter(({ unreadCount }) => unreadCount > 0)
    const expected = recounted.filter(([user]) => user === userId).map(([, msgType, count]) => [msgType, count])
    expect(summaries.map(({ msgType, unreadCount }) => [msgType, unreadCount]).sort()).toEqual(expected.sort())
  }
})

let drivers = 0
/** Adds a vehicle with a terminal; each drive continues until its violation has begun or ended. Device time runs ahead of the clock. */
async function newDriver() {
  const number = ++drivers
  const terminal = await handMadeTerminal(product.terminalPort, `1391234500${number}`)
  const [root] = await asAdmin.call(getDepartmentTree, {})
  const plateNumber = `沪E8080${number}`
  const vehicle = await asAdmin.call(addVehicle, { plateNumber, deptId: root?.children[0]?.id ?? 0, vehicleType: '9' })
  const { records } = await asAdmin.call(listTerminals, { terminalNo: `1391234500${number}` })
  await asAdmin.call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  let time = Date.now()
  return {
    async drive(how: 'fast' | 'slowly') {
      const inForce = async () => {
        time += 10_000
        await terminal.report(time, { speed: how === 'fast' ? 85 : 20 })
        const { records } = await asAdmin.call(listViolations, { objectId: vehicle.id })
        return records.some(({ endTime }) => endTime === null)
      }
      await expect.poll(inForce).toBe(how === 'fast')
      if (how === 'fast') return
      // Long enough for the next violation to be a separate event.
      time += 90_000
      await terminal.report(time, { speed: 20 })
    },
  }
}
