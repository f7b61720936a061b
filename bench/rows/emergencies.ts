import { setTimeout as sleep } from 'node:timers/promises'
import { addDepartment, getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { bindTerminal, listTerminals } from '@huanwei/contract/terminals/endpoints'
import { addUser } from '@huanwei/contract/users/endpoints'
import { dial, fixAt } from '@huanwei/server/position/ingest/terminal.test-kit'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { BrowserContext, Page } from 'playwright-core'
import { type Caller, endCallsForHelp, logIn as logInByCalls, userLike } from '../../e2e/api.ts'
import { launchBrowser } from '../../tools/chromium.ts'
import type { Bench } from '../kit/bench.ts'
import { logInOnPage } from '../kit/live-page.ts'
import { ms, quantile, type Result } from '../kit/table.ts'

/** Device time ahead of the clock by more than ten minutes is refused: each takes 90 s of it. */
const calls = 5
const longestMs = 1500
/** Pages of one browser that stand open. */
const screens = ['/wel/index', '/event/illegal/index', '/monitor/live/index', '/screen/board_huayin']

/** Measures the time from the frame of a badge that calls for help to the red strip on every open page. */
export async function measureEmergencies(bench: Bench): Promise<Result[]> {
  const product = await bench.startProduct({})
  const browser = await launchBrowser()
  bench.onEnd(() => browser.close())
  const { admin, dispatcher, sweeper } = await hire(product.url)
  const badge = await addBadge(product.terminalPort, admin, sweeper.userId)
  bench.onEnd(badge.close)
  const pages = await openPages(
    await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'zh-CN' }),
    product.url,
  )

  const times: number[] = []
  for (let n = 0; n <= calls; n++) {
    bench.log(`call for help ${n} of ${calls}`)
    const at = Date.now()
    await badge.callForHelp()
    for (const page of pages) {
      const shown = (await shownAt(page)) - at
      // A page listens a moment after it is there: the first call does not count.
      if (n) times.push(shown)
    }
    await endCallsForHelp(dispatcher)
    for (const page of pages) await page.waitForFunction(() => !document.querySelector('.emergency [role=alert]'))
    await sleep(500)
  }
  const longest = Math.max(...times)
  return [
    {
      label: `SOS frame of a badge → red strip on ${screens.length} open pages, a board among them; the longest of ${times.length}`,
      measured: `${ms(longest)} (median ${ms(quantile(times, 0.5))})`,
      budget: `≤ ${ms(longestMs)}`,
      met: longest <= longestMs,
    },
  ]
}

const newPassword = 'neuling-2024'

/** A department of its own with a dispatcher, who is told first, and a sweeper. */
async function hire(url: string) {
  const admin = await logInByCalls(url)
  const [root] = await admin.call(getDepartmentTree, {})
  const { deptId } = await admin.call(addDepartment, { name: '应急班', parentId: root?.id ?? 0, sort: 1 })
  const account = async (like: string, phone: string) => {
    const role = (await userLike(admin, like))?.roleList.map(({ roleId }) => roleId) ?? []
    await admin.call(addUser, { username: `bench-${like}`, phone, newpassword1: newPassword, deptId, role })
    return logInByCalls(url, `bench-${like}`, newPassword)
  }
  return { admin, dispatcher: await account('dispatcher', '19900000001'), sweeper: await account('inspector', '19900000002') }
}

/** A new badge in the hands of a person. */
async function addBadge(terminalPort: number, { call }: Caller, objectId: number) {
  const terminalNo = String(Date.now()).slice(-11)
  const terminal = await dial(terminalPort, terminalNo)
  await terminal.open()
  const [registered] = (await call(listTerminals, { terminalNo })).records
  await call(bindTerminal, { id: registered?.id ?? 0, objectType: '0', objectId })
  // Device time runs ahead: a rule is quiet for a minute after a violation.
  let time = Date.now()
  function report(alarm: number) {
    time += alarm ? 89_000 : 1000
    return terminal.ask({ id: MessageId.location, location: fixAt(time, { lng: 104.07, lat: 30.66, speed: 0, alarm }) })
  }
  // The first report of a terminal is not judged, and its binding is known a moment later.
  await report(0)
  await sleep(3000)
  return {
    close: terminal.close,
    async callForHelp() {
      await report(1)
      await report(0)
    },
  }
}

async function openPages(context: BrowserContext, url: string) {
  await context.addInitScript(() => {
    new MutationObserver(() => {
      const isShown = document.querySelector('.emergency [role=alert]') !== null
      const shownAt: unknown = Reflect.get(window, 'shownAt')
      if (isShown !== (shownAt !== undefined)) Object.assign(window, { shownAt: isShown ? Date.now() : undefined })
    }).observe(document, { childList: true, subtree: true })
  })
  const first = await context.newPage()
  await logInOnPage(first, url, 'bench-dispatcher', newPassword)
  const pages: Page[] = []
  for (const path of screens) {
    const page = await context.newPage()
    await page.goto(url + path, { waitUntil: 'networkidle' })
    pages.push(page)
  }
  await first.close()
  return pages
}

/** Epoch ms at which the strip was drawn. */
async function shownAt(page: Page): Promise<number> {
  await page.waitForFunction(() => Reflect.get(window, 'shownAt') !== undefined)
  return page.evaluate((): number => Reflect.get(window, 'shownAt'))
}
