import type { Page } from 'playwright-core'

const numberIn = async (page: Page, selector: string) => {
  const text = await page.locator(`.page:not([hidden]) ${selector}:visible`).first().textContent()
  return Number(/\d+/.exec(text ?? '')?.[0])
}

/** How many the page that is open says it has; `to` is its address. */
export async function shownOn(page: Page, to: string) {
  if (to.startsWith('/monitor/live')) return numberIn(page, '.live-figure[aria-pressed=true] strong')
  if (to.startsWith('/asset/bin/index?view=overfull')) {
    const isNone = await page.locator('.list-notice:visible').count()
    return isNone ? 0 : numberIn(page, '.cans-tools [role=status]')
  }
  return numberIn(page, '.list-tools strong')
}
