import type { Page } from 'playwright-core'

/** Brings a corner of the live map nearer. The middle may come back: a call for help in another test brings the map to who calls. */
export async function zoomIntoCorner(page: Page) {
  const map = await page.locator('.live-map').boundingBox()
  if (!map) throw new Error('there is no map')
  await page.mouse.move(map.x + map.width - 120, map.y + map.height - 60)
  await page.mouse.wheel(0, -600)
}

/** Clicks what stands in the middle of the live map. */
export async function clickMiddle(page: Page) {
  const map = await page.locator('.map-canvas').boundingBox()
  if (!map) throw new Error('there is no map')
  await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2)
}
