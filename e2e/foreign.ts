import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const han = /\p{Script=Han}/u
/** Fields of replies that hold texts translated by the server. */
const translated = new Set(['msg', 'label', 'vehicleTypeName', 'objectTypeName', 'executeAction'])

/** All texts of a reply except those translated by the server: names of people, departments, streets, rules. */
function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return translated.has(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  // The label of a tree node is a name; that of a dictionary item is translated.
  if ('isParent' in value && 'label' in value) return Object.values(value).flatMap((one) => textsIn(one))
  return Object.entries(value).flatMap(([name, one]) => textsIn(one, Array.isArray(value) ? key : name))
}

/** Collects the data that `page` receives from now on: Chinese text in it may be shown in any language. Called once, before the first page. */
export async function collectData(page: Page) {
  const frames: string[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  await page.addInitScript(() => {
    const kept: Promise<string>[] = []
    Object.assign(window, { keptReplies: kept })
    const ask = window.fetch
    window.fetch = async (...asked) => {
      const reply = await ask(...asked)
      kept.push(
        reply
          .clone()
          .text()
          .catch(() => ''),
      )
      return reply
    }
  })
  return async () => {
    const replies = await page.evaluate(async () => Promise.all(Object(window).keptReplies as Promise<string>[]))
    const bodies = frames.map((frame) => frame.replace(/^[^{]*/s, '').replace(/\0\s*$/, ''))
    return [...replies, ...bodies].flatMap(textsOf)
  }
}

function textsOf(json: string): string[] {
  try {
    return textsIn(JSON.parse(json))
  } catch {
    // Not JSON: a picture, an empty reply, a frame of another kind.
    return []
  }
}

/** All texts of the page that a person reads or a screen reader speaks. */
export const textsOn = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = [document.title]
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, [lang]:not(html)')) texts.push(node.textContent ?? '')
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    return texts
  })

const linesOf = (language: string) =>
  globSync(join(import.meta.dirname, `../packages/words/*.${language}.json`))
    .sort()
    .flatMap((path) => JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), null, 1).split('\n'))

/** Characters of the simplified texts that differ from the traditional ones and occur in none of them. */
function simplifiedOnly() {
  const traditional = linesOf('zh-TW')
  const known = new Set(traditional.join(''))
  const differing = linesOf('zh-CN').flatMap((line, at) => {
    const beside = [...(traditional[at] ?? '')]
    const own = [...line]
    return own.length === beside.length ? own.filter((character, place) => character !== beside[place]) : []
  })
  return new Set(differing.filter((character) => han.test(character) && !known.has(character)))
}

/** The texts that are not in the language, apart from data and texts that contain data. */
export function foreignTexts(texts: Iterable<string>, language: 'zh-TW' | 'en-US', data: readonly string[]) {
  const strange = simplifiedOnly()
  const isForeign = (text: string) => (language === 'en-US' ? han.test(text) : [...text].some((one) => strange.has(one)))
  const known = [...new Set(data.filter((text) => isForeign(text)))].sort((a, b) => b.length - a.length)
  const whole = known.join('\n')
  const withoutData = (text: string) => known.reduce((rest, name) => rest.replaceAll(name, ''), text)
  return [...new Set(texts)].filter((text) => isForeign(text) && !whole.includes(text.trim()) && isForeign(withoutData(text)))
}
