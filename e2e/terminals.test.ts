import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { fixAt } from '@huanwei/server/position/ingest/terminal.test-kit'
import { png } from '@huanwei/server/upload.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults } from './looks.ts'
import { people, signIn } from './person.ts'
import { sharedProduct } from './prepared.ts'
import { handMadeTerminal } from './terminal.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
let admin: Page

beforeAll(async () => {
  admin = await arrive('admin')
  await signIn(admin, product.url)
  await admin.goto(product.url)
})

const drawer = (page: Page) => page.locator('.ant-drawer-open')
const option = (name: string) => admin.locator('.ant-select-item-option').filter({ hasText: name })
const rows = (page: Page) => page.locator('tbody tr[data-row]')

test('an unknown terminal is found, bound, sent a text, asked for its position, and unbound again', async () => {
  const now = Date.now()
  const number = `139${String(now).slice(-8)}`
  const plate = `沪E${String(now).slice(-5)}`
  const { call } = await logIn(product.url)
  const [root] = await call(getDepartmentTree, {})
  await call(addVehicle, { plateNumber: plate, deptId: root?.children[0]?.id ?? 0, vehicleType: '9' })
  const terminal = await handMadeTerminal(product.terminalPort, number)
  await terminal.report(now, { lng: 104.0668, lat: 30.5728, speed: 30 })

  await admin.locator('#side-menu a[href="/asset/terminal/index"]').click()
  await rows(admin).first().waitFor()
  await admin.locator('.ant-segmented-item', { hasText: '未绑定' }).click()
  await rows(admin).filter({ hasText: number }).click()
  await drawer(admin).getByText('ACC 开、已定位').waitFor()
  await drawer(admin).getByRole('combobox', { name: '绑定对象' }).fill(plate)
  await option(plate).click()
  await drawer(admin).getByRole('button', { name: '绑定', exact: true }).click()
  await drawer(admin).locator('dd').getByText(plate).waitFor()

  await drawer(admin).getByRole('tab', { name: '指令' }).click()
  await drawer(admin).getByRole('textbox', { name: '下发文本' }).fill('请减速')
  await drawer(admin).getByRole('button', { name: '下发', exact: true }).click()
  const text = await terminal.next(({ message }) => message.id === MessageId.text)
  expect(text.message).toMatchObject({ text: '请减速' })
  terminal.send({ id: MessageId.terminalReply, replySerial: text.header.serial, replyId: MessageId.text, result: 0 })
  await drawer(admin).getByText('终端已确认').waitFor()
  await expect.poll(() => faults(admin)).toEqual([])

  await drawer(admin).getByRole('tab', { name: '参数' }).click()
  await drawer(admin).getByRole('button', { name: '查询参数' }).click()
  const asked = await terminal.next(({ message }) => message.id === MessageId.queryAllParameters)
  const parameters = [
    { id: 0x29, type: 'number', value: 10 } as const,
    { id: 0x83, type: 'text', value: plate } as const,
    { id: 0x84, type: 'number', value: 2 } as const,
    { id: 0xf364, type: 'hex', value: '00ff' } as const,
  ]
  terminal.send({ id: MessageId.parameters, replySerial: asked.header.serial, parameters })
  await drawer(admin).getByRole('cell', { name: '黄色' }).waitFor()
  await drawer(admin).getByRole('spinbutton', { name: '缺省汇报间隔' }).fill('15')
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])
  await drawer(admin).getByRole('button', { name: '下发参数' }).click()
  const set = await terminal.next(({ message }) => message.id === MessageId.setParameters)
  expect(set.message).toMatchObject({ parameters: [{ id: 0x29, value: 15 }] })
  terminal.send({ id: MessageId.terminalReply, replySerial: set.header.serial, replyId: MessageId.setParameters, result: 1 })
  await drawer(admin).getByText('终端没有执行（执行失败）').waitFor()

  await drawer(admin).getByRole('tab', { name: '照片' }).click()
  await drawer(admin).getByRole('button', { name: '拍照' }).click()
  const wanted = await terminal.next(({ message }) => message.id === MessageId.takePicture)
  terminal.send({ id: MessageId.pictureTaken, replySerial: wanted.header.serial, result: 0, mediaIds: [1] })
  await drawer(admin).getByText('终端已确认').last().waitFor()
  terminal.send({
    id: MessageId.media,
    mediaId: 1,
    mediaType: 0,
    format: 0,
    event: 0,
    channel: 1,
    data: png,
    location: fixAt(now, { lng: 104.0668, lat: 30.5728 }),
  })
  await terminal.next(({ message }) => message.id === MessageId.mediaReceived)
  await drawer(admin).getByText('通道 1 · 平台下发').waitFor()
  await drawer(admin).locator('.photo img').waitFor()
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])

  await drawer(admin).getByRole('tab', { name: '连接记录' }).click()
  await drawer(admin).getByText('连接中').waitFor()
  await expect.poll(() => faults(admin, '.ant-drawer-open')).toEqual([])

  await drawer(admin).getByRole('tab', { name: '指令' }).click()
  await drawer(admin).getByRole('button', { name: '点名' }).click()
  await terminal.next(({ message }) => message.id === MessageId.queryLocation)
  terminal.close()
  await drawer(admin).getByText('终端没有应答').waitFor()

  await drawer(admin).getByRole('button', { name: '解绑' }).click()
  await admin.getByRole('dialog', { name: '解除绑定' }).getByRole('button', { name: '解绑' }).click()
  await drawer(admin).waitFor({ state: 'detached' })
  await rows(admin).filter({ hasText: number }).waitFor()
})

test('the terminal screens fit at 360 px, without an accessibility fault, in three languages', async () => {
  for (const language of ['zh-CN', 'zh-TW', 'en-US'] as const) {
    const page = await arrive(language, { language, width: 360, height: 740 })
    await signIn(page, product.url)
    await page.goto(`${product.url}/asset/terminal/index`)
    await rows(page).first().waitFor()
    await expect.poll(() => faults(page), { message: language }).toEqual([])
    await rows(page).first().getByRole('button').last().click()
    await drawer(page).locator('dl').waitFor()
    await expect.poll(() => faults(page), { message: language }).toEqual([])
  }
  expect(consoleMessages).toEqual([])
})
