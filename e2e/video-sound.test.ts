import { adpcmSound, g726Sound, muLawSound, ofChip, usualSound } from '@huanwei/fleet/cameras/camera-sounds'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraVehicle } from './camera-vehicle.ts'
import { people, signInAsNew } from './person.ts'
import { sharedProduct } from './prepared.ts'

const product = sharedProduct()
const { arrive } = people()
let vehicle: Awaited<ReturnType<typeof cameraVehicle>>
let isOver = false

beforeAll(async () => {
  vehicle = await cameraVehicle(product)
})
afterAll(() => {
  isOver = true
  vehicle?.close()
})

/** Lets the terminal do whatever it is told about video. */
async function obeyAll() {
  const ids = [MessageId.openVideo, MessageId.controlVideo]
  while (!isOver) {
    const { header, message } = await vehicle.terminal.next((one) => ids.some((id) => id === one.message.id), 600_000)
    vehicle.terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
    vehicle.cameras.obey(message)
  }
}

/** A piece of sound as the loudspeaker gets it: how loud it is, of 1. */
type Piece = { peak: number }

/** Notes what the loudspeaker of a page is given. */
const noteSound = (page: Page) =>
  page.evaluate(() => {
    const heard: Piece[] = []
    Object.assign(window, { heard })
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (at = 0) {
      const samples = this.buffer?.getChannelData(0) ?? new Float32Array()
      heard.push({ peak: Math.max(...samples) })
      return start.call(this, at)
    }
  })
const heardOf = (page: Page) => page.evaluate(() => (window as unknown as { heard: Piece[] }).heard.splice(0))

// The Chromium of the tests has no AAC; what the page does with it is in `sound-decoder.test.ts`.
const sounds = {
  'G.711A': () => usualSound,
  'G.711U': muLawSound,
  'G.726, 40 kbit/s': () => g726Sound(5, 'lowFirst'),
  'G.726, 16 kbit/s, of a chip': () => ofChip(g726Sound(2, 'highFirst')),
  ADPCM: adpcmSound,
}

test('the sound of a camera is heard with its picture, in whatever codec it comes; one that cannot be played is named', async () => {
  const { cameras, vehicleId } = vehicle
  obeyAll().catch((error) => isOver || expect.fail(String(error)))
  const page = await arrive('who listens to cameras')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/live/index?tab=vehicle&selected=1-${vehicleId}`)
  const pictures = page.locator('.live-pictures')
  await pictures.getByRole('button', { name: '实时视频' }).click()
  const button = pictures.getByRole('button', { name: /^声音/ })
  await button.waitFor()
  await noteSound(page)
  await button.click()
  for (const [name, make] of Object.entries(sounds)) {
    cameras.soundAs(make())
    await heardOf(page)
    // The beep of the loop comes every second; it is as loud in every codec.
    const loud = async () => (await heardOf(page)).filter(({ peak }) => peak > 0.2 && peak < 0.6).length
    await expect.poll(loud, { message: name, timeout: 30_000 }).toBeGreaterThan(2)
  }
  expect(await page.locator('.picture-note').count()).toBe(0)

  cameras.soundAs({ codec: 28, pieceMs: 20, piece: () => Buffer.alloc(32) })
  await page.locator('.picture-note', { hasText: '这里放不了 AMR 编码的声音，画面照常' }).waitFor()
  const time = () => pictures.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await time()
  await expect.poll(time).toBeGreaterThan(before)
})
