import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What sticks out of the screen sideways and cannot be scrolled to: nothing should. */
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
    const looksLikeKey = (text: string) => /^[a-z][A-Za-z]*(?:[.:][a-z][A-Za-z]*)+$/.test(text.trim()) || text.includes('{{')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = [document.title]
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style')) texts.push(node.textContent ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '')
    return texts.filter(looksLikeKey)
  })

/** What axe judges by colour: all that a theme may change. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Serious and critical findings of axe, each with the elements it is about; by all of its rules unless some are named, of the whole page unless
 * `within` selects what has not been looked at yet.
 */
export async function barriers(page: Page, rules: string[] = [], within = 'html') {
  const isThere = await page.evaluate(() => 'axe' in window)
  // Legacy: no second page for each look. What it leaves out are frames of other sites, of which there is none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) }).setLegacyMode().include(within)
  // Where all is well nobody reads; to say it of every element takes as long as to judge it.
  axe.options({ resultTypes: ['violations'], preload: false })
  const { violations } = await (rules.length ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ target }) => target.join(' ')).slice(0, 5)}`)
}

/** What fades in is judged once it is there. */
const settled = (page: Page) =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })

/** Everything that is wrong with how a page looks: what sticks out, is untranslated, or keeps somebody away; the last as `barriers` says. */
export async function faults(page: Page, within?: string) {
  await settled(page)
  return [...(await sticksOut(page)), ...(await untranslated(page)), ...(await barriers(page, [], within))]
}
