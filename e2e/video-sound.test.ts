import { adpcmSound, type CameraSound, g726Sound, muLawSound, ofChip, usualSound } from '@huanwei/fleet/cameras/camera-sounds'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { VideoControl, VideoStream } from '@huanwei/terminal/messages/video'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cameraVehicle } from './camera-vehicle.ts'
import { people, signInAsNew } from './person.ts'
import { sharedProduct } from './prepared.ts'

const product = sharedProduct()
const { arrive } = people()
let vehicle: Awaited<ReturnType<typeof cameraVehicle>>

beforeAll(async () => {
  vehicle = await cameraVehicle(product)
})
afterAll(() => vehicle?.close())

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

/** A person before a new stream of the vehicle, and the button of its sound: that of one whose sound nobody could hear has ended. */
async function openPicture(who: string) {
  await expect.poll(() => vehicle.cameras.count).toBe(0)
  vehicle.cameras.soundAs(usualSound)
  vehicle.obeyFromNowOn()
  const page = await arrive(who)
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/live/index?tab=vehicle&selected=1-${vehicle.vehicleId}`)
  const pictures = page.locator('.live-pictures')
  await pictures.getByRole('button', { name: '实时视频' }).click()
  const button = pictures.getByRole('button', { name: /^声音/ })
  await button.waitFor()
  return { page, pictures, button }
}

test('the sound of a camera is heard with its picture, in whatever codec it comes; one that cannot be played is named', async () => {
  const { cameras } = vehicle
  const { page, pictures, button } = await openPicture('who listens to cameras')
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

/** When the large pictures and the loud sound begin (true) or end, ms of the page. */
type Noted = Record<'seen' | 'heard', { isOn: boolean; at: number }[]>

/** Notes that of the picture of a page. */
const noteChanges = (page: Page) =>
  page.evaluate(() => {
    const noted: Noted = { seen: [], heard: [] }
    Object.assign(window, { noted })
    const note = (what: keyof Noted, isOn: boolean, at: number) => {
      if (noted[what].at(-1)?.isOn !== isOn) noted[what].push({ isOn, at })
    }
    const video = document.querySelector<HTMLVideoElement>('.live-pictures video')!
    const look: VideoFrameRequestCallback = (_, { width, expectedDisplayTime }) => {
      note('seen', width > 600, expectedDisplayTime)
      video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (at = 0) {
      const isLoud = Math.max(...(this.buffer?.getChannelData(0) ?? [])) > 0.2
      note('heard', isLoud, performance.now() + (at - this.context.currentTime) * 1000)
      return start.call(this, at)
    }
  })
/** How far apart the newest changes of both are, ms; undefined while they are not both of this kind. */
const apartOn = (page: Page, isOn: boolean) =>
  page.evaluate((isIt) => {
    const { seen, heard } = (window as unknown as { noted: Noted }).noted
    const [picture, sound] = [seen.at(-1), heard.at(-1)]
    return picture?.isOn === isIt && sound?.isOn === isIt ? Math.abs(picture.at - sound.at) : undefined
  }, isOn)

/** Silence up to the pieces that go with the next picture, and then a loud noise; or the other way round. */
function soundThatBecomes(isLoud: boolean): CameraSound {
  const [loud, silent] = [0x2a, 0xd5].map((byte) => Buffer.alloc(320, Buffer.of(byte, byte ^ 0x80)))
  const [before, after] = isLoud ? [silent!, loud!] : [loud!, silent!]
  let first: number | undefined
  const piece = () => {
    first ??= Date.now()
    return Date.now() - first < 30 ? before : after
  }
  return { ...usualSound, piece }
}

test('what happens at once is seen and heard within 0.2 s of each other, also after the camera froze and after its line was lost', async () => {
  const { cameras } = vehicle
  const { page, button } = await openPicture('who listens closely')
  await button.click()
  await noteChanges(page)
  let isOn = false
  /** Lets pictures and sound change at once; how far apart that is noticed, ms. */
  async function apart() {
    isOn = !isOn
    const stream = isOn ? VideoStream.main : VideoStream.sub
    cameras.obey({ id: MessageId.controlVideo, channel: 1, command: VideoControl.switchStream, closing: 0, stream })
    cameras.soundAs(soundThatBecomes(isOn))
    await expect.poll(() => apartOn(page, isOn)).toBeDefined()
    return apartOn(page, isOn)
  }
  // A busy machine shows a picture late now and then.
  const inStep = () => expect.poll(apart, { timeout: 60_000 }).toBeLessThan(200)
  /** The terminal sends the small stream first, and is silent. */
  async function silent() {
    isOn = false
    cameras.soundAs(soundThatBecomes(isOn))
    await expect.poll(() => apartOn(page, false)).toBeDefined()
  }
  await silent()
  await inStep()
  const time = () => page.locator('.live-pictures video').evaluate((element: HTMLVideoElement) => element.currentTime)
  cameras.misbehave('freeze')
  await page.locator('.live-pictures [data-state=frozen]').waitFor()
  const before = await time()
  cameras.misbehave(undefined)
  await expect.poll(time).toBeGreaterThan(before)
  await inStep()
  cameras.closeAll()
  await expect.poll(() => cameras.count).toBe(0)
  await expect.poll(() => cameras.count).toBe(1)
  await silent()
  await inStep()
})
