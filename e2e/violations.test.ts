import { getOverview } from '@huanwei/contract/home/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { listViolationPushes } from '@huanwei/contract/messages/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { judgeViolation, judgeViolations } from '@huanwei/contract/violations/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, logIn } from './api.ts'
import { faults } from './looks.ts'
import { follow, people, signIn, turnTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

/** A person on the screen and by call. */
type Person = { page: Page; by: Caller }

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let dispatcher: Person
let admin: Person
let inspector: Caller
const path = '/event/illegal/index'

beforeAll(async () => {
  const come = async (name: string) => {
    const page = await arrive(name)
    await signIn(page, product.url, name)
    await page.goto(product.url)
    return { page, by: await logIn(product.url, name) }
  }
  ;[dispatcher, admin] = [await come('dispatcher'), await come('admin')]
  inspector = await logIn(product.url, 'inspector')
})

const drawer = (page: Page) => page.getByRole('dialog', { name: '违章详情' })
const steps = (page: Page) => drawer(page).getByRole('list', { name: '处理流程' }).getByRole('listitem')
const pushesOf = ({ call, userId }: Caller, more: { status?: 1 | 2 } = {}) =>
  call(listViolationPushes, {
    msgType: MsgType.violation,
    objectType: ObjectType.vehicle,
    pushObjectId: userId,
    size: 3000,
    ...more,
  })

async function open({ page }: Person, id: number, status = '') {
  // Another message may be open.
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'hidden' })
  await follow(page, `${path}?${status}open=${id}`)
  await steps(page).first().waitFor()
}

/** Asserts that the menu's badge, the list and the home page agree with a recount and with `expected`; returns how many wait. */
async function countsAreExact({ page, by }: Person, expected?: number): Promise<number> {
  const badge = page.locator(`#side-menu a[href="${path}"] .side-badge .visually-hidden`)
  const shown = async () => ((await badge.count()) ? Number.parseInt((await badge.textContent()) ?? '', 10) : 0)
  const count = async () => {
    const { records } = await pushesOf(by)
    return records.filter(({ status }) => status === 1).length
  }
  const counted = await count()
  if (expected !== undefined) expect(counted).toBe(expected)
  await expect.poll(shown).toBe(counted)
  expect((await pushesOf(by, { status: 1 })).total).toBe(counted)
  const { queues } = await by.call(getOverview, {})
  expect(queues.find(({ objectType }) => objectType === ObjectType.vehicle)?.pending).toBe(counted)
  return counted
}

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: Error) => error.message,
  )
const judge = ({ call }: Caller, id: number, alarmType: AlarmType) => refusal(call(judgeViolation, { id, alarmType }))

test.each([
  { alarmType: AlarmType.real, verdict: '真实违章', step: /^.*真实违章.*陈晓燕/ },
  { alarmType: AlarmType.falseSystem, verdict: '系统误报', step: /误报 · 系统误报.*陈晓燕/ },
  { alarmType: AlarmType.falseDispatch, verdict: '临时调度误报', step: /误报 · 临时调度误报.*陈晓燕/ },
])('-1 → $alarmType → 4: the dispatcher judges $verdict, the administrator revokes it', async ({ alarmType, verdict, step }) => {
  const { records } = await pushesOf(dispatcher.by, { status: 1 })
  const wanted = records.find(({ parts, readUnread }) => parts === 1 && readUnread === 0)
  const id = wanted?.id ?? 0
  const another = records.find((one) => one.id !== id)?.id ?? 0
  const [before, beforeAdmin] = [await countsAreExact(dispatcher), await countsAreExact(admin)]
  expect(await judge(inspector, id, alarmType)).toMatch(/403/)
  expect(await judge(admin.by, id, AlarmType.revoked)).toMatch(/409 尚未处理, 不能撤销/)

  const { page } = dispatcher
  await open(dispatcher, id)
  await countsAreExact(dispatcher, before)
  const remark = unique('核实过')
  if (alarmType === AlarmType.real) await drawer(page).getByRole('radio', { name: verdict }).click()
  else {
    await drawer(page).getByRole('radio', { name: '误报' }).click()
    await drawer(page).getByRole('combobox', { name: '误报原因' }).click()
    await page.locator('.ant-select-item-option').getByText(verdict).click()
    await drawer(page).getByRole('textbox', { name: '备注' }).fill(remark)
  }
  await drawer(page).getByRole('button', { name: '确定' }).click()
  await drawer(page).waitFor({ state: 'hidden' })
  await countsAreExact(dispatcher, before - 1)
  // It waited for both, and is news to neither any more.
  await countsAreExact(admin, beforeAdmin - 1)
  for (const { by } of [dispatcher, admin])
    expect((await pushesOf(by, { status: 2 })).records.find((one) => one.id === id)?.readUnread).toBe(1)
  expect(await judge(admin.by, id, AlarmType.real)).toMatch(/409 陈晓燕 已于 .* 处理: /)

  await open(admin, id, 'status=processed&')
  expect(await steps(admin.page).last().textContent()).toMatch(step)
  if (alarmType !== AlarmType.real) expect(await steps(admin.page).last().textContent()).toContain(remark)
  await drawer(admin.page).getByRole('button', { name: '撤销' }).click()
  await admin.page.getByRole('dialog', { name: '确定要撤销该报警吗?' }).getByRole('button', { name: '确定' }).click()
  await admin.page.getByText('操作成功!').first().waitFor()
  await countsAreExact(dispatcher)
  await countsAreExact(admin)

  await open(dispatcher, id, 'status=processed&')
  await expect.poll(() => steps(page).count()).toBe(3)
  expect(await steps(page).last().textContent()).toMatch(/已撤销.*admin/)
  expect(await drawer(page).getByRole('button', { name: '撤销' }).count()).toBe(0)
  for (const next of [AlarmType.real, AlarmType.falseSystem, AlarmType.falseDispatch, AlarmType.revoked])
    expect(await judge(dispatcher.by, id, next)).toMatch(/409 admin 已于 .* 撤销/)
  expect(await judge(dispatcher.by, another, AlarmType.pending)).toMatch(/4(00|09) /)
})

/** Each of the maps that are drawn takes a busy machine seconds. */
const slow = { timeout: 500_000 }
const desk = (page: Page) => page.getByRole('region', { name: '处理台' })
/** Place of the row that is open in the list of the desk; null when none is. */
const opened = (page: Page) =>
  page.evaluate(() => document.querySelector('.desk tr[aria-current]')?.getAttribute('data-row') ?? null)
/** Waits until the desk shows another violation than that at `before`, ready for a verdict. */
async function turned(page: Page, before: string | null) {
  await expect.poll(() => opened(page)).not.toBe(before)
  await desk(page).getByRole('button', { name: '真实违章' }).waitFor()
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
}
/** The choice of the desk follows a person to other browsers, where other tests count on drawers. */
const chooseHereOnly = (page: Page) =>
  page.route('**/admin/user/preferences', (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ json: { code: 0, msg: '', data: true } }) : route.continue(),
  )
async function turnDesk(page: Page, name: string, isOn: boolean) {
  const [now, other] = [isOn, !isOn].map((pressed) => page.getByRole('button', { name, pressed }))
  await now!.or(other!).waitFor()
  // A first try may have turned it.
  if (await other!.isVisible()) await other!.click()
  await now!.waitFor()
  if (isOn) await page.locator('.desk tr[data-row]').filter({ visible: true }).first().waitFor()
}

test('at the desk twenty are judged by 23 keys, one of them undone; with the mouse each is one click', slow, async () => {
  const { page } = admin
  // By day, vehicles that no terminal drives fall silent together: a busy machine takes longer for hundreds than a verdict can be taken back.
  const storms = (await pushesOf(admin.by, { status: 1 })).records.filter(({ parts }) => parts > 1)
  for (const { id } of storms)
    await admin.by.call(judgeViolations, { ids: [id], alarmType: AlarmType.falseSystem, withStorm: true })
  expect(await countsAreExact(admin)).toBeGreaterThan(25)
  // New ones come meanwhile; judged by nobody else.
  const judged = async () => (await pushesOf(admin.by, { status: 2 })).total
  const before = await judged()
  await chooseHereOnly(page)
  await page.goto(product.url + path)
  await turnDesk(page, '处理台', true)
  let presses = 0
  async function press(key: string) {
    const now = await opened(page)
    await page.keyboard.press(key)
    presses++
    await turned(page, now)
  }
  await press('j')
  const first = await opened(page)
  await press('2')
  await press('u')
  await expect.poll(() => opened(page)).toBe(first)
  for (let i = 0; i < 20; i++) await press(i % 5 === 4 ? '3' : '1')
  expect(presses).toBeLessThanOrEqual(30)
  await expect.poll(judged).toBe(before + 20)

  // The page of the list is through: the next one came by itself.
  for (let i = 0; i < 5; i++) {
    const now = await opened(page)
    await desk(page)
      .getByRole('button', { name: i % 4 === 3 ? '系统误报' : '真实违章' })
      .click()
    await turned(page, now)
  }
  await expect.poll(judged).toBe(before + 25)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '快捷键' }).waitFor()
  await page.keyboard.press('Escape')
  await turnDesk(page, '处理台', false)
  await countsAreExact(admin)
})

test.each([
  { language: 'zh-CN', width: 1366, height: 768 },
  { language: 'en-US', width: 2560, height: 1440 },
] as const)('the desk has no faults in $language at $width px, and on a phone the evidence is a drawer', async (look) => {
  const page = await arrive('at the desk', look)
  await chooseHereOnly(page)
  await signIn(page, product.url, 'admin')
  await page.goto(product.url + path)
  const name = look.language === 'zh-CN' ? '处理台' : 'Work desk'
  await turnDesk(page, name, true)
  await page.keyboard.press('j')
  await page.getByRole('region', { name }).getByRole('table').waitFor()
  await expect.poll(() => faults(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('dialog').waitFor()
  expect(await page.getByRole('region', { name }).count()).toBe(0)

  await page.setViewportSize(look)
  for (const queue of ['inspection', 'approval', 'public']) {
    await turnTo(page, `/event/${queue}/index`)
    await page.getByRole('region', { name }).filter({ visible: true }).waitFor()
    await page.locator('.desk tbody tr[data-row]').filter({ visible: true }).first().waitFor()
    await page.keyboard.press('j')
    await page.locator('.desk .drawer-facts').filter({ visible: true }).first().waitFor()
    expect(await page.evaluate(() => document.activeElement === document.body), queue).toBe(false)
    await expect.poll(() => faults(page), { message: queue }).toEqual([])
  }
})

test('the consoles have no message', () => expect(consoleMessages).toEqual([]))
