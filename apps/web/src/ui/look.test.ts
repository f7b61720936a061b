// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { applyLook } from './look.ts'

const script = readFileSync(join(import.meta.dirname, '../../public/look.js'), 'utf8')
/** What the page in `index.html` runs before its first paint. */
const runFirstScript = () => {
  const element = document.createElement('script')
  element.textContent = script
  document.head.append(element)
}
const page = document.documentElement

beforeEach(() => {
  localStorage.clear()
  page.removeAttribute('style')
  delete page.dataset.theme
})

test('a look is in force at once: variables, class of the body, colour scheme', () => {
  applyLook({ themeName: 'theme-star', theme: '#1e90ff' })
  expect([document.body.className, page.dataset.theme]).toEqual(['theme-star', 'theme-star'])
  expect(page.style.getPropertyValue('--brand')).toBe('#1e90ff')
  expect(page.style.getPropertyValue('--side-active-ink')).toMatch(/^#/)
  expect(page.style.getPropertyValue('--radius')).toBe('10px')
  expect(page.style.getPropertyValue('color-scheme')).toBe('dark')
})

test('the script before the first paint restores all of it', () => {
  applyLook({ themeName: 'theme-hey', theme: '#c71585' })
  const painted = page.style.cssText
  page.removeAttribute('style')
  delete page.dataset.theme
  runFirstScript()
  expect(page.style.cssText).toBe(painted)
  expect(page.dataset.theme).toBe('theme-hey')
})

test.each([null, '', '{', '{"content":null}', '[]'])('what is kept may be %j: the page begins all the same', (kept) => {
  if (kept !== null) localStorage.setItem('huanwei-look', kept)
  runFirstScript()
  expect(page.dataset.theme ?? '').toMatch(/^(undefined)?$/)
})
