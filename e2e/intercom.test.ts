import { createHash } from 'node:crypto'
import { headToBrowser, headToServer } from '@huanwei/contract/intercom/codes'
import { addIntercomGroup, listIntercomGroups, listSpeeches } from '@huanwei/contract/intercom/endpoints'
import { ObjectType } from '@huanwei/contract/objects'
import { getPersonTreeList, getRealtimeData } from '@huanwei/contract/trees/endpoints'
import { voicePiece } from '@huanwei/fleet/cameras/sound'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { cameraVehicle } from './camera-vehicle.ts'
import { lookAt } from './looks.ts'
import { people, pressInHeader, signIn, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'

const { arrive, consoleMessages } = people()
const product = sharedProduct()
const group = '应急保障'
const sha256 = (voice: Buffer | undefined) =>
  createHash('sha256')
    .update(voice ?? '')
    .digest('hex')

/** The voices that go over a page's line, by the number of the speech. */
function voicesOf(page: Page, event: 'framesent' | 'framereceived') {
  const voices = new Map<number, Buffer>()
  const head = event === 'framesent' ? headToServer : headToBrowser
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/live/intercom')) return
    const note = ({ payload }: { payload: string | Buffer }) => {
      if (typeof payload === 'string') return
      const speech = payload.readUInt32BE(0)
      voices.set(speech, Buffer.concat([voices.get(speech) ?? Buffer.alloc(0), payload.subarray(head)]))
    }
    if (event === 'framesent') socket.on('framesent', note)
    else socket.on('framereceived', note)
  })
  return voices
}

/** A page of somebody whose intercom is on and who hears the group. */
async function enter(name: string, account: string, hasMicrophone = true) {
  const page = await arrive(name)
  await page.addInitScript(passOnHeadset)
  await page.addInitScript(listenToLoudspeaker)
  if (!hasMicrophone) await page.addInitScript(refuseMicrophone)
  await signIn(page, product.url, account)
  const [sent, heard] = [voicesOf(page, 'framesent'), voicesOf(page, 'framereceived')]
  await page.goto(`${product.url}/monitor/intercom/index`)
  await page.getByRole('button', { name: group }).waitFor()
  await pressInHeader(page, '打开对讲')
  await page.locator('.header button[title="对讲已打开，点击关闭"]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: group }).click()
  await state(page, '空闲，按住按钮讲话')
  return { page, sent, heard }
}
/** Runs in the page: an event in place of a head-set, whose button goes to what the page told the browser. */
function passOnHeadset() {
  const session = navigator.mediaSession
  const tell = session.setActionHandler.bind(session)
  session.setActionHandler = (action, handler) => {
    tell(action, handler)
    if (action === 'play' && handler) addEventListener('head-set', () => handler({ action }))
  }
}
/** Runs in the page: notes how loud its loudspeaker was at most. */
function listenToLoudspeaker() {
  Object.assign(window, { loudest: 0 })
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to === this.context.destination) {
      const analyser = this.context.createAnalyser()
      connect.call(this, analyser)
      const samples = new Float32Array(analyser.fftSize)
      setInterval(() => {
        analyser.getFloatTimeDomainData(samples)
        Object.assign(window, { loudest: Math.max(Reflect.get(window, 'loudest'), ...samples) })
      }, 20)
    }
    return connect.call(this, to)
  } as typeof AudioNode.prototype.connect
}
/** Runs in the page: its browser lets it have no microphone. */
function refuseMicrophone() {
  navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
}
const state = (page: Page, text: string) => page.locator('.intercom-state', { hasText: text }).waitFor()
const button = (page: Page) => page.locator('.intercom-button')

async function holdButton(page: Page) {
  await button(page).hover()
  await page.mouse.down()
}

let speaker: Awaited<ReturnType<typeof enter>>
let listener: Awaited<ReturnType<typeof enter>>
beforeAll(async () => {
  speaker = await enter('inspector', 'inspector')
  listener = await enter('dispatcher', 'dispatcher')
})

test('what the microphone hears is heard whole by the others, also by who comes late, and can be played again', async () => {
  await holdButton(speaker.page)
  await state(speaker.page, '请讲话')
  await state(listener.page, '李国强 正在讲话')
  // Chromium's own microphone beeps each second.
  await expect.poll(() => listener.page.evaluate((): number => Reflect.get(window, 'loudest'))).toBeGreaterThan(0.1)
  const late = await enter2('late')
  await expect.poll(() => [...late.heard.values()].at(-1)?.length ?? 0).toBeGreaterThan(8000)
  await speaker.page.mouse.up()
  await state(speaker.page, '空闲')
  await state(late.page, '空闲')

  const caller = await logIn(product.url, 'dispatcher')
  const groups = await caller.call(listIntercomGroups, {})
  const groupId = groups.find(({ name }) => name === group)!.id
  const speech = await newest(caller, { groupId })
  const said = speaker.sent.get(speech.id)
  expect(said!.length).toBeGreaterThan(8000)
  expect(said!.some((byte) => byte !== said![0])).toBe(true)
  expect(speech).toMatchObject({ samples: said!.length, sha256: sha256(said), endReason: 'released' })
  for (const { heard } of [listener, late]) await expect.poll(() => sha256(heard.get(speech.id))).toBe(speech.sha256)

  const item = listener.page.locator('.intercom-speeches li', { hasText: '李国强' }).first()
  await item.getByRole('button', { name: /^播放/ }).click()
  await item.getByRole('button', { name: /^停止播放/ }).waitFor()
})

/** Comes to the group while somebody speaks there. */
async function enter2(name: string) {
  const page = await arrive(name)
  await signIn(page, product.url, 'dispatcher')
  const heard = voicesOf(page, 'framereceived')
  await page.goto(`${product.url}/monitor/intercom/index`)
  await page.getByRole('button', { name: group }).waitFor()
  await pressInHeader(page, '打开对讲')
  await page.getByRole('button', { name: group }).click()
  await state(page, '李国强 正在讲话')
  return { page, heard }
}

test('a dispatcher speaks first, with the space bar, and the other one is told', async () => {
  await holdButton(speaker.page)
  await state(speaker.page, '请讲话')
  await listener.page.locator('.intercom-head h2').first().click()
  await listener.page.keyboard.down('Space')
  await state(listener.page, '请讲话')
  await state(speaker.page, '陈晓燕 正在调度讲话，您的讲话已结束')
  await speaker.page.mouse.up()
  await holdButton(speaker.page)
  await state(speaker.page, '陈晓燕 正在讲话，请稍候')
  await speaker.page.mouse.up()
  await listener.page.keyboard.up('Space')
  await state(listener.page, '空闲')
})

test('without a microphone the page says so, and a call rings with the other one', async () => {
  const silent = await enter('silent', 'dispatcher', false)
  await holdButton(silent.page)
  await state(silent.page, '浏览器不允许使用麦克风')
  await silent.page.mouse.up()
  await silent.page.getByRole('button', { name: '单独呼叫 李国强' }).click()
  const ring = speaker.page.locator('.ant-message', { hasText: '陈晓燕 呼叫您' })
  await ring.waitFor()
  await ring.getByRole('button', { name: '接听' }).click()
  await speaker.page.getByRole('region', { name: '陈晓燕', exact: true }).waitFor()
  await silent.page.getByRole('region', { name: '李国强', exact: true }).waitFor()
})

test('a person is called from their card on the live map', async () => {
  const page = await arrive('caller')
  await signIn(page, product.url, 'dispatcher')
  const caller = await logIn(product.url, 'dispatcher')
  const tree = await caller.call(getPersonTreeList, {})
  const ids = tree.flatMap(({ isUser, id }) => (isUser ? id : [])).slice(0, 100)
  const known = await caller.call(getRealtimeData, { objectType: ObjectType.person, ids })
  const called = known.find(({ deviceId }) => deviceId)!
  await page.goto(`${product.url}/monitor/live/index?tab=person&selected=0-${called.objectId}`)
  await page.getByRole('button', { name: '对讲呼叫' }).click()
  await page.waitForURL(/\/monitor\/intercom\/index/)
  await page.getByRole('region', { name: called.objectName, exact: true }).waitFor()
})

test('two browsers and a vehicle: each hears whole what the others say, also who comes 2 s late; the members are on the map', async () => {
  const vehicle = await cameraVehicle(product)
  const { terminal, cameras, plate, companyId, vehicleId } = vehicle
  await terminal.report(Date.now())
  const api = await logIn(product.url)
  const name = unique('车组')
  const { id: groupId } = await api.call(addIntercomGroup, { kind: 'fixed', name, deptId: companyId, vehicleIds: [vehicleId] })
  const { page, sent, heard: ofCab } = await comeTo(name, 'who speaks with a cab')
  const listener = await comeTo(name, 'who listens beside a cab')
  const late = await comeTo('全员频道', 'who comes late to a cab')
  const cab = page.getByRole('listitem', { name: plate })

  await holdButton(page)
  await state(page, '请讲话')
  const { header, message } = await terminal.next(({ message: { id } }) => id === MessageId.openVideo)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
  cameras.obey(message)
  await cab.filter({ hasText: '已接通' }).waitFor()
  await page.waitForTimeout(2000)
  await late.page.getByRole('button', { name }).click()
  await expect.poll(() => [...late.heard.values()].at(-1)?.length ?? 0).toBeGreaterThan(0)
  await page.mouse.up()
  for (const one of [page, listener.page, late.page]) await state(one, '空闲')
  const speech = await newest(api, { groupId })
  const said = sent.get(speech.id)!
  expect(speech).toMatchObject({ samples: said.length, sha256: sha256(said) })
  for (const { heard } of [listener, late]) await expect.poll(() => sha256(heard.get(speech.id))).toBe(sha256(said))
  // The terminal is given whole pieces of 20 ms.
  const piece = 160
  const whole = Buffer.alloc(Math.ceil(said.length / piece) * piece, 0xd5)
  said.copy(whole)
  await expect.poll(() => cameras.talk.played).toEqual({ samples: whole.length, sha256: sha256(whole) })

  // The loudspeaker has finished by then: what it says is no answer.
  await page.waitForTimeout(1500)
  const answer = Buffer.concat(Array.from({ length: 50 }, (_, i) => voicePiece(i)))
  cameras.talk.speak(answer)
  await state(page, `${plate} 正在讲话`)
  await state(page, '空闲')
  const reply = await newest(api, { groupId, vehicleId })
  for (const heard of [ofCab, listener.heard, late.heard]) {
    await expect.poll(() => sha256(heard.get(reply.id))).toBe(reply.sha256)
    expect(heard.get(reply.id)?.includes(answer)).toBe(true)
  }
  const item = page.locator('.intercom-speeches li', { hasText: plate }).first()
  await item.getByRole('button', { name: /^播放/ }).waitFor()
  await page
    .getByRole('region', { name: `“${name}”成员位置` })
    .locator('canvas')
    .first()
    .waitFor()
  await lookAt(page, 'a cab in a group', { ready: cab, within: '.intercom' })
  vehicle.close()
})

/** The newest speech once it is kept: that the floor is free is told before. */
async function newest({ call }: Awaited<ReturnType<typeof logIn>>, asked: { groupId: number; vehicleId?: number }) {
  const find = async () => (await call(listSpeeches, asked))[0]
  await expect.poll(async () => (await find())?.endReason ?? null).not.toBeNull()
  return (await find())!
}

/** A page of a new account that hears a group. */
async function comeTo(group: string, name: string) {
  const page = await arrive(name)
  await signInAsNew(page, product.url)
  const [sent, heard] = [voicesOf(page, 'framesent'), voicesOf(page, 'framereceived')]
  await page.goto(`${product.url}/monitor/intercom/index`)
  await page.getByRole('button', { name: '打开对讲' }).last().click()
  await page.getByRole('button', { name: group }).click()
  await state(page, '空闲，按住按钮讲话')
  return { page, sent, heard }
}

test('the button of a head-set begins and ends a speech', async () => {
  const { page } = speaker
  await page.getByRole('button', { name: group }).click()
  await state(page, '空闲，按住按钮讲话')
  const pressHeadset = () => page.evaluate(() => dispatchEvent(new Event('head-set')))
  await pressHeadset()
  await state(page, '请讲话')
  await pressHeadset()
  await state(page, '空闲')
})

test('on a phone a finger holds the button', async () => {
  const phone = await arrive('phone', { width: 360, height: 740, touch: true })
  await signIn(phone, product.url, 'inspector')
  await phone.goto(`${product.url}/monitor/intercom/index`)
  await phone.getByRole('button', { name: '打开对讲' }).last().tap()
  await phone.getByRole('button', { name: group }).tap()
  await state(phone, '空闲，按住按钮讲话')
  await button(phone).scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await button(phone).boundingBox())!
  const screen = await phone.context().newCDPSession(phone)
  const finger = { x: x + width / 2, y: y + height / 2 }
  await screen.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await state(phone, '请讲话')
  await state(listener.page, '李国强 正在讲话')
  await screen.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await state(phone, '空闲')
  await state(listener.page, '空闲')
})

test('no console message', () => expect(consoleMessages).toEqual([]))
