import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { getComplaint, listComplaints, replyToComplaint } from '@huanwei/contract/complaints/endpoints'
import { type Facility, listFacilities } from '@huanwei/contract/facilities/endpoints'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { barriers, sticksOut, untranslated } from './looks.ts'
import { people, signIn, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let dispatcherApi: Awaited<ReturnType<typeof logIn>>
let citizen: Page
let dispatcher: Page
let facility: Facility

beforeAll(async () => {
  dispatcherApi = await logIn(product.url, 'dispatcher')
  const [first] = await dispatcherApi.call(listFacilities, { facilityType: '1' })
  if (!first) throw new Error('the dispatcher has no public toilet')
  facility = first
  citizen = await arrive('citizen', { width: 360, height: 740 })
  dispatcher = await arrive('dispatcher')
})

/** How many reports with the words of this test wait; others report meanwhile. */
const waiting = async () => {
  const { records } = await dispatcherApi.call(listComplaints, { status: 1, objectId: facility.id, size: 100 })
  return records.filter(({ content }) => content === words).length
}
const drawer = (page: Page) => page.locator('.ant-drawer-open')
/** A photo as large as those of phones. */
async function photo(page: Page) {
  const picture = await page.evaluate(() => {
    const paper = Object.assign(document.createElement('canvas'), { width: 3000, height: 2000 })
    paper.getContext('2d')?.fillRect(100, 100, 2000, 1000)
    return paper.toDataURL('image/jpeg').replace(/.*,/, '')
  })
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') }
}
/** Text of the citizen's report, different in each try, and its reference code. */
let words: string
let code: string

test('a citizen at 360 px reports with a photo; a lost answer makes no second report', async () => {
  words = unique('地面积水很久没有人处理')
  await citizen.goto(`${product.url}/open/report/${facility.code}`)
  await citizen.getByRole('heading', { name: facility.name }).waitFor()
  await citizen.getByRole('button', { name: '没有厕纸' }).click()
  await citizen.getByRole('button', { name: '异味' }).click()
  expect(await citizen.getByLabel('请说明情况').inputValue()).toBe('没有厕纸，异味')
  await citizen.getByLabel('请说明情况').fill(words)
  await citizen.reload()
  expect(await citizen.getByLabel('请说明情况').inputValue()).toBe(words)
  await citizen.locator('input[type=file]').setInputFiles(await photo(citizen))
  await citizen.getByRole('img', { name: '照片 1' }).waitFor()
  // Only some browsers can decode HEIC; this one cannot.
  await citizen
    .locator('input[type=file]')
    .setInputFiles({ name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: Buffer.from('0000001c6674797068656963', 'hex') })
  await citizen.getByRole('alert').getByText('打不开 HEIC 格式的照片').waitFor()
  await citizen.getByRole('button', { name: '取消这张照片' }).click()
  await citizen.getByText('留下联系方式（可不填）').click()
  await citizen.getByLabel('称呼').fill('王小丽')
  await citizen.getByLabel('电话').fill('13812345678')
  expect(await sticksOut(citizen)).toEqual([])
  expect(await barriers(citizen)).toEqual([])

  // The request arrives, the answer is lost.
  await citizen.route(`**${citizenPaths.report}`, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await citizen.getByRole('button', { name: '提交' }).click()
  await citizen.getByText('还没有确认送达').waitFor()
  expect(await waiting()).toBe(1)
  await citizen.unroute(`**${citizenPaths.report}`)
  await citizen.getByRole('button', { name: '现在再发一次' }).click()
  const shown = citizen.getByRole('status', { name: '查询码' })
  code = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  expect(code).toMatch(/^[2-9A-Z]{16}$/)
  await citizen.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await citizen.getByRole('button', { name: '复制查询码' }).click()
  await citizen.getByRole('button', { name: '已复制' }).waitFor()
  expect(await citizen.evaluate(() => navigator.clipboard.readText())).toBe(code)
  expect(await waiting()).toBe(1)
  await citizen.goto(`${product.url}/open/report/${facility.code}`)
  expect(await citizen.getByLabel('请说明情况').inputValue()).toBe('')
  await citizen.getByText(/最近 6 小时，附近已有 \d+ 次投诉/).waitFor()
})

test.each([
  { language: 'zh-TW' as const, content: '請說明情況', image: '照片 1', send: '提交', reference: '查詢碼' },
  { language: 'en-US' as const, content: 'What is it about?', image: 'Photo 1', send: 'Submit', reference: 'Reference code' },
])('over a slow line, in $language, a report with a photo arrives', async ({ language, content, image, send, reference }) => {
  const page = await arrive('far away', { language, width: 360, height: 740 })
  const devtools = await page.context().newCDPSession(page)
  // A weak 3G connection: bytes per second, latency in ms.
  const line = { downloadThroughput: 50_000, uploadThroughput: 20_000, latency: 500, offline: false }
  await devtools.send('Network.emulateNetworkConditions', line)
  await page.goto(`${product.url}/open/report/${facility.code}`)
  await page.getByRole('heading', { name: facility.name }).waitFor()
  await page.getByLabel(content).fill(unique(content))
  await page.locator('input[type=file]').setInputFiles(await photo(page))
  await page.getByRole('img', { name: image }).waitFor()
  expect(await sticksOut(page)).toEqual([])
  expect(await untranslated(page)).toEqual([])
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: send, exact: true }).click()
  const shown = page.getByRole('status', { name: reference })
  expect((await shown.textContent())?.replaceAll(' ', '')).toMatch(/^[2-9A-Z]{16}$/)
  expect(await sticksOut(page)).toEqual([])
})

test('a handler of the department reads it, sees the reporter’s identity after giving a reason, and answers once', async () => {
  await signIn(dispatcher, product.url, 'dispatcher')
  await dispatcher.goto(`${product.url}/event/public/index`)
  const row = dispatcher.getByRole('row', { name: new RegExp(words) })
  expect(await row.textContent()).toContain('138****5678')
  await row.getByRole('button', { name: '处理' }).click()
  const open = drawer(dispatcher)
  await open.getByRole('button', { name: /预览.*图片 1/ }).waitFor()
  await open.getByLabel(/查看完整信息的原因/).fill('电话回访')
  await open.getByRole('button', { name: '查看完整信息' }).click()
  await open.getByText('13812345678').waitFor()
  await open.getByText(/陈晓燕 于 .* 查看：电话回访/).waitFor()
  expect(await barriers(dispatcher)).toEqual([])

  await open.getByRole('button', { name: '确定' }).click()
  await open.getByText('请输入回复内容', { exact: true }).waitFor()
  await open.getByLabel('回复内容').fill('已清理，感谢反映')
  await open.getByRole('button', { name: '确定' }).click()
  await open.waitFor({ state: 'hidden' })
  await row.waitFor({ state: 'hidden' })
  expect(await waiting()).toBe(0)
  const { records } = await dispatcherApi.call(listComplaints, { status: 2, objectId: facility.id })
  const answered = records.find(({ content }) => content === words)
  expect(answered).toMatchObject({ status: 2, resultContent: '已清理，感谢反映' })
  const steps = (await dispatcherApi.call(getComplaint, { id: answered?.id ?? 0 })).eventVo.eventProcessList
  expect(steps).toMatchObject([{ objectName: '' }, { objectName: '陈晓燕', remark: '已清理，感谢反映' }])
  const admin = await logIn(product.url)
  await expect(admin.call(replyToComplaint, { id: answered?.id ?? 0, resultContent: '又一次' })).rejects.toThrow(
    /409 陈晓燕 已于 .* 回复/,
  )
  const inspector = await logIn(product.url, 'inspector')
  await expect(inspector.call(replyToComplaint, { id: answered?.id ?? 0, resultContent: '不行' })).rejects.toThrow(/403/)
})

test('the citizen finds the answer by the code, in the language chosen', async () => {
  await citizen.goto(`${product.url}/open/status/`)
  await citizen.getByLabel('查询码').fill(code.toLowerCase())
  await citizen.getByRole('button', { name: '查询' }).click()
  await citizen.getByText('已清理，感谢反映').waitFor()
  await citizen.getByRole('radio', { name: '满意', exact: true }).check()
  await citizen.getByRole('button', { name: '提交' }).click()
  await citizen.getByText('谢谢您的评价').waitFor()
  const { records } = await dispatcherApi.call(listComplaints, { status: 2, objectId: facility.id })
  expect(records.find(({ content }) => content === words)?.score).toBe(4)
  expect(await citizen.locator('body').textContent()).not.toMatch(/王小丽|138|陈晓燕|dispatcher/)
  await citizen.getByLabel('语言').selectOption('en-US')
  await citizen.getByRole('heading', { name: 'Track my report' }).waitFor()
  expect(await sticksOut(citizen)).toEqual([])
  expect(await barriers(citizen)).toEqual([])
  await citizen.goto(`${product.url}/open/status/NOBODYHASTHIS999`)
  await citizen.getByText('There is no report with this code').waitFor()
})

test('the sticker leads to the page of its facility', async () => {
  await dispatcher.goto(`${product.url}/event/public/sticker?objectId=${facility.id}`)
  const sticker = dispatcher.getByRole('article', { name: facility.name })
  await sticker.getByRole('img', { name: `${facility.name}的二维码` }).waitFor()
  expect(await sticker.getByRole('link').getAttribute('href')).toBe(`${product.url}/open/report/${facility.code}`)
  expect(await sticker.getByRole('link').textContent()).toBe(facility.code)
  // The bureau's name stands above.
  expect(await sticker.locator('.sticker-unit').textContent()).not.toBe('')
  expect(await dispatcher.getByRole('article').count()).toBe(1)
  await dispatcher.goto(`${product.url}/event/public/sticker?objectId=${facility.id}&format=a6`)
  await sticker.waitFor()
  const pages = await dispatcher.pdf({ preferCSSPageSize: true })
  // One page of 105 × 148 mm, in points.
  expect(pages.toString('latin1').match(/\/MediaBox ?\[0 0 29\d(\.\d+)? 4(19|20)(\.\d+)?\]/g)).toHaveLength(1)
})

test('the consoles have no other message', () => {
  // Expected: the answer lost on purpose, and the unknown code.
  expect(consoleMessages.filter((line) => !/ERR_FAILED|status of 404/.test(line))).toEqual([])
})
