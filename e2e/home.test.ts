import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { shownOn } from './list-counts.ts'
import { faults, lookAt } from './looks.ts'
import { keepingPreferences, people, signIn, signInAsNew, turnTo } from './person.ts'
import { sharedProduct } from './prepared.ts'

const product = sharedProduct()
const { arrive, consoleMessages } = people()
afterAll(() => expect(consoleMessages).toEqual([]))

const cards = (page: Page) =>
  page.locator('.card-place').evaluateAll((places) => places.map((place) => place.getAttribute('data-card')))
/** All cards have what they say. */
const isReady = (page: Page) => page.waitForFunction(() => !document.querySelector('.home .card[aria-busy=true]'))

/** Number of columns, and the share of the page's width that the cards take. */
const widthsOf = (page: Page) =>
  page.evaluate(() => {
    const places = [...document.querySelectorAll('.card-place')].map((place) => place.getBoundingClientRect())
    const home = document.querySelector('.home')?.getBoundingClientRect() ?? { left: 0, width: 1 }
    const right = Math.max(...places.map((place) => place.right))
    return { columns: new Set(places.map(({ left }) => Math.round(left))).size, filled: (right - home.left) / home.width }
  })

test('the home page fills a phone, an office screen, a large screen and a wall, in one to six columns', async () => {
  const page = await arrive('manager')
  await signInAsNew(page, product.url)
  await page.goto(`${product.url}/wel/index`)
  await page.locator('.home-grid').waitFor()
  await isReady(page)
  await lookAt(page, 'the home page', { ready: page.locator('.home-grid') })
  for (const [width, height, columns] of [
    [360, 740, 1],
    [1366, 768, 3],
    [1920, 1080, 4],
    [2560, 1440, 6],
    [3840, 1080, 6],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(() => widthsOf(page), { message: `${width} px` }).toEqual({ columns, filled: expect.closeTo(1, 2) })
    await expect.poll(() => faults(page), { message: `${width} px` }).toEqual([])
  }
})

/** The figures of the cards that lead to a list, with the address that they lead to. */
const figuresOf = (page: Page) =>
  page.locator('.home-grid a:has(strong)').evaluateAll((links) =>
    links.map((link) => ({
      to: link.getAttribute('href') ?? '',
      figure: Number(link.querySelector('strong')?.textContent?.replaceAll(',', '')),
    })),
  )

/** The figures that are not as many as their lists show, of those that lead to `only`; and how many were looked at. */
async function differencesOn(page: Page, only?: string[]) {
  await page.goto(`${product.url}/wel/index`)
  await page.locator('.home-grid').waitFor()
  await isReady(page)
  const all = (await figuresOf(page)).filter(({ to, figure }) => !Number.isNaN(figure) && (!only || only.includes(to)))
  // What is online changes with time alone: first what the live page shows.
  const isLive = ({ to }: { to: string }) => to.startsWith('/monitor/live')
  const different: string[] = []
  for (const { to, figure } of [...all.filter(isLive), ...all.filter((one) => !isLive(one))]) {
    await turnTo(page, to)
    await expect.poll(() => shownOn(page, to), { message: to }).not.toBeNaN()
    const shown = expect.poll(() => shownOn(page, to), { message: to, timeout: 5000 })
    await shown.toBe(figure).catch(() => different.push(to))
  }
  return { count: all.length, different }
}

test.each(['dispatcher', 'admin'])(
  'every figure of the cards of %s opens a list of exactly so many',
  async (username) => {
    const page = await arrive(username)
    await signIn(page, product.url, username)
    const found = await differencesOn(page)
    let { different } = found
    expect(found.count).toBeGreaterThan(40)
    // Others work there meanwhile: only what differs each time is wrong.
    for (let tries = 0; different.length && tries < 4; tries++) different = (await differencesOn(page, different)).different
    expect(different).toEqual([])
  },
  600_000,
)

test('cards are moved by keyboard and mouse, hidden and shown again, and stay so after a reload', async () => {
  const page = await arrive('arranger')
  await signInAsNew(page, product.url, 'dispatcher')
  await page.goto(`${product.url}/wel/index`)
  await page.locator('.home-grid').waitFor()
  const [first, second, third] = await cards(page)
  await page.getByRole('button', { name: '调整卡片' }).press('Enter')
  const place = (card: string | null | undefined) => page.locator(`.card-place[data-card=${card}]`)
  const later = place(first).getByRole('button', { name: /后移$/ })
  await keepingPreferences(page, () => later.press('Enter'))
  expect((await cards(page)).slice(0, 2)).toEqual([second, first])
  // The focus goes along.
  expect(await later.evaluate((button) => button === document.activeElement)).toBe(true)
  await later.press('ArrowRight')
  expect((await cards(page)).slice(0, 3)).toEqual([second, third, first])
  await expect.poll(() => faults(page)).toEqual([])

  await place(first).dragTo(place(second))
  await expect.poll(async () => (await cards(page)).slice(0, 3)).toEqual([first, second, third])
  await keepingPreferences(page, () => place(third).getByRole('button', { name: /^隐藏/ }).click())
  expect(await cards(page)).not.toContain(third)

  await page.reload()
  await page.locator('.home-grid').waitFor()
  expect((await cards(page)).slice(0, 2)).toEqual([first, second])
  expect(await cards(page)).not.toContain(third)
  await page.getByRole('button', { name: '调整卡片' }).click()
  await page.getByRole('button', { name: /^显示/ }).click()
  await expect.poll(() => cards(page)).toContain(third)
})
