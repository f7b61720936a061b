import { addVehicleRule, removeVehicleRule } from '@huanwei/contract/rules/endpoints'
import { listServerRecordings } from '@huanwei/contract/video/endpoints'
import { listViolations } from '@huanwei/contract/violations/endpoints'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Message } from '@huanwei/terminal/messages/message'
import { LensStep, TurnDirection } from '@huanwei/terminal/messages/ptz'
import { VideoClosing } from '@huanwei/terminal/messages/video'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn, newAccount } from './api.ts'
import { cameraVehicle } from './camera-vehicle.ts'
import { lookAt } from './looks.ts'
import { people, signIn, signInAsNew, turnTo, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const product = sharedProduct()
const { arrive, consoleMessages } = people()
/** The terminal of a vehicle with two cameras, and what these send. */
let vehicle: Awaited<ReturnType<typeof cameraVehicle>>
let { terminal, cameras, vehicleId } = {} as typeof vehicle
let isOver = false
let [plate, companyName] = ['', '']

beforeAll(async () => {
  vehicle = await cameraVehicle(product)
  ;({ terminal, cameras, vehicleId, plate, companyName } = vehicle)
})
afterAll(() => {
  isOver = true
  vehicle?.close()
})

/** Kinds of a tag of FLV, and where one of a picture says its codec. */
const [soundTag, pictureTag, codecAt, hevc] = [8, 9, 11, 12]

type Command = (typeof MessageId)['openVideo' | 'controlVideo' | 'turnCamera' | 'adjustZoom']
/** What the cameras were told to do, in words. */
const moves: string[] = []

/** Lets the terminal obey the next command of these kinds; the channel that it is about. */
async function obeyNext(...ids: Command[]) {
  // That nobody hears the sound is told at a time that no test waits for.
  const isOfSound = (one: Message) => one.id === MessageId.controlVideo && one.closing === VideoClosing.sound
  const { header, message } = await terminal.next(
    (one) => ids.some((id) => id === one.message.id) && !isOfSound(one.message),
    600_000,
  )
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
  cameras.obey(message)
  if (message.id === MessageId.turnCamera) moves.push(`${message.channel} ${message.direction}`)
  if (message.id === MessageId.adjustZoom) moves.push(`${message.channel} zoom ${message.value}`)
  return 'channel' in message ? message.channel : undefined
}

let isObeying = false
/** Lets the terminal obey whatever comes, until its connection is closed at the end of the tests. */
function obeyFromNowOn() {
  if (isObeying) return
  isObeying = true
  obeyAll().catch((error) => isOver || expect.fail(String(error)))
}
async function obeyAll() {
  while (!isOver) await obeyNext(MessageId.openVideo, MessageId.controlVideo, MessageId.turnCamera, MessageId.adjustZoom)
}

/** Puts both cameras of the vehicle on the wall that `page` shows; `times`: of each picture of the wall, whether it moves. */
async function openWall(page: Page) {
  const tree = page.locator('.wall-tree')
  await tree.getByRole('treeitem', { name: companyName }).click()
  await tree.getByRole('treeitem', { name: plate }).click()
  obeyFromNowOn()
  const pane = page.locator('.wall-pane')
  const times = () =>
    pane.locator('video').evaluateAll((all: HTMLVideoElement[]) => all.map((one) => one.videoWidth > 0 && one.currentTime > 0.5))
  return { tree, pane, times }
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

test('the wall shows moving pictures three clicks after the home page, moves and enlarges them, and lets the cameras rest once it is cleared', async () => {
  const page = await arrive('who looks at a wall')
  let sounds = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload !== 'string' && payload[0] === soundTag) sounds++
    }),
  )
  await signInAsNew(page, product.url)
  await page.goto(product.url)
  await page.getByRole('link', { name: '视频监控' }).click()
  const { tree, pane, times } = await openWall(page)
  await expect.poll(times).toEqual([true, true])
  expect(cameras.count).toBe(2)
  await lookAt(page, 'the wall', { ready: pane.locator('[data-state=playing]').first(), within: '.wall-page' })
  await pane.getByText('9', { exact: true }).click()
  expect(await pane.locator('.wall-tile').count()).toBe(9)
  await expect.poll(times).toEqual([true, true])

  const tile = (n: number) => pane.getByRole('button', { name: new RegExp(`^第 ${n} 个窗口：`) })
  await tile(1).focus()
  await page.keyboard.press('Shift+ArrowRight')
  expect(await tile(2).getAttribute('aria-label')).toContain(`${plate} CH1`)
  await tile(2).dragTo(tile(5))
  expect(await tile(5).getAttribute('aria-label')).toContain(`${plate} CH1`)
  await tile(5).dblclick()
  expect(await pane.locator('.wall-tile').count()).toBe(1)
  await expect.poll(times).toEqual([true])
  // Its camera turns as long as a key is held.
  await pane.getByRole('button', { name: `云台：${plate} CH1` }).click()
  const pad = pane.getByRole('group', { name: `云台：${plate} CH1` })
  await lookAt(page, 'the pad of a camera', { ready: pane.locator('.ptz'), within: '.wall-page' })
  await pad.getByRole('button', { name: '向左' }).focus()
  await page.keyboard.down('ArrowLeft')
  await expect.poll(() => moves).toEqual([`1 ${TurnDirection.left}`])
  await page.keyboard.up('ArrowLeft')
  await expect.poll(() => moves).toEqual([`1 ${TurnDirection.left}`, `1 ${TurnDirection.stop}`])
  await pad.getByRole('button', { name: '拉近' }).hover()
  await page.mouse.down()
  await expect.poll(() => moves.at(-1)).toBe(`1 zoom ${LensStep.more}`)
  await page.mouse.up()
  await pad.getByText('终端已确认').waitFor()
  await pane.getByRole('button', { name: `云台：${plate} CH1` }).click()
  await pad.waitFor({ state: 'hidden' })

  // Its sound comes once somebody wants to hear it, and no longer.
  const sound = pane.getByRole('button', { name: `声音：${plate} CH1` })
  await sound.waitFor()
  expect(sounds).toBe(0)
  await sound.click()
  await expect.poll(() => sounds).toBeGreaterThan(10)
  expect(await sound.getAttribute('aria-pressed')).toBe('true')
  await sound.click()
  expect(await sound.getAttribute('aria-pressed')).toBe('false')

  const still = page.waitForEvent('download')
  await pane.getByRole('button', { name: /^抓图/ }).click()
  expect((await still).suggestedFilename()).toMatch(/^\S+ CH\d \d{4}-\d\d-\d\d \d{6}\.png$/)
  await pane.getByRole('button', { name: /^还原/ }).click()
  await expect.poll(times).toEqual([true, true])

  // It is kept under a name, and shown again.
  await pane.getByRole('button', { name: '画面方案' }).click()
  const walls = page.getByRole('dialog', { name: '画面方案' })
  await walls.getByLabel('把当前画面保存为').fill('早班')
  await lookAt(page, 'the saved walls', { ready: page.locator('.wall-tour'), within: '.ant-modal' })
  await walls.getByRole('button', { name: '保存', exact: true }).click()
  await walls.getByText('2 个画面').waitFor()
  await page.keyboard.press('Escape')
  await walls.waitFor({ state: 'hidden' })
  await pane.getByRole('button', { name: '全部关闭' }).click()
  await pane.getByRole('button', { name: '画面方案' }).click()
  await walls.getByRole('button', { name: '打开', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect.poll(times).toEqual([true, true])

  await pane.getByRole('button', { name: '全部关闭' }).click()
  expect(await pane.locator('video').count()).toBe(0)
  await expect.poll(() => cameras.count).toBe(0)

  // A single channel of the vehicle, into the chosen tile and dragged to another.
  const channel = (name: string) => tree.getByRole('button', { name: `在所选窗口播放：${plate} ${name}` })
  await tile(3).click()
  await channel('CH2').click()
  expect(await tile(3).getAttribute('aria-label')).toContain(`${plate} CH2`)
  await channel('CH1').dragTo(tile(6))
  expect(await tile(6).getAttribute('aria-label')).toContain(`${plate} CH1`)
  await lookAt(page, 'channels one by one', { ready: pane.locator('[data-state=playing]').nth(1), within: '.wall-page' })
  await pane.getByRole('button', { name: '全部关闭' }).click()
  await expect.poll(() => cameras.count).toBe(0)
})

/** A message with a picture in H.265, as its tag of FLV says; any other one as it is. */
function asHevc(message: string | Buffer) {
  if (typeof message === 'string' || message[0] !== pictureTag) return message
  const copy = Buffer.from(message)
  copy[codecAt] = ((copy[codecAt] ?? 0) & 0xf0) | hevc
  return copy
}

test('an enlarged tile whose main stream the browser cannot play shows its sub stream, and says so', async () => {
  const page = await arrive('who cannot play H.265')
  await page.routeWebSocket(/\/live\/media/, (socket) => {
    const server = socket.connectToServer()
    let isMain = false
    socket.onMessage((text) => {
      if (text === 'main' || text === 'sub') isMain = text === 'main'
      server.send(text)
    })
    server.onMessage((message) => socket.send(isMain ? asHevc(message) : message))
  })
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/video/index`)
  const { pane, times } = await openWall(page)
  await expect.poll(times).toEqual([true, true])
  const note = pane.getByText('浏览器不能播放主码流的编码，暂看子码流')
  await pane.getByRole('button', { name: /^第 1 个窗口：/ }).dblclick()
  await note.waitFor()
  await expect.poll(times).toEqual([true])
  const [bar, said] = [await pane.locator('.wall-bar').boundingBox(), await note.boundingBox()]
  expect(said?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  await lookAt(page, 'a sub stream that stands in', { ready: pane.locator('[data-state=playing]'), within: '.wall-page' })
  await pane.getByRole('button', { name: /^还原/ }).click()
  await note.waitFor({ state: 'hidden' })
  await expect.poll(times).toEqual([true, true])
  await pane.getByRole('button', { name: '全部关闭' }).click()
})

test('the picture of a tile is recorded, and the recording is in the list of its channel and plays', async () => {
  const page = await arrive('who records a camera')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/video/index`)
  const { pane } = await openWall(page)
  await pane.locator('[data-state=playing]').first().waitFor()
  await pane.getByRole('button', { name: /^第 1 个窗口：/ }).hover()
  await pane.getByRole('button', { name: `录像：${plate} CH1` }).click()
  const stop = pane.getByRole('button', { name: `停止录像：${plate} CH1`, exact: false })
  await stop.getByText(/^00:0[2-9]$/).waitFor()
  await lookAt(page, 'a tile that is recorded', { ready: page.locator('.wall-recording'), within: '.wall-page' })
  await stop.click()
  await page.getByText(`录像已保存，可在视频回放中查看：${plate} CH1`).waitFor()
  await pane.getByRole('button', { name: '全部关闭' }).click()

  await turnTo(page, `/monitor/playback/index?vehicle=${vehicleId}&channel=1`)
  await page.getByRole('list', { name: '服务器录像列表' }).getByRole('button').first().click()
  const video = page.locator('.clip-stage video')
  const time = () => video.evaluate((element: HTMLVideoElement) => (element.videoWidth > 0 ? element.currentTime : 0))
  await expect.poll(time).toBeGreaterThan(0.5)
  await lookAt(page, 'a recording that plays', { ready: video, within: '.ant-modal' })
})

test('a violation of a rule that records has a film of both cameras in its drawer', async () => {
  const { username, password } = await newAccount(product.url, 'admin')
  const { call, userId } = await logIn(product.url, username, password)
  obeyFromNowOn()
  const rule = await call(addVehicleRule, {
    name: unique('超速录像'),
    condition: { kind: 'speeding', limit: 60 },
    objectIds: [vehicleId],
    recipientIds: [userId],
    recordVideo: true,
    enabled: true,
  })
  let violationId: number | undefined
  // Until the rule is in force. What begins far from now would not be recorded.
  async function speed() {
    await terminal.report(Date.now(), { speed: 90 })
    const { records } = await call(listViolations, { objectId: vehicleId, ruleIds: [rule.id] })
    violationId = records[0]?.id
    return violationId
  }
  await expect.poll(speed, { interval: 1000, timeout: 90_000 }).toBeDefined()
  async function recorded() {
    const { records } = await call(listServerRecordings, { vehicleId, violationId, running: 'false' })
    return records.map(({ channel }) => channel).sort()
  }
  await expect.poll(recorded, { timeout: 90_000 }).toEqual([1, 2])
  await call(removeVehicleRule, { id: rule.id, updateTime: rule.updateTime })

  const page = await arrive('who judges what was recorded')
  await signIn(page, product.url, username, password)
  await page.goto(`${product.url}/event/illegal/index?objectType=1&open=${violationId}`)
  const clips = page.getByRole('list', { name: '录像证据' })
  // Other recordings of the time are there, too.
  const ofAlarm = clips.getByRole('button', { name: '报警录像' })
  await ofAlarm.nth(1).click()
  const video = page.locator('.clip-stage video')
  const time = () => video.evaluate((element: HTMLVideoElement) => (element.videoWidth > 0 ? element.currentTime : 0))
  await expect.poll(time).toBeGreaterThan(0.5)
})

/** How bright the picture is that is shown, of 255. */
const brightness = (video: Locator) =>
  video.evaluate((element: HTMLVideoElement) => {
    const size = 16
    const context = new OffscreenCanvas(size, size).getContext('2d')!
    context.drawImage(element, 0, 0, size, size)
    const { data } = context.getImageData(0, 0, size, size)
    return data.filter((_, i) => i % 4 !== 3).reduce((sum, one) => sum + one, 0) / (size * size * 3)
  })

test('a camera that does something wrong is seen to do so, and its picture goes on by itself once it does well again', async () => {
  const page = await arrive('who looks at a bad camera')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/live/index?tab=vehicle&selected=1-${vehicleId}`)
  const pictures = page.locator('.live-pictures')
  await pictures.getByRole('button', { name: '实时视频' }).click()
  const video = pictures.locator('video')
  const time = () => video.evaluate((element: HTMLVideoElement) => (element.videoWidth > 0 ? element.currentTime : 0))
  await expect.poll(time).toBeGreaterThan(0.5)
  // A line that has gone silent is soon asked for anew.
  const said = {
    freeze: /画面已停住|正在连接摄像头|没有画面/,
    noKeyFrame: '没有关键帧',
    garbage: /正在连接摄像头|没有画面/,
    drop: undefined,
    reconnect: undefined,
    black: undefined,
  }
  for (const fault of ['freeze', 'noKeyFrame', 'garbage', 'drop', 'reconnect', 'black'] as const) {
    cameras.misbehave(fault)
    // A covered lens is shown as it is.
    if (fault === 'black') await expect.poll(() => brightness(video)).toBeLessThan(20)
    const words = said[fault]
    if (words) await pictures.getByText(words).waitFor()
    cameras.misbehave(undefined)
    await pictures.locator('[data-state=playing]').waitFor()
    await expect.poll(() => brightness(video)).toBeGreaterThan(60)
    const before = await time()
    await expect.poll(time).toBeGreaterThan(before + 0.5)
  }
  await pictures.getByRole('button', { name: '关闭视频' }).click()
  await expect.poll(() => cameras.count).toBe(0)
})

/** Runs in the page: a microphone that hears a tone, as machines of tests have none. */
function giveMicrophone() {
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext()
    const [tone, ear] = [context.createOscillator(), context.createMediaStreamDestination()]
    tone.connect(ear)
    tone.start()
    return ear.stream
  }
}

test('a driver is spoken with from the live card, by the space bar and by pointer, and answers', async () => {
  const page = await arrive('who speaks with a driver')
  await page.addInitScript(giveMicrophone)
  let answers = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (socket.url().includes('/live/talk') && typeof payload !== 'string') answers++
    }),
  )
  obeyFromNowOn()
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/live/index?tab=vehicle&selected=1-${vehicleId}`)
  const pictures = page.locator('.live-pictures')
  await pictures.getByRole('button', { name: '实时视频' }).click()
  const talk = pictures.getByRole('button', { name: /^按住对讲/ })
  await talk.focus()
  await page.keyboard.down('Space')
  await pictures.getByText('正在对驾驶员讲话').waitFor()
  await expect.poll(() => cameras.talk.played.samples).toBeGreaterThan(8000)
  await page.keyboard.up('Space')
  await pictures.getByText('已接通，正在听回话').waitFor()
  await expect.poll(() => answers).toBeGreaterThan(10)
  await lookAt(page, 'a talk', { ready: pictures.locator('[data-state=playing]'), within: '.live-pictures' })
  const before = cameras.talk.played.samples
  const { x = 0, y = 0, width = 0, height = 0 } = (await talk.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await expect.poll(() => cameras.talk.played.samples).toBeGreaterThan(before + 1600)
  await page.mouse.up()
  await pictures.getByRole('button', { name: '关闭视频' }).click()
  await expect.poll(() => cameras.talk.count).toBe(0)
})

test('the consoles have no message', () => expect(consoleMessages).toEqual([]))
