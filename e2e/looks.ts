import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Language, switchTo } from './person.ts'

/** Elements that overflow the screen horizontally and cannot be scrolled to; there should be none. */
export const sticksOut = (page: Page) =>
  page.evaluate(() => {
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
    const found =
      document.documentElement.scrollWidth > innerWidth ? [`the page is ${document.documentElement.scrollWidth} wide`] : []
    for (const element of document.querySelectorAll('a, button, input, select, h1, h2, th, td, p, label, dt, dd')) {
      const { right, left, width, height } = element.getBoundingClientRect()
      if (width === 0 || height === 0 || (right <= innerWidth + 1 && left >= -1) || isClipped(element)) continue
      found.push(`${element.tagName} "${element.textContent?.slice(0, 30)}" from ${Math.round(left)} to ${Math.round(right)}`)
    }
    return found
  })

/** Texts that look like a message key (`item.live`, `list:total`) or an unfilled gap (`{{n}}`). */
export const untranslated = (page: Page) =>
  page.evaluate(() => {
    // Hosts of the demo's tenants are names too.
    const isHost = (text: string) => text.trim().endsWith('.localhost')
    const looksLikeKey = (text: string) =>
      (!isHost(text) && /^[a-z][A-Za-z]*(?:[.:][a-z][A-Za-z]*)+$/.test(text.trim())) || text.includes('{{')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = [document.title]
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style')) texts.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    return texts.filter(looksLikeKey)
  })

/** Heads, states and acts of lists that are not shown whole. */
const cutShort = (page: Page) =>
  page.evaluate(() => {
    // A text that lacks a part of a pixel ends in dots already, which `scrollWidth` does not tell.
    const isCut = (element: Element) => {
      const box = element.closest('.list-tag, th, td') as Element
      const end = box.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(box).paddingRight)
      const text = document.createRange()
      text.selectNodeContents(element)
      return box.clientWidth > 0 && [...text.getClientRects()].some(({ right }) => right > end + 0.1)
    }
    const all = document.querySelectorAll('.list-table :is(th, .list-link, .list-tag:not(.work-sign))')
    return [...all].filter(isCut).map(({ textContent }) => `"${textContent?.trim()}" is cut short`)
  })

/** The axe rules about colour: the only ones that a theme can break. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Rules of axe whose findings are never more than moderate; one of them walks through every element of the page. */
const lesser = [
  'aria-allowed-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-complementary-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
  'table-duplicate-name',
]

/**
 * Serious and critical findings of axe with their elements; by all rules unless `rules` names some, on the whole page unless
 * `within` selects a part.
 */
export async function barriers(page: Page, rules: string[] = [], within = 'html') {
  const isThere = await page.evaluate(() => 'axe' in window)
  // Legacy mode opens no second page for each analysis. It leaves out frames of other sites; there are none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) }).setLegacyMode().include(within)
  // Only violations are reported: describing passed elements takes as long as checking them.
  axe.options({ resultTypes: ['violations'], preload: false }).disableRules(lesser)
  const { violations } = await (rules.length ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 5)}`)
}

/** Waits for the end of animations, so that elements are checked fully visible. */
const settled = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })

/**
 * All faults of a page's appearance: overflow, untranslated and cut texts, and the accessibility faults of `barriers`. Those are the same in every
 * language, a name that lacks in one is an untranslated text: they are looked for where the page is in Chinese.
 */
export async function faults(page: Page, within?: string) {
  await settled(page)
  const isChinese = await page.evaluate(() => document.documentElement.lang === 'zh-CN')
  const seen = [...(await sticksOut(page)), ...(await untranslated(page)), ...(await cutShort(page))]
  return [...seen, ...(isChinese ? await barriers(page, [], within) : [])]
}

const [phone, office, wide] = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
  { width: 2560, height: 1440 },
]
/** The phone and the office screen in both languages, the wide one in the one that switches least. */
const looks: [size: typeof phone, language: Language][] = [
  [phone, 'zh-CN'],
  [wide, 'zh-CN'],
  [office, 'en-US'],
  [phone, 'en-US'],
  [office, 'zh-CN'],
]

type Shown = {
  /** What is there at last, at each size and in each language. */
  ready?: Locator
  /** The part of the page that is checked for accessibility. */
  within?: string
}

/** Expects no faults in what is open, in each of the looks; the last one stays. For accounts that may choose a language, see `signInAsNew`. */
export async function lookAt(page: Page, what: string, { ready, within }: Shown = {}) {
  for (const [size, language] of looks) {
    await page.setViewportSize(size)
    await switchTo(page, language)
    await ready?.waitFor()
    // What follows the width by script does so with the next frame.
    await expect.poll(() => faults(page, within), { message: `${what} at ${size.width} px in ${language}` }).toEqual([])
  }
}
