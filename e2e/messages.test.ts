import { getSummaries, listViolationPushes } from '@huanwei/contract/messages/endpoints'
import { claimEvent } from '@huanwei/contract/presence/endpoints'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { logInOnScreen, people } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, complaints } = people()
let product: Product
let admin: Page
let dispatcher: Awaited<ReturnType<typeof logIn>>
beforeAll(async () => {
  product = await startPrepared()
  admin = await arrive('admin')
  dispatcher = await logIn(product.url, 'dispatcher')
  await logInOnScreen(admin, product.url)
})
afterAll(() => product?.remove())

const bell = () => admin.locator('.header-right').getByRole('button', { name: /消息中心/ })
const centre = () => admin.getByRole('dialog', { name: '事件中心' })

test('the bell tells per type what waits, muted at first; a click opens the event centre on its tab', async () => {
  const { call } = await logIn(product.url)
  const [violations] = await call(getSummaries, {})
  await bell().click()
  await admin.getByRole('button', { name: '开启提示音' }).waitFor()
  const row = admin.locator('.message-row', { hasText: '违章' })
  expect(await row.locator('.side-badge > [aria-hidden]').textContent()).toBe(
    (violations?.unreadCount ?? 0) > 99 ? '99+' : String(violations?.unreadCount),
  )
  expect(await row.textContent()).toContain(violations?.msgDescribe)
  await row.click()
  await centre().locator('tbody tr[data-row="0"]').waitFor()
})

test('what somebody else claims while it is open is theirs: who, until when, and no acting; given free it can be judged', async () => {
  const { records } = await dispatcher.call(listViolationPushes, {
    ...{ msgType: '1', pushObjectId: dispatcher.userId, status: 1, objectType: '1' },
  })
  const id = records[0]?.id ?? 0
  await dispatcher.call(claimEvent, { msgType: '1', id, isClaimed: true })
  await admin.goto(`${product.url}/event/illegal/index?open=${id}`)
  const drawer = admin.getByRole('dialog', { name: '违章详情' })
  await drawer.getByText(/dispatcher 正在处理，认领至 /).waitFor()
  expect(await drawer.getByRole('button', { name: '确定' }).isDisabled()).toBe(true)
  await dispatcher.call(claimEvent, { msgType: '1', id, isClaimed: false })
  await drawer.getByRole('button', { name: '认领' }).click({ timeout: 20_000 })
  await expect(dispatcher.call(claimEvent, { msgType: '1', id, isClaimed: true })).rejects.toThrow(/409 admin 正在处理/)
  await drawer.getByRole('radio', { name: '真实违章' }).click()
  await drawer.getByRole('button', { name: '确定' }).click()
  await drawer.waitFor({ state: 'detached' })
})

// The browser itself notes the refusal of whoever came second.
test('nothing in the console', () => expect(complaints.filter((one) => !one.includes('status of 409'))).toEqual([]))
