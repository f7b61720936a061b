import { addDepartment, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { acknowledgeEmergency, closeEmergency, listOpenEmergencies } from '@huanwei/contract/emergencies/endpoints'
import { reportPositions } from '@huanwei/contract/people/endpoints'
import { addUser } from '@huanwei/contract/users/endpoints'
import { timeText } from '@huanwei/server/lib/time'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, logIn, userLike } from './api.ts'
import { faults, lookAt } from './looks.ts'
import { follow, isFault, people, signIn, switchTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
const place = { lng: 104.07, lat: 30.66, speed: 0, direction: 0 }
const password = 'neuling-2024'
let worker: Caller & { name: string }
let dispatcher: Caller & { name: string }
let second: Caller & { name: string }
let admin: Caller
/** A page of the dispatcher's browser each: home, a queue, the live map, a board. */
let home: Page
let queue: Page
let live: Page
let board: Page

beforeAll(async () => {
  admin = await logIn(product.url)
  const [root] = await admin.call(getDepartmentTree, {})
  // Nobody else is told of what happens here.
  const { deptId } = await admin.call(addDepartment, { name: unique('应急班'), parentId: root?.id ?? 0, sort: 1 })
  const hire = async (like: string) => {
    const model = await userLike(admin, like)
    const name = unique(like)
    const account = { username: name, phone: `13${String(Date.now()).slice(-9)}`, newpassword1: password, deptId }
    await admin.call(addUser, { ...account, role: model?.roleList.map(({ roleId }) => roleId) ?? [] })
    return { ...(await logIn(product.url, name, password)), name }
  }
  worker = await hire('inspector')
  dispatcher = await hire('dispatcher')
  second = await hire('dispatcher')
  // Rules watch a phone from its first report on.
  await worker.call(reportPositions, { positions: [{ ...place, time: timeText(Date.now() - 60_000) }] })

  home = await arrive('dispatcher')
  await signIn(home, product.url, dispatcher.name, password)
  // Counts what sounds; the machine has no loudspeaker.
  await home.context().addInitScript(() => {
    const sounds: number[] = []
    Object.assign(window, { sounds })
    class Counted extends AudioContext {
      constructor() {
        super()
        sounds.push(Date.now())
      }
    }
    Object.assign(window, { AudioContext: Counted })
  })
  await home.goto(`${product.url}/wel/index`)
  const beside = async (path: string) => {
    const page = await home.context().newPage()
    page.on('console', (message) => isFault(message) && consoleMessages.push(`${path}: ${message.text()}`))
    page.on('pageerror', (error) => consoleMessages.push(`${path}: ${error.message}`))
    await page.goto(product.url + path)
    return page
  }
  queue = await beside('/event/personnel/index')
  live = await beside('/monitor/live/index')
  board = await beside('/screen/board_huayin')
  await home.locator('.home').waitFor()
  await queue.getByRole('button', { name: '查询' }).waitFor()
  await live.locator('.map-canvas').waitFor()
  // Browsers let pages sound that somebody has touched.
  for (const page of [home, queue]) await page.mouse.click(2, 400)
  // A page listens a moment after it is there.
  await callForHelp()
  for (const page of pages()) await alert(page).waitFor()
})

const pages = () => [home, queue, live, board]
const strip = (page: Page) => page.getByRole('region', { name: /紧急求助|Calls for help/ })
const alert = (page: Page) => strip(page).getByRole('alert')
const soundsOf = () => Promise.all(pages().map((page) => page.evaluate((): number => Reflect.get(window, 'sounds').length)))
const sum = (counts: number[]) => counts.reduce((all, one) => all + one)

/** Ends what a failed try left open. */
async function endAll() {
  for (const { id, acknowledgement } of (await second.call(listOpenEmergencies, {})).emergencies) {
    if (!acknowledgement) await second.call(acknowledgeEmergency, { id })
    await second.call(closeEmergency, { id, remark: '重来' })
  }
}

let lastCall = 0
/** Presses the button and lets it go. A rule is quiet for a minute after a violation; device time runs ahead. */
async function callForHelp() {
  lastCall = Math.max(Date.now(), lastCall + 90_000)
  await worker.call(reportPositions, { positions: [{ ...place, sos: true, time: timeText(lastCall) }] })
  await worker.call(reportPositions, { positions: [{ ...place, sos: false, time: timeText(lastCall + 1000) }] })
}

test('a call for help is on three pages and a board, sounds once and is shown on the map', async () => {
  await endAll()
  for (const page of pages()) await strip(page).waitFor({ state: 'detached' })
  const before = await soundsOf()
  await callForHelp()
  for (const page of pages()) await alert(page).getByText(worker.name).waitFor()
  // Which page sounded is told when there are more.
  const outcome = async () => {
    const after = await soundsOf()
    return sum(after) - sum(before) === 1 ? 'once' : { before, after }
  }
  await expect.poll(outcome).toBe('once')
  await live.waitForURL(new RegExp(`selected=0-${worker.userId}`))
  await live.locator('.live-card').filter({ hasText: worker.name }).waitFor()
  expect(await alert(home).getByRole('link', { name: /^拨打/ }).getAttribute('href')).toMatch(/^tel:13\d{9}$/)
  await alert(home).getByRole('link', { name: '地图定位' }).click()
  await home.waitForURL(/monitor\/live\/index\?.*selected=0-/)
})

test('it looks as it should on an office screen, a wide one and a phone, in Chinese and English', async () => {
  await alert(home).getByRole('button', { name: '处置记录' }).click()
  await strip(home).getByText('通知值班人员').waitFor()
  for (const language of ['en-US', 'zh-CN'] as const) {
    await home.setViewportSize({ width: 1366, height: 768 })
    await switchTo(home, language)
    for (const width of [1366, 2560, 360]) {
      await home.setViewportSize({ width, height: width === 360 ? 740 : 768 })
      await expect.poll(() => faults(home, '.emergency'), { message: `${width} px in ${language}` }).toEqual([])
    }
  }
  await home.setViewportSize({ width: 1366, height: 768 })
  await alert(home).getByRole('button', { name: '处置记录' }).click()
})

test('who takes it has a clock and closes it; for everybody else it is gone, and the record stands at the violation', async () => {
  await alert(board).getByRole('button', { name: '接警' }).click()
  for (const page of pages()) await strip(page).getByText('您已接警').waitFor()
  const clock = () => strip(home).locator('time').first().textContent()
  const first = await clock()
  await expect.poll(clock).not.toBe(first)

  await strip(queue).getByRole('button', { name: '处置记录' }).click()
  await strip(queue).getByRole('button', { name: '办结' }).click()
  await strip(queue).getByText('请填写处置情况').waitFor()
  await strip(queue).getByRole('textbox', { name: '处置情况' }).fill('电话联系，误触')
  await strip(queue).getByRole('button', { name: '办结' }).click()
  for (const page of pages()) await strip(page).waitFor({ state: 'detached' })

  await queue.locator('tbody tr[data-row]').filter({ hasText: worker.name }).first().getByRole('button', { name: '处理' }).click()
  const record = () => queue.getByRole('list', { name: '处置记录' }).getByRole('listitem').allTextContents()
  await expect.poll(async () => (await record()).join()).toMatch(/发出求助.*通知值班人员.*已接警.*应急办结.*电话联系，误触/)
  await queue.keyboard.press('Escape')
})

test('of two who handle it the slower one is told who was faster', async () => {
  await endAll()
  await callForHelp()
  await alert(home).getByText(worker.name).waitFor()
  const [{ id } = { id: 0 }] = (await second.call(listOpenEmergencies, {})).emergencies
  await second.call(acknowledgeEmergency, { id })
  await strip(home).getByText(`${second.name} 已接警：${worker.name}`).waitFor()
})

/** A page of somebody whose intercom is on. */
async function onIntercom(who: { name: string }) {
  const page = await arrive(`intercom of ${who.name}`)
  await signIn(page, product.url, who.name, password)
  await page.goto(`${product.url}/monitor/intercom/index`)
  await page.getByRole('button', { name: '打开对讲' }).last().click()
  await page.locator('.intercom-state').waitFor()
  return page
}

test('a call for help opens a group at who called and at who takes it; they speak with each other, and it ends with the call', async () => {
  await endAll()
  const [caller, desk] = [await onIntercom(worker), await onIntercom(dispatcher)]
  await callForHelp()
  const group = (page: Page) => page.getByRole('region', { name: worker.name, exact: true })
  await group(caller).waitFor()
  await desk.locator('.ant-message').getByText(`${worker.name} 呼救`).waitFor()
  await alert(desk).getByRole('button', { name: '接警' }).click()
  await group(desk).waitFor()
  const state = (page: Page, text: string) => page.locator('.intercom-state', { hasText: text }).waitFor()
  await state(caller, '空闲，按住按钮讲话')
  await caller.locator('.intercom-button').hover()
  await caller.mouse.down()
  await state(caller, '请讲话')
  await state(desk, `${worker.name} 正在讲话`)
  await lookAt(desk, 'a call for help on the intercom', { ready: group(desk), within: '.intercom' })
  await caller.mouse.up()
  await state(desk, '空闲')

  await endAll()
  for (const page of [caller, desk]) await group(page).waitFor({ state: 'detached' })
})

test('a drill is marked as one on every page', async () => {
  await endAll()
  await follow(live, `/monitor/live/index?tab=person&selected=0-${dispatcher.userId}`)
  await live.locator('.live-card').getByRole('button', { name: '应急演练' }).click()
  await live.getByRole('dialog').getByRole('button', { name: '应急演练' }).click()
  for (const page of pages()) await alert(page).getByText('演练', { exact: true }).waitFor()
  await alert(board).getByRole('button', { name: '接警' }).click()
  await strip(board)
    .getByRole('button', { name: /全部|处置记录/ })
    .click()
  await strip(board).getByRole('textbox', { name: '处置情况' }).fill('演练结束')
  await strip(board).getByRole('button', { name: '办结' }).click()
  for (const page of pages()) await strip(page).waitFor({ state: 'detached' })
})

test('past calls and drills stand in a list, with who took them and their steps, on any screen', async () => {
  await follow(queue, '/event/emergency/index')
  const rowOf = (name: string) => queue.locator('tbody tr[data-row], .list-card').filter({ hasText: name, visible: true }).first()
  await rowOf('演练结束').getByText('演练', { exact: true }).waitFor()
  expect(await rowOf('演练结束').textContent()).toContain(`演练 ${dispatcher.name}`)
  await lookAt(queue, 'the record', { ready: rowOf(worker.name), within: '.list-frame' })
  await rowOf(worker.name).getByRole('button', { name: '详情' }).press('Enter')
  const drawer = queue.getByRole('dialog')
  await drawer.getByRole('list', { name: '处置记录' }).getByText('发出求助').waitFor()
  await queue.waitForURL(/open=\d+/)
  await drawer.locator('.map-canvas').waitFor()
  await lookAt(queue, 'one call', { ready: drawer.locator('.map-canvas'), within: '[role=dialog]' })
  await queue.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('nothing was logged to the console', () => {
  expect(consoleMessages).toEqual([])
})
