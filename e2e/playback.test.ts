import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { dayMs, hourMs, minuteMs, shanghaiMs } from '@huanwei/contract/time'
import { addVehicle } from '@huanwei/contract/vehicles/endpoints'
import { RecordedCameras } from '@huanwei/fleet/cameras/recorded-cameras'
import { recordingsOf } from '@huanwei/fleet/cameras/recordings'
import { FileUploads } from '@huanwei/fleet/uploads/file-uploads'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { PlaybackControl, playSpeeds } from '@huanwei/terminal/messages/playback'
import { UploadControl } from '@huanwei/terminal/messages/upload'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from './api.ts'
import { faults, lookAt } from './looks.ts'
import { people, signInAsNew, unique } from './person.ts'
import { sharedProduct } from './prepared.ts'
import { handMadeTerminal } from './terminal.ts'

const product = sharedProduct()
const { arrive, consoleMessages } = people()
/** The terminal of a vehicle with two cameras, and its disk. */
let terminal: Awaited<ReturnType<typeof handMadeTerminal>>
let disk: RecordedCameras
let vehicleId: number
/** A day in Shanghai that is over and hence recorded whatever the hour is; 1 is yesterday. */
function recordedDay(daysAgo: number) {
  const start = Math.floor((Date.now() + shanghaiMs) / dayMs) * dayMs - shanghaiMs - daysAgo * dayMs
  return { day: new Date(start + shanghaiMs).toISOString().slice(0, 10), at: (hour: number) => start + hour * hourMs }
}
let daysAgo = 1
/** Another one for each attempt of a test: the server remembers for a while what the terminal has told of a day. */
const newDay = () => recordedDay(++daysAgo)

beforeAll(async () => {
  const api = await logIn(product.url)
  const terminalNo = `139${unique('').slice(-8)}`
  terminal = await handMadeTerminal(product.terminalPort, terminalNo)
  disk = new RecordedCameras({ terminalNo, version2019: false })
  // What an unbound terminal reported becomes its first vehicle's.
  for (const { at } of [2, 3, 4, 5].map(recordedDay))
    for (const minutes of [-1, 20]) await terminal.report(at(12.5) + minutes * minuteMs, { speed: 36 })
  const [root] = await api.call(getDepartmentTree, {})
  const named = { plateNumber: `沪P${unique('').slice(-5)}`, deptId: root?.children[0]?.id ?? 0, vehicleType: '9' }
  const vehicle = await api.call(addVehicle, { ...named, vehicleCamera: 2 })
  const { records } = await api.call(listTerminals, { terminalNo })
  await api.call(bindTerminal, { id: records[0]?.id ?? 0, objectId: vehicle.id })
  vehicleId = vehicle.id
})
afterAll(() => {
  disk?.closeAll()
  terminal?.close()
})

/** Answers the next query with what the disk has, or the next command about a playback, which it obeys when the answer is good; what it was. */
async function answerNext(result = 0) {
  const { header, message } = await terminal.next((one) => asked.some((id) => id === one.message.id))
  if (message.id === MessageId.queryFiles) {
    const files = recordingsOf(message.channel, message, Date.now())
    terminal.send({ id: MessageId.fileList, replySerial: header.serial, total: files.length, files })
  } else {
    terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result })
    if (result === 0) disk.obey(message)
  }
  return message
}
const asked = [MessageId.queryFiles, MessageId.playVideo, MessageId.controlPlayback] as const

test('what the disk of a terminal holds is listed, played, paused, jumped in and played faster, and ends with the page', async () => {
  const { day, at } = newDay()
  const page = await arrive('who looks back')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/playback/index?vehicle=${vehicleId}&day=${day}`)
  expect(await answerNext()).toMatchObject({ id: MessageId.queryFiles, channel: 1 })
  const list = page.getByRole('list', { name: '录像列表' })
  await expect.poll(() => list.getByRole('button', { name: /^\d/ }).allTextContents()).toEqual(['05:00–11:30', '12:30–22:00'])
  const video = page.locator('.playback video')
  const time = () => video.evaluate((element: HTMLVideoElement) => (element.videoWidth > 0 ? element.currentTime : 0))
  const clock = page.locator('.playback-clock')

  await list.getByRole('button', { name: '12:30–22:00', exact: true }).click()
  expect(await answerNext()).toMatchObject({ channel: 1, start: at(12.5) })
  await expect.poll(time).toBeGreaterThan(0.5)
  await expect.poll(() => clock.textContent()).toMatch(/^12:30:0[1-9]/)
  // Where it was then, and how fast.
  await page.locator('.playback-map .map-mover').waitFor()
  await page.locator('.playback-moment').getByText('36 km/h').waitFor()
  // Looked at in one size: another one draws the page anew, which ends what plays.
  expect(await faults(page, '.playback')).toEqual([])

  await page.getByRole('button', { name: '暂停' }).click()
  expect(await answerNext()).toMatchObject({ command: PlaybackControl.pause })
  await page.locator('.picture-said', { hasText: '播放已暂停' }).waitFor()
  await page.getByRole('button', { name: '播放', exact: true }).click()
  expect(await answerNext()).toMatchObject({ command: PlaybackControl.resume })

  // By keys: the last recording, an hour on, and then a minute.
  const bar = page.getByRole('slider', { name: '时间轴' })
  await page.locator('.playback [data-state=playing]').waitFor()
  await bar.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowRight')
  expect(await bar.getAttribute('aria-valuetext')).toBe('13:31:00，有录像')
  await page.keyboard.press('Enter')
  expect(await answerNext()).toMatchObject({ command: PlaybackControl.jump, time: at(13.5) + 60_000 })
  await expect.poll(() => clock.textContent()).toMatch(/^13:31:0[1-9]/)

  await page.getByText('×16', { exact: true }).click()
  expect(await answerNext()).toMatchObject({ command: PlaybackControl.fastForward, speed: playSpeeds.indexOf(16) })
  await expect.poll(() => clock.textContent(), { timeout: 30_000 }).toMatch(/^13:31:[2-5]|^13:3[2-9]/)
  // The terminal cannot jump: it is asked to play from there.
  await page.getByRole('button', { name: '后退 30 秒' }).click()
  expect(await answerNext(3)).toMatchObject({ command: PlaybackControl.jump })
  expect(await answerNext()).toMatchObject({ command: PlaybackControl.stop })
  expect(await answerNext()).toMatchObject({ id: MessageId.playVideo, speed: playSpeeds.indexOf(16) })
  await page.locator('.playback [data-state=playing]').waitFor()

  await page.getByText('CH2').click()
  // The end of one channel and the question about the other go different ways.
  const both = [await answerNext(), await answerNext()].sort((one, other) => Number(one.id) - Number(other.id))
  expect(both).toMatchObject([
    { id: MessageId.controlPlayback, channel: 1, command: PlaybackControl.stop },
    { id: MessageId.queryFiles, channel: 2 },
  ])
  await list.getByRole('button', { name: '06:00–11:30', exact: true }).waitFor()
  await page.getByRole('button', { name: '轨迹地图' }).click()
  await page.locator('.playback-map').waitFor({ state: 'detached' })
})

test('two channels are played side by side: both begin at a moment, pause and go on together, jump with the one that leads, and one has a hole', async () => {
  const { day, at } = newDay()
  const page = await arrive('who looks back at two')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/playback/index?vehicle=${vehicleId}&day=${day}&channel=1`)
  expect(await answerNext()).toMatchObject({ id: MessageId.queryFiles, channel: 1 })
  await page.getByRole('combobox', { name: '同时播放' }).click()
  await page.locator('.ant-select-item', { hasText: 'CH2' }).click()
  await page.keyboard.press('Escape')
  expect(await answerNext()).toMatchObject({ id: MessageId.queryFiles, channel: 2 })
  /** The next commands, of which those to different channels may come in any order. */
  const next = async (count: number) => {
    const all: Awaited<ReturnType<typeof answerNext>>[] = []
    while (all.length < count) all.push(await answerNext())
    const channelOf = (one: (typeof all)[number]) => ('channel' in one ? one.channel : 0)
    return all.sort((one, other) => channelOf(one) - channelOf(other))
  }
  const ofBoth = () => next(2)
  const list = page.getByRole('list', { name: '录像列表' })
  await list.getByRole('button', { name: '12:30–22:00', exact: true }).click()
  expect(await ofBoth()).toMatchObject([
    { id: MessageId.playVideo, channel: 1, start: at(12.5) },
    { id: MessageId.playVideo, channel: 2, start: at(12.5) },
  ])
  const times = () =>
    page.locator('.playback video').evaluateAll((all) => (all as HTMLVideoElement[]).map(({ currentTime }) => currentTime))
  await expect.poll(async () => (await times()).filter((time) => time > 0.5).length).toBe(2)
  expect(await faults(page, '.playback')).toEqual([])

  await page.getByRole('button', { name: '暂停' }).click()
  expect(await ofBoth()).toMatchObject([
    { channel: 1, command: PlaybackControl.pause },
    { channel: 2, command: PlaybackControl.pause },
  ])
  await expect.poll(() => page.locator('.playback [data-state=paused]').count()).toBe(2)
  await page.getByRole('button', { name: '播放', exact: true }).click()
  expect(await ofBoth()).toMatchObject([
    { channel: 1, command: PlaybackControl.resume },
    { channel: 2, command: PlaybackControl.resume },
  ])
  await expect.poll(() => page.locator('.playback [data-state=playing]').count()).toBe(2)

  await page.getByRole('button', { name: '前进 30 秒' }).click()
  expect(await ofBoth()).toMatchObject([
    { channel: 1, command: PlaybackControl.jump },
    { channel: 2, command: PlaybackControl.jump },
  ])

  // The other channel was not recorded before six.
  await list.getByRole('button', { name: '05:00–11:30', exact: true }).click()
  expect(await next(3)).toMatchObject([
    { channel: 1, command: PlaybackControl.stop },
    { id: MessageId.playVideo, channel: 1, start: at(5) },
    { channel: 2, command: PlaybackControl.stop },
  ])
  await page.locator('.picture-said', { hasText: '该通道此刻没有录像' }).waitFor()
  await page.locator('.playback [data-state=playing]').waitFor()
  await page.getByRole('slider', { name: '时间轴' }).focus()
  for (const key of ['Home', 'PageUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const [jumped, begun] = await ofBoth()
  expect(jumped).toMatchObject({ channel: 1, command: PlaybackControl.jump, time: at(6) + 60_000 })
  expect(begun).toMatchObject({ id: MessageId.playVideo, channel: 2 })
  // It begins where the other one is then.
  expect(begun && 'start' in begun ? begun.start : 0).toBeGreaterThanOrEqual(at(6) + 60_000)
  await expect.poll(() => page.locator('.playback [data-state=playing]').count()).toBe(2)
})

/** What an attempt that failed has begun is not begun again. */
let attempt = -1

test('a recording is uploaded, paused and played from the server, and another is called off', async () => {
  attempt++
  const { day, at } = recordedDay(1)
  const uploads = new FileUploads((ended) => terminal.send(ended), { bytesPerSecond: 150_000 })
  /** Lets the terminal obey the next command about uploads; lists are told meanwhile. */
  async function obeyNext() {
    for (;;) {
      const ids = [MessageId.queryFiles, MessageId.uploadFiles, MessageId.controlUpload] as const
      const { header, message } = await terminal.next((one) => ids.some((id) => id === one.message.id))
      if (message.id === MessageId.queryFiles) {
        const files = recordingsOf(message.channel, message, Date.now())
        terminal.send({ id: MessageId.fileList, replySerial: header.serial, total: files.length, files })
        continue
      }
      terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
      uploads.obey(header.serial, message)
      return message
    }
  }
  const page = await arrive('who keeps a recording')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/playback/index?vehicle=${vehicleId}&day=${day}`)
  const tasks = page.getByRole('region', { name: '上传任务' })
  const form = page.locator('.ant-drawer-open')
  async function ask(from: string, to: string) {
    for (const [label, time] of [
      ['开始时间', from],
      ['结束时间', to],
    ] as const) {
      await form.getByLabel(label).fill(`${day} ${time}`)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'detached' })
  }
  // The terminal has told this list before, or tells it now.
  const first = obeyNext()
  await page.getByRole('button', { name: '上传录像 05:00–11:30' }).click()
  await form.getByText('约 374.4 MB').waitFor()
  expect(await faults(page, '.ant-drawer-open')).toEqual([])
  await ask(`08:0${attempt}:00`, `08:0${attempt + 1}:00`)
  const start = at(8) + attempt * 60_000
  expect(await first).toMatchObject({ id: MessageId.uploadFiles, channel: 1, start, end: start + 60_000 })
  const task = tasks.getByRole('listitem').filter({ hasText: `08:0${attempt}:00–08:0${attempt + 1}:00` })
  await task.getByText('正在上传').waitFor()
  await task.getByRole('button', { name: /^暂停/ }).click()
  expect(await obeyNext()).toMatchObject({ id: MessageId.controlUpload, command: UploadControl.pause })
  await task.getByText('暂停中').waitFor()
  await lookAt(page, 'uploads', { ready: page.locator('.playback-uploads li').first(), within: '.playback-uploads' })
  await task.getByRole('button', { name: /^继续/ }).click()
  expect(await obeyNext()).toMatchObject({ id: MessageId.controlUpload, command: UploadControl.resume })
  // Without a hand on the page.
  await task.getByText('已完成').waitFor()
  await task.getByRole('button', { name: /^播放 01_/ }).click()
  const video = page.locator('.clip-stage video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await video.waitFor({ state: 'detached' })

  await tasks.getByRole('button', { name: '上传录像' }).click()
  // Longer than it takes to press a button.
  await ask(`09:0${attempt}:00`, `09:2${attempt}:00`)
  expect(await obeyNext()).toMatchObject({ id: MessageId.uploadFiles })
  const other = tasks.getByRole('listitem').filter({ hasText: `09:0${attempt}:00–09:2${attempt}:00` })
  await other.getByRole('button', { name: /^取消/ }).click()
  expect(await obeyNext()).toMatchObject({ id: MessageId.controlUpload, command: UploadControl.cancel })
  await other.getByText('已取消').waitFor()
  uploads.closeAll()
})

test('a terminal that does not tell what it has, or is away, is said in words', async () => {
  const page = await arrive('who asks in vain')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/monitor/playback/index?vehicle=${vehicleId}&day=2026-01-05`)
  const { header } = await terminal.next((one) => one.message.id === MessageId.queryFiles)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: MessageId.queryFiles, result: 3 })
  await page.getByText('终端拒绝列出录像').waitFor()
  await page.getByRole('button', { name: '重新查询' }).click()
  const again = await terminal.next((one) => one.message.id === MessageId.queryFiles)
  terminal.send({ id: MessageId.fileList, replySerial: again.header.serial, total: 0, files: [] })
  await page.getByText('这一天没有录像').waitFor()
  terminal.close()
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: '重新查询' }).click()
      return page.getByText('终端离线', { exact: true }).count()
    })
    .toBe(1)
})

test('the consoles have no message', () => expect(consoleMessages).toEqual([]))
