import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from '../tools/chromium.ts'

const pictures = join(tmpdir(), 'huanwei-e2e-failures')

export type Language = 'zh-CN' | 'zh-TW' | 'en-US'
type Person = { name: string; page: Page; size: { width: number; height: number }; isGuest: boolean }
/** `touch`: a phone, whose finger is the pointer. */
type Options = { language?: Language; width?: number; height?: number; touch?: boolean }

/** Chromium's notes on drawing in software; a real graphics card has none. */
const isAboutDrawing = (text: string) => /GPU stall due to ReadPixels|software WebGL|GroupMarkerNotSet/.test(text)

/**
 * A browser for a test file. Each person has a context of their own; who arrives in a test leaves with it. What the console said is kept, a
 * failed test leaves pictures. `preferSystem`: the system's browser has Chinese fonts, npm's draws Chinese text without width.
 */
export function people({ preferSystem = false } = {}) {
  let browser: Browser
  let pages: Person[] = []
  let isInTest = false
  let saidBefore = 0
  /** Console errors and warnings, uncaught errors, failed requests: none is expected. What a failed try heard goes with it. */
  const complaints: string[] = []

  beforeAll(async () => {
    browser = await launchBrowser({ preferSystem })
  })
  beforeEach(() => {
    isInTest = true
    saidBefore = complaints.length
  })
  afterEach(async ({ task }) => {
    isInTest = false
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await takePictures(task.name)
    for (const { page } of pages.filter((one) => one.isGuest)) await page.context().close()
    pages = pages.filter((one) => !one.isGuest)
    if (!hasFailed) return
    await Promise.all(pages.map(startOver))
    complaints.splice(saidBefore)
  })
  afterAll(() => browser?.close())

  async function takePictures(test: string) {
    mkdirSync(pictures, { recursive: true })
    for (const { name, page } of pages.filter((one) => !one.page.isClosed())) {
      const path = join(pictures, `${test.replace(/\W+/g, '-').slice(0, 60)}-${name}.png`)
      await page.screenshot({ path, timeout: 10_000 })
      console.error(`${page.url()} looked like ${path}`)
    }
  }

  /** The page as it began, without what a failed try left open in it. */
  async function startOver({ page, size }: Person) {
    if (page.isClosed()) return
    await page.setViewportSize(size)
    if (page.url().startsWith('http')) await page.goto(page.url().replace(/[?#].*/, ''))
  }

  async function arrive(name: string, { language, width = 1366, height = 768, touch = false }: Options = {}) {
    const context = await browser.newContext({
      ...{ viewport: { width, height }, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
      ...{ hasTouch: touch, isMobile: touch },
      // Nothing to wait for: what moves is there at once.
      reducedMotion: 'reduce',
    })
    if (language) await context.addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    page.on('console', (said) => {
      if (['error', 'warning'].includes(said.type()) && !isAboutDrawing(said.text())) complaints.push(`${name}: ${said.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`${name}: ${error.message}`))
    pages.push({ name, page, size: { width, height }, isGuest: isInTest })
    return page
  }
  return { arrive, complaints }
}

/** `words` as nothing else holds them: neither the demo nor an earlier try of the test. */
export const unique = (words: string) => `${words}${Date.now()}`

/** Through the login screen, as a person does it, to the home page. */
export async function logInOnScreen(page: Page, url: string, username = 'admin', password = '123456') {
  await page.goto(url)
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await page.locator('.login-submit').click()
  await page.locator('.home').waitFor()
}
