import { listExports, removeExport } from '@huanwei/contract/exports/endpoints'
import { uploadUnitPicture } from '@huanwei/contract/units/endpoints'
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let page: Page
beforeAll(async () => {
  page = await arrive('office')
  await signIn(page, product.url)
})

/** 8 pixels wide. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWNQWpWGFTEMLQkA03tMgVCBU+YAAAAASUVORK5CYII=',
  'base64',
)

/** Lets `handle` answer the next upload. With `times: 1` the browser would lose a request that is asked just when the routing ends. */
async function answerNextUpload(handle: (route: Route) => Promise<void>) {
  let isNext = true
  await page.route(`**${uploadUnitPicture.path}*`, (route) => {
    if (!isNext) return route.fallback()
    isNext = false
    return handle(route)
  })
}
const files = () => page.goto(`${product.url}/system/file/index`)
/** Names of the picture sent at the second try and of the one whose reply was lost; different in each try of a test. */
let cut = ''
let lost = ''
const row = (name: string) => page.getByRole('row', { name: new RegExp(name.replace('.', '\\.')) })

describe('a picture on its way (issue “Must hold” 4)', () => {
  const group = () => page.getByRole('group', { name: '网页图标' })
  const choose = (name: string) => group().locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer: png })
  /** Opens the stored unit without an icon. */
  const empty = async () => {
    await page.goto(`${product.url}/system/unit/index`)
    await group().waitFor()
    for (const one of await group().getByRole('button', { name: /^移除/ }).all()) await one.click()
  }
  const arrived = () => group().getByRole('button', { name: '预览 图片 1' }).waitFor()

  test('an interrupted upload is reported and offers another try, which succeeds', async () => {
    cut = unique('断开')
    await page.goto(`${product.url}/system/unit/index`)
    await answerNextUpload((route) => route.abort())
    await choose(`${cut}.png`)
    await group().getByText(`${cut}.png 上传失败`).waitFor()
    await group().getByRole('button', { name: '重试' }).click()
    await arrived()
  })

  test('an upload whose reply is lost is stored, and only once', async () => {
    lost = unique('丢失')
    await empty()
    await answerNextUpload(async (route) => {
      await route.fetch()
      await route.abort()
    })
    await choose(`${lost}.png`)
    await arrived()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('操作成功!').waitFor()
    await files()
    await row(lost).waitFor()
    expect([await row(lost).count(), await row(cut).count()]).toEqual([1, 1])
  })

  test('a full disk is reported with a message', async () => {
    await empty()
    const refusal = { code: 1, msg: '存储空间已满，没有保存，请联系管理员', data: null }
    await answerNextUpload((route) => route.fulfill({ status: 507, json: refusal }))
    await choose('满.png')
    await group()
      .getByText(/满\.png 上传失败：存储空间已满/)
      .waitFor()
  })
})

describe('the list of files', () => {
  test('shows a picture and its sender, and filters by type and name', async () => {
    await files()
    const sign = row(lost).locator('img')
    await expect.poll(() => sign.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(8)
    expect(await row(lost).textContent()).toMatch(/png95 Badmin/)
    await page.getByLabel('文件名', { exact: true }).fill(cut)
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await row(lost).waitFor({ state: 'detached' })
    expect(page.url()).toContain('name=')
    await expect.poll(() => faults(page)).toEqual([])
  })

  test('a file in use is not removed and its use is named; an unused one is removed after a confirmation', async () => {
    await files()
    await page.getByRole('button', { name: `移除 ${lost}.png` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('该文件是单位的网站图标，不能删除').waitFor()
    await row(lost).waitFor()
    await page.getByLabel('文件名', { exact: true }).fill(cut)
    await page.getByRole('button', { name: '查询', exact: true }).click()
    await row(lost).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `移除 ${cut}.png` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await page.getByText('没有符合条件的文件').waitFor()
    await page.getByRole('button', { name: '清除筛选' }).click()
    await row(lost).waitFor()
  })

  test('a file is saved under its original name', async () => {
    const name = `${lost}.png`
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `下载 ${name}` }).click()])
    expect(saved.suggestedFilename()).toBe(name)
  })
})

test('a list is exported: announced when done, downloaded from the panel, removed there', async () => {
  const { call } = await logIn(product.url)
  for (const { id } of await call(listExports, {})) await call(removeExport, { id })
  await page.goto(`${product.url}/system/log/index`)
  // The notice that it has begun gives way to the one of its end, which may come at once.
  await Promise.all([
    page.getByText('“日志”已导出，可以下载').waitFor(),
    page.getByRole('button', { name: '导出', exact: true }).click(),
  ])
  await page.getByRole('button', { name: '导出任务', exact: true }).click()
  const panel = page.getByRole('dialog', { name: '导出任务' })
  await panel.getByText('已完成').waitFor()
  await expect.poll(() => faults(page)).toEqual([])
  const [saved] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: '下载 日志' }).click()])
  expect(saved.suggestedFilename()).toMatch(/^日志-\d{14}\.xlsx$/)
  await panel.getByRole('button', { name: '删除导出 日志' }).click()
  await panel.getByText('还没有导出').waitFor()
})

test.each([
  ['a phone', { language: 'zh-CN', width: 360, height: 740 }],
  ['an office in English', { language: 'en-US' }],
] as const)('on %s the screens are whole', async (name, how) => {
  const person = await arrive(name, how)
  await signIn(person, product.url)
  await person.goto(`${product.url}/system/file/index`)
  await person.locator('[data-row="0"]').first().waitFor()
  await expect.poll(() => faults(person)).toEqual([])
})

test('the browser console has only the interrupted and refused requests', () => {
  expect(consoleMessages.filter((one) => !/ERR_FAILED|507|409/.test(one))).toEqual([])
})
