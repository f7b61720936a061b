import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, ConsoleMessage, Page, Response } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { launchBrowser } from '../tools/chromium.ts'
import { newAccount, newToken } from './api.ts'

const pictures = join(tmpdir(), 'huanwei-e2e-failures')

export type Language = 'zh-CN' | 'zh-TW' | 'en-US'
type Person = { name: string; page: Page; size: { width: number; height: number }; isGuest: boolean }
/** `touch`: a phone with a touch screen. */
type Options = { language?: Language; width?: number; height?: number; touch?: boolean }

/** Chromium's warnings about software rendering, which a real graphics card does not cause. */
const isAboutDrawing = (text: string) => /GPU stall due to ReadPixels|software WebGL|GroupMarkerNotSet/.test(text)

/** True for an error or a warning of a page. */
export const isFault = (message: ConsoleMessage) =>
  ['error', 'warning'].includes(message.type()) && !isAboutDrawing(message.text())

/** The browser of this worker, shared by test files: starting one takes longer than a file's log-in. */
let shared: Browser | undefined

async function sharedBrowser() {
  if (!shared?.isConnected()) shared = await launchBrowser()
  return shared
}

/** Runs in the page: asks the product to fetch no page before it is opened, which would be most of the work of a short visit. */
function saveData() {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
}

/**
 * The people of a test file. Each has a browser context of their own; a context opened in a test closes with it. Console messages are collected, a
 * failed test leaves pictures. `savesData`: pages are fetched when they are opened, as for a person with a costly line.
 */
export function people({ savesData = true } = {}) {
  let browser: Browser
  let pages: Person[] = []
  let isInTest = false
  let countBefore = 0
  /** Console errors and warnings, uncaught errors, failed requests: none is expected. Those of a failed try are dropped with it. */
  const consoleMessages: string[] = []

  beforeAll(async () => {
    browser = await sharedBrowser()
  })
  beforeEach(() => {
    isInTest = true
    countBefore = consoleMessages.length
  })
  afterEach(async ({ task }) => {
    isInTest = false
    const hasFailed = task.result?.state === 'fail'
    if (hasFailed) await takePictures(task.name)
    for (const { page } of pages.filter((one) => one.isGuest)) await page.context().close()
    pages = pages.filter((one) => !one.isGuest)
    if (!hasFailed) return
    await Promise.all(pages.map(startOver))
    consoleMessages.splice(countBefore)
  })
  afterAll(async () => {
    for (const { page } of pages.splice(0)) await page.context().close()
  })

  async function takePictures(test: string) {
    mkdirSync(pictures, { recursive: true })
    for (const { name, page } of pages.filter((one) => !one.page.isClosed())) {
      const path = join(pictures, `${test.replace(/\W+/g, '-').slice(0, 60)}-${name}.png`)
      await page.screenshot({ path, timeout: 10_000 })
      console.error(`${page.url()} looked like ${path}`)
    }
  }

  /** Resets the page, without dialogs that a failed try left open. */
  async function startOver({ page, size }: Person) {
    if (page.isClosed()) return
    await page.setViewportSize(size)
    if (page.url().startsWith('http')) await page.goto(page.url().replace(/[?#].*/, ''))
  }

  async function arrive(name: string, { language, width = 1366, height = 768, touch = false }: Options = {}) {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      hasTouch: touch,
      isMobile: touch,
      // No animations to wait for.
      reducedMotion: 'reduce',
    })
    if (savesData) await context.addInitScript(saveData)
    if (language) await context.addCookies([{ name: 'language', value: language, domain: 'localhost', path: '/' }])
    const page = await context.newPage()
    page.setDefaultTimeout(45_000)
    page.on('console', (message) => {
      if (isFault(message)) consoleMessages.push(`${name}: ${message.text()}`)
    })
    page.on('pageerror', (error) => consoleMessages.push(`${name}: ${error.message}`))
    pages.push({ name, page, size: { width, height }, isGuest: isInTest })
    return page
  }
  return { arrive, consoleMessages }
}

export const languages: Language[] = ['zh-CN', 'zh-TW', 'en-US']

/** A command of the header, by its hint: behind the button for more it has no name. */
export const inHeader = (page: Page, name: string) => page.locator(`.header button[title="${name}"]`)

/** Presses a command of the header, also where it is behind the button for more. */
export async function pressInHeader(page: Page, name: string) {
  const command = inHeader(page, name)
  await command.waitFor({ state: 'attached' })
  if (!(await command.isVisible())) await page.locator('.header-gather > button').click()
  await command.click()
}

/**
 * Selects a language, without a reload; the select is hidden behind a button of the header. The choice is stored for the account: those of
 * the shared product are everybody's, see `signInAsNew`.
 */
export async function switchTo(page: Page, language: Language) {
  await page.locator('.language select').first().selectOption(language, { force: true })
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
}

/** Navigates as a link does: the app goes on, nothing is loaded anew. */
export const follow = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)

/** Turns to a page of the frame as a link does; to load everything anew costs a browser three times as much. */
export async function turnTo(page: Page, address: string) {
  // A page that has only begun to load goes to its first address after that.
  await page.locator('.tab-active').waitFor({ state: 'attached' })
  await follow(page, address)
  // The page before is shown until then.
  await page.locator(`.tab-active a[href^="${address.split('?')[0]}"]`).waitFor({ state: 'attached' })
}

/** `words` made unique against the demo's data and earlier tries of the test. */
export const unique = (words: string) => `${words}${Date.now()}`

/**
 * Begins a session by call and stores it, as the login screen does, when `page` opens its first address. Logging in itself is tested in
 * session.test.ts.
 */
export async function signIn(page: Page, url: string, username = 'admin', password?: string) {
  const token = await newToken(url, username, password)
  const entries = {
    access_token: token.access_token,
    refresh_token: token.refresh_token,
    userInfo: token.user_info,
    permissions: Object.fromEntries(token.user_info.authorities.map(({ authority }) => [authority, true])),
    tenantId: token.tenant_id,
    expires_at: Date.now() + token.expires_in * 1000,
  }
  await page.addInitScript((stored) => {
    // Once: the mark of the browser stays when the session ends.
    if (window.parent !== window || document.cookie.includes('huanwei-browser=1')) return
    for (const [name, content] of Object.entries(stored))
      localStorage.setItem(`huanwei-${name}`, JSON.stringify({ dataType: typeof content, content, datetime: Date.now() }))
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later
    document.cookie = 'huanwei-browser=1; path=/; SameSite=Lax'
  }, entries)
}

/** Begins a session of a new account like `like`, in whose name a test of the shared product may choose a language. */
export async function signInAsNew(page: Page, url: string, like = 'admin') {
  const { username, password } = await newAccount(url, like)
  await signIn(page, url, username, password)
}

/** Logs in through the login screen, to the home page. */
export async function logInOnScreen(page: Page, url: string, username = 'admin', password = '123456') {
  await page.goto(url)
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await page.locator('.login-submit').click()
  await page.locator('.home').waitFor()
}

/** Does `act` and waits until the server has kept the settings of the account. */
export async function keepingPreferences(page: Page, act: () => Promise<unknown>) {
  const isKept = (reply: Response) => reply.url().endsWith('/admin/user/preferences') && reply.request().method() === 'PUT'
  const [reply] = await Promise.all([page.waitForResponse(isKept), act()])
  if (!reply.ok()) throw new Error(`the settings were not kept: ${reply.status()}`)
}
