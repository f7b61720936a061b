import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../../../tools/chromium.ts'
import type { Bench } from '../../kit/bench.ts'
import { logInOnPage } from '../../kit/live-page.ts'
import { count, ms, quantile, type Result } from '../../kit/table.ts'

const speeches = 15
const speechMs = 2000
const quietMs = 700
const group = '应急保障'
/** A piece of the microphone before it is sent. */
const pieceMs = 20
const mostMs = 250
/** Samples by which the blocks and the filter of a browser may differ from what was sent: 10 ms. */
const mostUnlike = 80

type Voice = { at: number; samples: number }

/** Measures how late a voice is in a browser: from a sample's going out of one page until the loudspeaker of another page plays it. */
export async function measureBrowsers(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({ FLEET_SIZE: '2' })
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  const [speaker, listener] = [await enter(browser, product.url, 'inspector'), await enter(browser, product.url, 'dispatcher')]
  const button = speaker.locator('.intercom-button')
  const late: number[] = []
  for (let n = 0; n < speeches; n++) {
    await button.hover()
    await speaker.mouse.down()
    await speaker.waitForTimeout(speechMs)
    await speaker.mouse.up()
    await speaker.waitForTimeout(quietMs)
    late.push(...ages(await takeVoice(speaker), await takeVoice(listener)))
  }
  const p99 = quantile(late, 0.99) + pieceMs
  return [
    {
      label: `From mouth to ear in two pages of a browser, a piece of the microphone before it included, p99 of ${count(late.length)} pieces in ${speeches} speeches`,
      measured: `${ms(p99)} (median ${ms(quantile(late, 0.5) + pieceMs)})`,
      budget: `≤ ${mostMs} ms`,
      met: p99 <= mostMs,
    },
  ]
}

async function enter(browser: Browser, url: string, account: string): Promise<Page> {
  // What listens in the page is no script of the product's.
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN', bypassCSP: true })
  const page = await context.newPage()
  await page.addInitScript(noteVoices)
  await logInOnPage(page, url, account)
  await page.goto(`${url}/monitor/intercom/index`)
  await page.getByRole('button', { name: '打开对讲' }).last().click()
  await page.getByRole('button', { name: group }).click()
  await page.locator('.intercom-state', { hasText: '空闲' }).waitFor()
  return page
}

/** Runs in the page: notes when voice goes out, and when a loudspeaker plays it. */
function noteVoices() {
  const voices: Voice[] = []
  Object.assign(globalThis, { voices })
  const send = WebSocket.prototype.send
  WebSocket.prototype.send = function (data) {
    if (data instanceof Uint8Array) voices.push({ at: Date.now(), samples: data.length - 4 })
    return send.call(this, data)
  }
  /** Hands over each piece that is no silence: its time, that of the sound in s, and how long it is. */
  const listen = `registerProcessor('listen', class extends AudioWorkletProcessor {
    process([[samples]]) {
      if (samples?.some((sample) => sample !== 0)) this.port.postMessage([currentTime, samples.length / sampleRate])
      return true
    }
  })`
  const ears = URL.createObjectURL(new Blob([listen], { type: 'text/javascript' }))
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode
  async function hear(node: AudioNode) {
    const context = node.context as AudioContext
    await context.audioWorklet.addModule(ears)
    const ear = new AudioWorkletNode(context, 'listen', { numberOfOutputs: 0 })
    connect.call(node, ear)
    ear.port.onmessage = ({ data: [time, seconds] }: MessageEvent<[number, number]>) => {
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
      voices.push({ at: performance.timeOrigin + performanceTime + (time - contextTime) * 1000, samples: seconds * 8000 })
    }
  }
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to === this.context.destination) void hear(this)
    return connect.call(this, to)
  } as typeof AudioNode.prototype.connect
}

const takeVoice = (page: Page) => page.evaluate(() => (globalThis as unknown as { voices: Voice[] }).voices.splice(0))

/** For each piece that was played: how long before that it was sent. A speech that was played faster, as it was behind, says nothing. */
function ages(sent: Voice[], played: Voice[]): number[] {
  const whole = (voices: Voice[]) => voices.reduce((sum, { samples }) => sum + samples, 0)
  if (Math.abs(whole(sent) - whole(played)) > mostUnlike) return []
  const sentAt = sent.flatMap(({ at, samples }) => Array.from({ length: samples }, () => at))
  let sample = 0
  return played.map(({ at, samples }) => {
    const age = at - sentAt[Math.min(Math.floor(sample), sentAt.length - 1)]!
    sample += samples
    return age
  })
}
