import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'
import { handMadeTerminal } from './terminal.ts'

const product = sharedProduct()
const { arrive, consoleMessages } = people()
/** The terminal of a vehicle with two cameras, and what these send. */
let terminal: Awaited<ReturnType<typeof handMadeTerminal>>
let cameras: LiveCameras
let vehicleId: number

beforeAll(async () => {
  const api = await logIn(product.url)
  const terminalNo = `139${unique('').slice(-8)}`
  terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  cameras = new LiveCameras({ terminalNo, version2019: false })
  const [root] = await api.call(getDepartmentTree, {})
  const named = { plateNumber: `沪V${unique('').slice(-5)}`, deptId: root?.children[0]?.id ?? 0, vehicleType: '9' }
  const vehicle = await api.call(addVehicle, { ...named, vehicleCamera: 2 })
  const { records } = await api.call(listTerminals, { terminalNo })
  await api.call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  vehicleId = vehicle.id
})
afterAll(() => {
  cameras?.closeAll()
  terminal?.close()
})

/** Lets the terminal obey the next command of this kind; the channel that it is about. */
async function obeyNext(id: typeof MessageId.openVideo | typeof MessageId.controlVideo) {
  const { header, message } = await terminal.next((one) => one.message.id === id)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: id, result: 0 })
  cameras.obey(message)
  return 'channel' in message ? message.channel : undefined
}

test('the live picture of a vehicle moves in its card, heals, and is sent no longer than somebody looks', async () => {
  const page = await arrive('who looks at a camera')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/live/index?tab=vehicle&selected=1-${vehicleId}`)
  const pictures = page.locator('.live-pictures')
  await pictures.getByRole('button', { name: '实时视频' }).click()
  expect(await obeyNext(MessageId.openVideo)).toBe(1)
  const video = pictures.locator('video')
  const time = () => video.evaluate((element: HTMLVideoElement) => (element.videoWidth > 0 ? element.currentTime : 0))
  await expect.poll(time).toBeGreaterThan(0.5)
  await pictures.getByText(/^\d+ kbit\/s$/).waitFor()
  await lookAt(page, 'a live picture', { ready: pictures.locator('[data-state=playing]'), within: '.live-pictures' })

  // The radio fails: the terminal is asked again, and the picture goes on in the same element.
  cameras.closeAll()
  await obeyNext(MessageId.openVideo)
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before + 1)

  await pictures.getByText('CH2').click()
  expect(await obeyNext(MessageId.openVideo)).toBe(2)
  await expect.poll(time).toBeGreaterThan(0.5)
  expect(await obeyNext(MessageId.controlVideo)).toBe(1)
  await pictures.getByRole('button', { name: '关闭视频' }).click()
  expect(await video.count()).toBe(0)
  expect(await obeyNext(MessageId.controlVideo)).toBe(2)
})

test('the consoles have no message', () => expect(consoleMessages).toEqual([]))
