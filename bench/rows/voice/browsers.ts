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
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' })
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
  const start = AudioBufferSourceNode.prototype.start
  AudioBufferSourceNode.prototype.start = function (when = 0) {
    const { currentTime, outputLatency } = this.context as AudioContext
    const inSeconds = Math.max(0, when - currentTime) + (outputLatency || 0)
    voices.push({ at: Date.now() + inSeconds * 1000, samples: this.buffer?.length ?? 0 })
    return start.call(this, when)
  }
}

const takeVoice = (page: Page) => page.evaluate(() => (globalThis as unknown as { voices: Voice[] }).voices.splice(0))

/** For each piece that was played: how long before that it was sent. A speech that was played faster, as it was behind, says nothing. */
function ages(sent: Voice[], played: Voice[]): number[] {
  const whole = (voices: Voice[]) => voices.reduce((sum, { samples }) => sum + samples, 0)
  if (whole(sent) !== whole(played)) return []
  const sentAt = sent.flatMap(({ at, samples }) => Array.from({ length: samples }, () => at))
  let sample = 0
  return played.map(({ at, samples }) => {
    const age = at - sentAt[sample]!
    sample += samples
    return age
  })
}
