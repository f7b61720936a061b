import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { AlarmFiles } from '@huanwei/fleet/attachments/alarm-files'
import { entriesOf } from '@huanwei/server/features/violations/case/zip.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { lookAt } from './looks.ts'
import { people, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'
import { handMadeTerminal } from './terminal.ts'

const product = sharedProduct()
const { arrive, consoleMessages } = people()
let terminal: Awaited<ReturnType<typeof handMadeTerminal>>
let files: AlarmFiles
let vehicleId: number

beforeAll(async () => {
  const api = await logIn(product.url)
  const terminalNo = `138${unique('').slice(-8)}`
  terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  const [root] = await api.call(getDepartmentTree, {})
  const plateNumber = `沪W${unique('').slice(-5)}`
  files = new AlarmFiles({ terminalNo, version2019: false }, plateNumber)
  const vehicle = await api.call(addVehicle, {
    plateNumber,
    deptId: root?.children[0]?.id ?? 0,
    vehicleType: '9',
    vehicleCamera: 2,
  })
  const { records } = await api.call(listTerminals, { terminalNo })
  await api.call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  vehicleId = vehicle.id
})
afterAll(() => {
  files?.closeAll()
  terminal?.close()
})

/** The next request for the files of an alarm, to which the terminal says yes. */
async function nextRequest() {
  const { header, message } = await terminal.next((one) => one.message.id === MessageId.requestAttachments, 600_000)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
  if (message.id !== MessageId.requestAttachments) throw new Error('no request')
  return message
}

test('the pictures and the clip that a driving assistant kept come into the drawer of its alarm, and into its case', async () => {
  const time = Math.floor(Date.now() / 1000) * 1000 - 60_000
  const place = { alarm: 0, status: 3, lat: 30.66, lng: 104.07, altitude: 500, speed: 31, direction: 90 }
  const additions = { activeSafety: [], raw: [] }
  const alarm = files.raise({ ...place, time, additions })
  const { call } = await logIn(product.url)
  const violations = async () => (await call(listViolations, { objectType: '1', objectId: vehicleId })).records
  // Until the platform knows whose the terminal is.
  let at = time
  do {
    await terminal.report(at, { ...place, additions: { ...additions, activeSafety: [alarm] } })
    at += 1000
  } while (!(await violations()).length)
  await terminal.report(at, { ...place, additions })
  const request = await nextRequest()
  const page = await arrive('who judges an alarm')
  const [violation] = await violations()
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/event/illegal/index?objectType=1&open=${violation?.id}`)
  const drawer = page.locator('.ant-drawer-content-wrapper')
  await drawer.getByText('还有 2 个附件未到').waitFor()
  await files.send(request)
  // Without a hand on the page.
  await drawer
    .getByText(/^驾驶员摄像头 · .*$/)
    .first()
    .waitFor()
  const picture = drawer.locator('.photos img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await drawer.getByRole('button', { name: /^驾驶员摄像头 · / }).click()
  const video = page.locator('.clip-stage video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await video.waitFor({ state: 'detached' })

  await lookAt(page, 'files of an alarm', { ready: page.locator('.clips').first(), within: '.clips' })

  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: '导出案卷' }).click()
  const entries = entriesOf(await readFile(await (await saved).path()))
  const kept = [...entries.keys()].filter((name) => name.startsWith('attachments/')).map((name) => name.slice(-4))
  expect(kept.sort()).toEqual(['.jpg', '.mp4'])
  // What `sha256sum -c` does, without this product.
  const hashes = String(entries.get('hashes.txt')).trim().split('\n')
  expect(hashes).toHaveLength(entries.size - 1)
  for (const line of hashes) {
    const [hash, name = ''] = line.split('  ')
    expect(
      createHash('sha256')
        .update(entries.get(name) ?? '')
        .digest('hex'),
      name,
    ).toBe(hash)
  }

  // The way to what the vehicle's cameras recorded then.
  await drawer.getByRole('button', { name: '实时视频' }).waitFor()
  await drawer.getByRole('link', { name: '回放当时画面' }).click()
  await page.waitForURL(`**/monitor/playback/index?vehicle=${vehicleId}&day=*&at=*`)
  expect(consoleMessages).toEqual([])
})
