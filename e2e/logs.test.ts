import { getSite } from '@huanwei/contract/sites/endpoints'
import { bindUnit, getUnit } from '@huanwei/contract/units/endpoints'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { logIn, newAccount } from './api.ts'
import { faults } from './looks.ts'
import { inHeader, type Language, people, pressInHeader, signIn, switchTo, turnTo } from './person.ts'
import { startPrepared } from './prepared.ts'
import type { Product } from './product.ts'

const { arrive, consoleMessages } = people()
let product: Product
beforeAll(async () => {
  product = await startPrepared({ SIMULATE: 'off' })
})
afterAll(() => product?.remove())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAwS2OUAAAAABJRU5ErkJggg==',
  'base64',
)

const looksRight = async (page: Page) => expect.poll(() => faults(page)).toEqual([])
/** Causes `count` unhandled errors, numbered from 1. */
const fail = (page: Page, count: number) =>
  page.evaluate((n) => {
    for (let i = 1; i <= n; i++)
      setTimeout(() => {
        throw new Error(`made for the test ${i} token=geheim`)
      })
  }, count)
const isMeant = (complaint: string) => complaint.includes('made for the test')
const rowsOf = (dialog: Locator) => dialog.locator('tbody tr')

describe('the error log in the browser (spec 1 §8 “Log dialog”, spec 2 §2.4)', () => {
  let page: Page
  let dialog: Locator
  const open = async (name: string) => {
    await pressInHeader(page, name)
    dialog = page.getByRole('dialog', { name: '日志', exact: true })
    await dialog.waitFor()
  }
  const answer = async (question: string, reply: string) => {
    await page.getByText(question, { exact: true }).waitFor()
    await page.getByRole('button', { name: '确定', exact: true }).click()
    await page.getByText(reply, { exact: true }).waitFor()
  }
  beforeAll(async () => {
    page = await arrive('office')
    await signIn(page, product.url)
    await page.goto(product.url)
  })
  /** Opens the home page with `count` errors and none of an earlier test. */
  const beginWith = async (count: number) => {
    await page.evaluate(() => localStorage.removeItem('huanwei-logsList'))
    await page.goto(product.url)
    await page.locator('.home').waitFor()
    await fail(page, count)
  }

  test('the button says 没有错误日志, the dialog is empty', async () => {
    await beginWith(0)
    await open('没有错误日志')
    await dialog.getByText('没有错误日志', { exact: true }).waitFor()
    await looksRight(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('unhandled errors are stored with message, stack and info; the button counts them', async () => {
    await beginWith(3)
    await inHeader(page, '3条错误日志').waitFor({ state: 'attached' })
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('huanwei-logsList') ?? '{}').content)
    expect(stored[0]).toMatchObject({ type: 'error', info: 'error', message: 'made for the test 3 token=***', user: 'admin' })
    expect(stored[0].stack).toContain('at ')
  })

  test('the columns are type (bug), address, content, stack, time; the stack opens', async () => {
    await beginWith(3)
    await open('3条错误日志')
    expect(await dialog.locator('thead th').allInnerTexts()).toEqual(['类型', '地址', '内容', '堆栈', '时间'])
    const [type, address, content, stack, time] = await rowsOf(dialog).first().locator('td').allInnerTexts()
    expect([type?.trim(), content?.trim()]).toEqual(['bug', 'made for the test 3 token=***'])
    expect(address).toContain('/wel/index')
    expect(stack).toContain('Error: made for the test 3')
    expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await dialog.locator('summary').first().click()
    await dialog.locator('pre').first().waitFor()
    await looksRight(page)
    const box = await dialog.locator('.ant-modal-container').boundingBox()
    expect([box?.width, box?.height]).toEqual([1366, 768])
  })

  test('the local page size is 10, the pager is there above 10; the same error again is one row that counts', async () => {
    await beginWith(3)
    await open('3条错误日志')
    expect(await dialog.locator('.list-pager').count()).toBe(0)
    // Three of the twelve occurred before.
    await fail(page, 12)
    await dialog.getByText('共 12 条', { exact: true }).first().waitFor()
    await expect.poll(() => rowsOf(dialog).count()).toBe(10)
    const counted = await dialog.getByText('2 次', { exact: true }).count()
    await dialog.getByRole('button', { name: '第 2 页' }).click()
    await expect.poll(() => rowsOf(dialog).count()).toBe(2)
    expect(counted + (await dialog.getByText('2 次', { exact: true }).count())).toBe(3)
  })

  test('确定上传本地日志到服务器? then 发送成功!, the list is empty; on the server they are listed as errors, as text', async () => {
    await beginWith(4)
    await open('4条错误日志')
    await dialog.getByRole('button', { name: '上传服务器' }).click()
    await answer('确定上传本地日志到服务器?', '发送成功!')
    await dialog.getByText('没有错误日志', { exact: true }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('huanwei-logsList'))).toBeNull()

    await page.keyboard.press('Escape')
    await turnTo(page, '/system/log/index?tab=errors')
    await page
      .getByRole('row', { name: /made for the test 4/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: '错误详情' })
    await drawer.getByText('made for the test 4 token=***').first().waitFor()
    await looksRight(page)
  })

  test('确定清空本地日志记录? then 清空成功!', async () => {
    await beginWith(2)
    await open('2条错误日志')
    await dialog.getByRole('button', { name: '清空本地日志' }).click()
    await answer('确定清空本地日志记录?', '清空成功!')
    await dialog.getByText('没有错误日志', { exact: true }).waitFor()
  })
})

describe('the unit', () => {
  test('its names, logo and favicon change the header and the title at once', async () => {
    const page = await arrive('unit')
    await signIn(page, product.url)
    await page.goto(`${product.url}/system/unit/index`)
    await page.getByLabel('系统名称').fill('锦城市容环卫平台')
    await page.getByLabel('简称').fill('锦城环卫')
    for (const field of ['单位标志', '网页图标']) {
      const group = page.getByRole('group', { name: field })
      await group.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
      await group.locator('.photo-picture img').waitFor()
    }
    await looksRight(page)
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.locator('.brand-title', { hasText: '锦城市容环卫平台' }).waitFor()
    await page.locator('header .logo').waitFor()
    expect(await page.title()).toBe('单位信息——锦城市容环卫平台')
    expect(await page.locator('link[rel=icon]').first().getAttribute('href')).toMatch(
      /^\/admin\/sys-file\/huanwei\/\w+\.png\?expires=/,
    )
    const { data } = await (await fetch(`${product.url}${getSite.path}`)).json()
    expect((await fetch(product.url + data.logoUrl)).headers.get('content-type')).toBe('image/png')
  })

  test('a file that is no picture is refused with a message, before and after it is sent', async () => {
    const page = await arrive('refused')
    await signIn(page, product.url)
    await page.goto(`${product.url}/system/unit/index`)
    const group = page.getByRole('group', { name: '网页图标' })
    await group.getByRole('button', { name: /^移除/ }).click()
    await group.locator('input[type=file]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
    await group
      .getByText(/只支持/)
      .first()
      .waitFor()
    await group.getByRole('button', { name: '移除 a.txt' }).click()
    const page2 = Buffer.from('<!doctype html><script>alert(1)</script>')
    await group.locator('input[type=file]').setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: page2 })
    await group.getByText(/b\.png 上传失败：只支持/).waitFor()
  })

  test('an invalid external address is reported under its field; a valid one may be framed from then on', async () => {
    const page = await arrive('outside')
    await signIn(page, product.url)
    await page.goto(`${product.url}/system/unit/index`)
    await page.getByLabel('可嵌入的网站').fill('ftp://example.cn')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('请填写 http:// 或 https:// 开头的网址').waitFor()
    await page.getByLabel('可嵌入的网站').fill('https://example.cn/page')
    await page.getByLabel('密码', { exact: true }).fill('geheim')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('操作成功!').waitFor()
    await page.getByText('已设置。不填则不变。').waitFor()
    expect(await page.content()).not.toContain('geheim')
    const policy = (await fetch(product.url, { headers: { accept: 'text/html' } })).headers.get('content-security-policy')
    expect(policy).toContain("frame-src 'self' https://example.cn")
  })

  test('operations are in the operation log, without secrets', async () => {
    const page = await arrive('operations')
    await signIn(page, product.url)
    await page.goto(`${product.url}/system/log/index`)
    await page
      .getByRole('row', { name: /修改单位信息/ })
      .first()
      .click()
    const drawer = page.getByRole('dialog', { name: '操作详情' })
    await drawer.getByText('"password": "***"').waitFor()
    await drawer.getByText('POST /admin/unitInfo/modifyUnitInfo').waitFor()
    await looksRight(page)
    await page.keyboard.press('Escape')
    await turnTo(page, '/system/log/index?tab=logins')
    await page
      .getByRole('row', { name: /admin.*登录.*成功/ })
      .first()
      .waitFor()
    await looksRight(page)
  })
})

describe('two people at the unit', () => {
  let page: Page
  let colleague: Awaited<ReturnType<typeof newAccount>>
  const told = () =>
    page
      .locator('.unit-foot')
      .getByRole('alert')
      .filter({ hasText: new RegExp(`${colleague.username} 已于 .+ 修改，您的操作没有执行`) })
  const save = (on: Page) => on.getByRole('button', { name: '保存', exact: true }).click()
  beforeAll(async () => {
    page = await arrive('first')
    await signIn(page, product.url)
    colleague = await newAccount(product.url, 'admin')
  })
  const open = async (on: Page) => {
    await on.goto(`${product.url}/system/unit/index`)
    await on.getByLabel('简称').waitFor()
  }

  test('the second is told who was first, keeps what was typed and sees what differs', async () => {
    const other = await arrive('second')
    await signIn(other, product.url, colleague.username, colleague.password)
    await open(page)
    await open(other)
    await other.getByLabel('简称').fill('先到环卫')
    await other.getByLabel('登录问题联系人').fill('02812345678')
    await save(other)
    await other.getByText('操作成功!').waitFor()
    await page.getByLabel('简称').fill('后到环卫')
    await save(page)
    await told().waitFor()
    expect(await page.getByLabel('简称').inputValue()).toBe('后到环卫')
    await looksRight(page)
    await page.getByRole('button', { name: '查看差异', exact: true }).click()
    await page.getByText('最新内容与此不同').waitFor()
    expect(await page.getByLabel('登录问题联系人').inputValue()).toBe('02812345678')
    await save(page)
    await page.getByText('操作成功!').waitFor()
    expect(await (await logIn(product.url)).call(getUnit, {})).toMatchObject({ shortName: '后到环卫', contact: '02812345678' })
  })

  test('who has it open while another client binds a picture is told so too', async () => {
    await open(page)
    const { call } = await logIn(product.url, colleague.username, colleague.password)
    await call(bindUnit, { kind: 'logo', fileName: '' })
    await page.getByLabel('简称').fill('又一环卫')
    await save(page)
    await told().waitFor()
    expect(await page.getByLabel('简称').inputValue()).toBe('又一环卫')
    await page.getByRole('button', { name: '查看差异', exact: true }).click()
    await page.getByText('最新内容与此不同').waitFor()
    await save(page)
    await page.getByText('操作成功!').waitFor()
    expect(await call(getUnit, {})).toMatchObject({ shortName: '又一环卫', logo: '' })
  })
})

test('logs, unit and error log fit, on a phone and in English', async () => {
  const page = await arrive('visitor')
  await signIn(page, product.url)
  async function looksRightEverywhere(look: (language: Language, width: number) => Promise<void>) {
    for (const [language, width, height] of [
      ['zh-CN', 360, 740],
      ['en-US', 360, 740],
      ['en-US', 1366, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      await switchTo(page, language)
      await look(language, width)
    }
  }
  for (const [path, ready] of [
    ['/system/log/index', 'tbody tr[data-row="0"]'],
    ['/system/unit/index', '.unit-part'],
  ] as const) {
    await page.goto(product.url + path)
    await page.locator(ready).first().waitFor()
    await looksRightEverywhere(() => looksRight(page))
  }
  await fail(page, 1)
  await looksRightEverywhere(async (language) => {
    const log = inHeader(page, language === 'en-US' ? '1 error logs' : '1条错误日志')
    // The header follows a new width with the next frame, and what its button opens may still be closing.
    await vi.waitFor(async () => {
      if (!(await log.isVisible())) await page.locator('.header-gather > button').click({ timeout: 1000 })
      await log.click({ timeout: 1000 })
    }, 20_000)
    await page.locator('.error-log tbody tr').first().waitFor()
    await looksRight(page)
    await page.keyboard.press('Escape')
    await page.locator('.error-log').waitFor({ state: 'hidden' })
  })
})

test('the console has no other message', () => {
  expect(consoleMessages.filter((message) => !isMeant(message) && !/status of (409|415)/.test(message))).toEqual([])
})
