import { pageCans } from '@huanwei/contract/cans/endpoints'
import { evaluateTask, finishTask, getCauseWork, listCleaning } from '@huanwei/contract/cleaning/endpoints'
import { citizenPaths } from '@huanwei/contract/complaints/codes'
import { listComplaints } from '@huanwei/contract/complaints/endpoints'
import { listFacilities } from '@huanwei/contract/facilities/endpoints'
import { InspectionStatus } from '@huanwei/contract/inspections/codes'
import { listInspections } from '@huanwei/contract/inspections/endpoints'
import { AlarmType } from '@huanwei/contract/violations/codes'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, logIn, newAccount, sendLevels } from './api.ts'
import { barriers, lookAt, sticksOut, untranslated } from './looks.ts'
import { people, signIn, turnTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
/** New accounts like the dispatcher's and the viewer's of one company: languages and work of theirs are nobody else's. */
let dispatcher: Page
let worker: Page
let workerName: string
let api: Caller

beforeAll(async () => {
  const account = await newAccount(product.url, 'dispatcher')
  const other = await newAccount(product.url, 'viewer')
  workerName = other.username
  api = await logIn(product.url, account.username, account.password)
  dispatcher = await arrive('dispatcher')
  worker = await arrive('worker', { width: 360, height: 740 })
  await signIn(dispatcher, product.url, account.username, account.password)
  await signIn(worker, product.url, other.username, other.password)
})

const open = '.ant-drawer-open'
/** On a wide screen a queue shows what is open beside its rows. */
const openOrBeside = ':is(.ant-drawer-open, .desk-pane)'
const work = (page: Page) => page.getByRole('list', { name: '处理派单' })
const report = (page: Page) => page.getByRole('dialog', { name: '报洁详情' })

/** A photo, which differs from others by its colour. */
async function photo(page: Page, colour: string) {
  const picture = await page.evaluate((fill) => {
    const paper = Object.assign(document.createElement('canvas'), { width: 300, height: 200 })
    const pen = paper.getContext('2d')
    if (pen) pen.fillStyle = fill
    pen?.fillRect(0, 0, 300, 200)
    return paper.toDataURL('image/jpeg').replace(/.*,/, '')
  }, colour)
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') }
}

/** From the open drawer of a cause: reports and assigns to the worker. */
async function dispatch() {
  await dispatcher.getByRole('button', { name: '立即派单' }).click()
  await dispatcher.getByRole('button', { name: '提交上报' }).waitFor()
  // The keys are those of the form alone, not of what it stands over.
  await dispatcher.keyboard.press('Control+Enter')
  await report(dispatcher).getByRole('group', { name: '建议的处理人' }).waitFor()
  await report(dispatcher).getByRole('combobox', { name: '其他人员' }).fill(workerName)
  await dispatcher.locator('.ant-select-item-option').filter({ hasText: workerName }).click()
  await report(dispatcher).getByRole('button', { name: '派单', exact: true }).click()
  await report(dispatcher).waitFor({ state: 'detached' })
  await work(dispatcher).getByText('待处理').waitFor()
  await work(dispatcher).getByText(workerName).waitFor()
  expect(await dispatcher.getByRole('button', { name: '立即派单' }).count()).toBe(0)
  expect(await dispatcher.locator('.drawer-error').count()).toBe(0)
}

/** The worker does it on the phone, with photos of before and after. */
async function process(id: number, result: string) {
  await worker.goto(`${product.url}/clean/report/index?view=waiting&open=${id}`)
  await report(worker).getByRole('textbox', { name: '处理结果' }).fill(result)
  const add = async (group: Locator, colour: string) => {
    await group.locator('input[type=file]').setInputFiles(await photo(worker, colour))
    await group.locator('.photo-picture img').waitFor()
  }
  await add(report(worker).getByRole('group', { name: '处理前照片' }), '#855')
  await add(report(worker).getByRole('group', { name: '处理照片' }), '#585')
  expect(await sticksOut(worker)).toEqual([])
  expect(await barriers(worker, [], open)).toEqual([])
  await report(worker).getByRole('button', { name: '提交处理' }).click()
  await report(worker).waitFor({ state: 'detached' })
}

test('a full can is dispatched, emptied with photos of before and after, and shows all of it where it began', async () => {
  // From the middle: other tests take the first and the last ones. A failed try may have left work at one.
  const known = await api.call(listCleaning, { causeKind: 'can', size: 1000 })
  const isKnown = (id: number) => known.records.some(({ causeId }) => causeId === id)
  // Other tests add thousands without a sensor.
  const pages = await Promise.all([1, 2, 3].map((current) => api.call(pageCans, { current, size: 3000 })))
  const cans = pages.flatMap(({ records }) => records).filter(({ id, deviceId }) => deviceId !== null && !isKnown(id))
  const can = cans[Math.floor(cans.length / 2)]
  if (!can?.deviceId) throw new Error('no can of the dispatcher has a sensor')
  await sendLevels(product.url, await logIn(product.url), can.deviceId, [[0, 93]])
  await dispatcher.goto(`${product.url}/asset/bin/index?view=overfull&from=80&open=${can.id}`)
  await dispatch()
  const asked = { causeKind: 'can', causeId: can.id } as const
  const [made] = (await api.call(getCauseWork, asked)).work
  if (!made) throw new Error('nothing was dispatched')
  expect(made.content).toMatch(new RegExp(`^${can.name} 满溢 93%$`))
  // The list of full cans says who is on it.
  await dispatcher.locator('.cans-route li').filter({ hasText: can.name }).getByText(workerName).waitFor()
  await process(made.id, '已清空')
  await work(dispatcher).getByText('已清空').waitFor()
  await api.call(evaluateTask, { id: made.id, score: 5 })
  await api.call(finishTask, { id: made.id })
  await work(dispatcher).getByText('已办结').waitFor()
  for (const name of ['处理前', '处理后'])
    await dispatcher.getByRole('region', { name, exact: true }).getByRole('button', { name: /预览/ }).waitFor()
  const strip = dispatcher.locator('.work-strip')
  await lookAt(dispatcher, 'work of a can', { ready: strip, within: open })
  // From the report a link leads back.
  await dispatcher.goto(`${product.url}/clean/report/index?view=list&causeKind=can&open=${made.id}`)
  await report(dispatcher).getByRole('link', { name: '垃圾桶' }).click()
  await dispatcher.waitForURL(new RegExp(`/asset/bin/index\\?.*open=${can.id}`))
  await work(dispatcher).waitFor()
})

test('a citizen’s report is dispatched and answered with the result, and the citizen says what they think of it', async () => {
  const [toilet] = await api.call(listFacilities, { facilityType: '1' })
  if (!toilet) throw new Error('the dispatcher has no public toilet')
  const content = unique('洗手台漏水')
  const reply = await fetch(product.url + citizenPaths.report, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ facilityCode: toilet.code, eventType: 0, content }),
  })
  const code = String((await reply.json()).data.code)
  const { records } = await api.call(listComplaints, { status: 1, objectId: toilet.id })
  const id = records.find((one) => one.content === content)?.id ?? 0
  await dispatcher.goto(`${product.url}/event/public/index?open=${id}`)
  await dispatch()
  const [made] = (await api.call(getCauseWork, { causeKind: 'publicEvent', causeId: id })).work

  const citizen = await arrive('citizen', { width: 360, height: 740 })
  await citizen.goto(`${product.url}/open/status/${code}`)
  await citizen.getByText('已派人处理').waitFor()
  await process(made?.id ?? 0, '已更换水龙头')
  await lookAt(dispatcher, 'work of a public event', {
    ready: dispatcher.locator('.work-photos img').first(),
    within: openOrBeside,
  })
  await dispatcher.getByRole('button', { name: '引用处理结果' }).click()
  await dispatcher.getByRole('button', { name: '确定' }).click()
  await dispatcher.locator(open).waitFor({ state: 'detached' })

  await citizen.getByRole('button', { name: '刷新' }).click()
  await citizen.getByText('现场已处理').waitFor()
  await citizen.getByText('已更换水龙头').waitFor()
  for (const name of ['处理前 · 照片 1', '处理后 · 照片 1']) await citizen.getByRole('img', { name }).waitFor()
  expect(await citizen.locator('body').textContent()).not.toContain(workerName)
  await citizen.getByRole('radio', { name: '很满意' }).check()
  // What somebody else does with the work is seen in the list where it began.
  await dispatcher.goto(`${product.url}/event/public/index?status=processed&work=done&objectId=${toilet.id}`)
  const sign = dispatcher.getByRole('row').filter({ hasText: content }).locator('.work-sign')
  await sign.filter({ hasText: '派单：待评价' }).waitFor()
  await api.call(evaluateTask, { id: made?.id ?? 0, score: 5 })
  await sign.filter({ hasText: '派单：待办结' }).waitFor()
  await citizen.getByLabel('补充说明（可不填）').fill('很快，谢谢')
  expect(await sticksOut(citizen)).toEqual([])
  expect(await barriers(citizen)).toEqual([])
  await citizen.getByRole('button', { name: '提交' }).click()
  await citizen.getByText('很快，谢谢').waitFor()
  await citizen.getByLabel('语言').selectOption('en-US')
  await citizen.getByText('Done on site').waitFor()
  expect([...(await untranslated(citizen)), ...(await sticksOut(citizen))]).toEqual([])

  await dispatcher.goto(`${product.url}/event/public/index?status=processed&satisfaction=satisfied&objectId=${toilet.id}`)
  const row = dispatcher.getByRole('row').filter({ hasText: content })
  await row.getByRole('img', { name: /满意度 5 分.*很快，谢谢/ }).waitFor()
  await row.getByRole('button', { name: '详情' }).click()
  await dispatcher.locator(open).getByText('很快，谢谢').waitFor()
})

test('an alarm beside its list and an inspection are dispatched where they stand', async () => {
  const { records: alarms } = await api.call(listViolations, { objectType: '2', alarmType: AlarmType.real, size: 100 })
  const { records: inspections } = await api.call(listInspections, { status: InspectionStatus.waiting, size: 100 })
  const fresh = async (causeKind: 'facilityAlarm' | 'inspection', all: { id: number }[]) => {
    for (const { id } of all) {
      const { work: done, isOpen, isInScope } = await api.call(getCauseWork, { causeKind, causeId: id })
      if (done.length === 0 && isOpen && isInScope) return id
    }
    throw new Error(`no ${causeKind} without work`)
  }
  for (const [kind, path, all] of [
    ['facilityAlarm', 'facility', alarms],
    ['inspection', 'inspection', inspections],
  ] as const) {
    const causeId = await fresh(kind, all)
    await dispatcher.goto(`${product.url}/event/${path}/index`)
    // Alarms stand beside their list, and what is dispatched there over both.
    if (kind === 'facilityAlarm') await dispatcher.getByRole('button', { name: '处理台' }).click()
    await turnTo(dispatcher, `/event/${path}/index?open=${causeId}`)
    await dispatch()
    expect((await api.call(getCauseWork, { causeKind: kind, causeId })).work).toMatchObject([{ status: 1 }])
    await lookAt(dispatcher, `work of ${kind}`, { ready: dispatcher.locator('.work-strip') })
  }
})

test('no console has a message', () => expect(consoleMessages).toEqual([]))
