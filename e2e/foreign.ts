import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const han = /\p{Script=Han}/u
/** What the server itself puts into words, though it comes among the data. */
const translated = new Set(['msg', 'label', 'vehicleTypeName', 'objectTypeName', 'executeAction'])

/** All texts of a reply but for what the server translates: names of people, departments, streets, rules. */
function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return translated.has(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  // A tree's label is a name; a dictionary's is a word.
  if ('isParent' in value && 'label' in value) return Object.values(value).flatMap((one) => textsIn(one))
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, Array.isArray(value) ? key : name))
}

/** Keeps the data that reaches `page`: what of it is Chinese may be shown in any language. */
export function collectData(page: Page) {
  const data: string[] = []
  const keep = (text: string) => {
    try {
      data.push(...textsIn(JSON.parse(text)))
    } catch {
      // Not JSON: a picture, a script, a frame of another kind.
    }
  }
  page.on('response', async (reply) => {
    if (reply.headers()['content-type']?.includes('application/json')) keep(await reply.text().catch(() => ''))
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) =>
      keep(
        String(payload)
          .replace(/^[^{]*/s, '')
          .replace(/\0\s*$/, ''),
      ),
    ),
  )
  return data
}

/** Everything a person reads or hears on the page. */
const textsOn = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = [document.title]
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, [lang]:not(html)')) texts.push(node.textContent ?? '')
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts
  })

const charactersOf = (language: string) =>
  new Set(
    globSync(join(import.meta.dirname, `../apps/web/src/i18n/${language}/*.json`)).flatMap((path) => [
      ...readFileSync(path, 'utf8'),
    ]),
  )

/** Characters that simplified texts of the product are written with and traditional ones never. */
const simplifiedOnly = () => {
  const traditional = charactersOf('zh-TW')
  return new Set([...charactersOf('zh-CN')].filter((character) => han.test(character) && !traditional.has(character)))
}

/** Texts on the page that are not in its language and are no data. */
export async function foreignTexts(page: Page, language: 'zh-TW' | 'en-US', data: readonly string[]) {
  const strange = simplifiedOnly()
  const isForeign = (text: string) => (language === 'en-US' ? han.test(text) : [...text].some((one) => strange.has(one)))
  const known = data.filter((text) => han.test(text))
  const isData = (run: string) => known.some((text) => text.includes(run))
  const runs = (await textsOn(page)).flatMap((text) => text.match(/[\p{Script=Han}\p{Nd}A-Za-z、，·（）()-]+/gu) ?? [])
  return [...new Set(runs.filter((run) => isForeign(run) && !isData(run)))]
}
