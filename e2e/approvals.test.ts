import { ApprovalStatus, Half, LeaveType } from '@huanwei/contract/approvals/codes'
import { addApproval, getApproval, submitApproval, withdrawApproval } from '@huanwei/contract/approvals/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { getSummaries, listApprovalPushes } from '@huanwei/contract/messages/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const path = '/event/approval/index'
const product = sharedProduct()
/** The dispatcher decides on the applications of one company. */
let dispatcher: Page
let dispatcherApi: Awaited<ReturnType<typeof logIn>>
/** The inspector works there and has no permission to decide. */
let inspector: Page
let inspectorApi: Awaited<ReturnType<typeof logIn>>
beforeAll(async () => {
  ;[dispatcherApi, inspectorApi] = await Promise.all([logIn(product.url, 'dispatcher'), logIn(product.url, 'inspector')])
  ;[dispatcher, inspector] = await Promise.all([arrive('dispatcher'), arrive('inspector')])
  await Promise.all([signIn(dispatcher, product.url, 'dispatcher'), signIn(inspector, product.url, 'inspector')])
  for (const page of [dispatcher, inspector]) await page.goto(product.url + path)
})

const tab = (page: Page, name: string) => page.locator('.ant-segmented').getByText(name, { exact: true }).click()
const rows = (page: Page) => page.getByRole('table', { name: '申请列表' }).locator('tbody tr[data-row]')
const drawer = (page: Page) => page.getByRole('dialog', { name: '审批详情' })
const press = (page: Page, name: string) => drawer(page).locator('.drawer-buttons').getByRole('button', { name }).click()
const steps = (page: Page) => drawer(page).getByRole('list', { name: '审批流程' }).getByRole('listitem').allTextContents()
const badge = async () => {
  const shown = await dispatcher.locator(`#side-menu a[href="${path}"] .side-badge [aria-hidden]`).allTextContents()
  return Number(shown[0] ?? 0)
}
/** Number of applications that wait for the dispatcher, by the list and by the summary, which is what badges show. */
async function waiting() {
  const asked = { msgType: MsgType.approval, pushObjectId: dispatcherApi.userId, status: ApprovalStatus.pending } as const
  const { total } = await dispatcherApi.call(listApprovalPushes, asked)
  const summary = (await dispatcherApi.call(getSummaries, {})).find(({ msgType }) => msgType === MsgType.approval)
  return { total, summed: summary?.waitingCount ?? 0 }
}
/** While the focus is among the rows, as it is after one was dealt with, new ones wait above them. */
const leaveRows = (page: Page) => page.getByRole('button', { name: '刷新', exact: true }).focus()
const dateAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
let ahead = 400
/** Two consecutive days on which nobody is away: far from those of the demo, and different each time. */
function freeDays() {
  ahead += 2
  return { firstDay: dateAfter(ahead), secondDay: dateAfter(ahead + 1) }
}
const apply = (reason: string, { firstDay } = freeDays()) =>
  inspectorApi.call(addApproval, { type: LeaveType.annual, firstDay, lastDay: firstDay, lastHalf: Half.morning, reason })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: Error) => error.message,
  )

test('1 → 3: a person applies by half days, the approver is notified at once, and rejects only with an opinion', async () => {
  const reason = unique('本人结婚')
  const { firstDay, secondDay } = freeDays()
  const before = await waiting()
  await inspector.getByRole('button', { name: '新增申请' }).click()
  const form = inspector.getByRole('dialog', { name: '新增申请' })
  await form.getByRole('textbox', { name: '事由' }).fill(reason)
  for (const [name, day] of [
    ['开始日期', firstDay],
    ['结束日期', secondDay],
  ] as const) {
    await form.getByRole('textbox', { name }).fill(day)
    await inspector.keyboard.press('Enter')
  }
  await form.getByRole('radiogroup', { name: '到上午或下午结束' }).getByText('上午').click()
  await form.getByText('共 1.5 天').waitFor()
  await form.getByRole('combobox', { name: '请假类型' }).click()
  await inspector.locator('.ant-select-item-option', { hasText: '婚假' }).click()
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await rows(inspector).filter({ hasText: reason }).filter({ hasText: '待审批' }).waitFor()

  await expect.poll(badge).toBe(before.summed + 1)
  expect(await waiting()).toEqual({ total: before.total + 1, summed: before.summed + 1 })
  const row = rows(dispatcher).filter({ hasText: reason })
  await row.getByRole('button', { name: '处理' }).click()
  await press(dispatcher, '驳回')
  await drawer(dispatcher).getByRole('alert').getByText('驳回时请填写审批意见').waitFor()
  await drawer(dispatcher).getByRole('textbox', { name: '审批意见' }).fill('当天有重大保障任务，请改期')
  await press(dispatcher, '驳回')
  await drawer(dispatcher).waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'detached' })
  expect(await waiting()).toEqual(before)
  await expect.poll(badge).toBe(before.summed)

  await inspector.getByRole('button', { name: '刷新', exact: true }).click()
  await rows(inspector).filter({ hasText: reason }).filter({ hasText: '已驳回' }).getByRole('button').click()
  await expect
    .poll(() => steps(inspector))
    .toEqual([expect.stringMatching(new RegExp(`^提交申请李国强.*${reason}$`)), expect.stringMatching(/^已驳回陈晓燕.*请改期$/)])
  await press(inspector, '返回')
})

test('1 → 2: approved without an opinion, it is listed under the approved ones', async () => {
  const before = await waiting()
  const reason = unique('回老家探亲一趟')
  await leaveRows(dispatcher)
  const { id } = await apply(reason)
  const row = rows(dispatcher).filter({ hasText: reason })
  await row.getByRole('button', { name: '处理' }).click()
  await press(dispatcher, '通过')
  await row.waitFor({ state: 'detached' })
  await tab(dispatcher, '已通过')
  await row.getByRole('button', { name: '详情' }).click()
  await expect
    .poll(() => steps(dispatcher))
    .toEqual([expect.stringMatching(/^提交申请李国强/), expect.stringMatching(/^已通过陈晓燕/)])
  await press(dispatcher, '返回')
  await tab(dispatcher, '待审批')
  expect(await waiting()).toEqual(before)
  expect((await inspectorApi.call(getApproval, { applyForRecordId: id })).status).toBe(ApprovalStatus.approved)
})

test('1 → 4: the submitter withdraws it, and it waits for nobody', async () => {
  const before = await waiting()
  const reason = unique('计划有变的申请')
  await leaveRows(dispatcher)
  await tab(inspector, '我的申请')
  await apply(reason)
  const row = rows(dispatcher).filter({ hasText: reason })
  await row.waitFor()
  await inspector.getByRole('button', { name: '刷新', exact: true }).click()
  await rows(inspector).filter({ hasText: reason }).getByRole('button').click()
  await press(inspector, '撤销')
  await inspector.getByRole('dialog', { name: '确定要撤销该申请吗?' }).getByRole('button', { name: '撤销' }).click()
  await rows(inspector).filter({ hasText: reason }).filter({ hasText: '已撤销' }).waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await waiting()).toEqual(before)
})

test('everything else is refused by call, with a message', async () => {
  const days = freeDays()
  const { id } = await apply('留给规则的申请', days)
  const decide = (who: typeof dispatcherApi, status: 2 | 3, opinion = '') =>
    refusal(who.call(submitApproval, { applyForId: id, status, opinion }))
  expect(await decide(dispatcherApi, 3)).toContain('400 驳回时请填写审批意见')
  expect(await decide(inspectorApi, 2)).toContain('403 权限不足')
  expect(await refusal(dispatcherApi.call(withdrawApproval, { id }))).toContain('403 只有提交人可以撤销')
  expect(await refusal(apply('同一天', days))).toContain(
    `409 李国强 在 ${days.firstDay} 00:00 至 ${days.firstDay} 11:59 已有申请`,
  )
  expect(await decide(dispatcherApi, 2)).toBe('done')
  expect(await decide(dispatcherApi, 3, '晚了')).toMatch(/409 陈晓燕 已于 .* 审批: 已通过$/)
  expect(await refusal(inspectorApi.call(withdrawApproval, { id }))).toMatch(/409 陈晓燕 已于 .* 审批: 已通过$/)
  const gone = await apply('又撤销了')
  await inspectorApi.call(withdrawApproval, { id: gone.id })
  expect(await refusal(dispatcherApi.call(submitApproval, { applyForId: gone.id, status: 2 }))).toMatch(
    /409 李国强 已于 .* 撤销申请$/,
  )
})

test('list, details and form fit at both sizes, without an accessibility fault', async () => {
  await apply(unique('家中有事'))
  for (const { width, height } of [
    { width: 1366, height: 768 },
    { width: 360, height: 740 },
  ]) {
    await dispatcher.setViewportSize({ width, height })
    await rows(dispatcher).first().waitFor()
    await expect.poll(() => faults(dispatcher), { message: `list at ${width}` }).toEqual([])
    // A card of two lines on a phone.
    expect((await rows(dispatcher).first().boundingBox())?.height).toBeLessThan(width < 768 ? 90 : 50)
    await rows(dispatcher).first().getByRole('button', { name: '处理' }).click()
    const opinion = drawer(dispatcher).getByRole('textbox', { name: '审批意见' })
    await opinion.waitFor()
    await expect.poll(() => faults(dispatcher), { message: `details at ${width}` }).toEqual([])
    // A phone shows one line of the form until it is used.
    const tall = async () => (await opinion.boundingBox())?.height ?? 0
    const before = await tall()
    await opinion.focus()
    if (width < 768) await expect.poll(tall).toBeGreaterThan(before)
    else expect(await tall()).toBe(before)
    await expect.poll(() => faults(dispatcher), { message: `opinion at ${width}` }).toEqual([])
    await press(dispatcher, '返回')
    await dispatcher.getByRole('button', { name: '新增申请' }).click()
    const form = dispatcher.getByRole('dialog', { name: '新增申请' })
    await form.getByRole('textbox', { name: '事由' }).waitFor()
    await expect.poll(() => faults(dispatcher), { message: `form at ${width}` }).toEqual([])
    await form.getByRole('button', { name: '取消', exact: true }).click()
  }
  expect(consoleMessages).toEqual([])
})
