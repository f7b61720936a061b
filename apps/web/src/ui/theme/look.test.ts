// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { writeEntry } from '../../lib/entries.ts'
import { applyLook } from './look.ts'

const script = readFileSync(join(import.meta.dirname, '../../../public/look.js'), 'utf8')
/** Script of `index.html` before the first paint. */
const runFirstScript = () => {
  const element = document.createElement('script')
  element.textContent = script
  document.head.append(element)
}
const page = document.documentElement
/** Stores of a session what the script looks at. */
function keepSession() {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = 'huanwei-browser=1; path=/'
  writeEntry('access_token', 'token', 'local')
}

beforeEach(() => {
  localStorage.clear()
  page.removeAttribute('style')
  delete page.dataset.theme
  delete page.dataset.first
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

test.each([
  ['/', false, 'login'],
  ['/login-new', false, 'login'],
  ['/event/illegal/index', false, 'login'],
  ['/', true, 'frame'],
  ['/wel/index', true, 'frame'],
  ['/privacy', false, undefined],
  ['/board/huyi/index', true, undefined],
])('the outline at %s, with a session %s, is %s', (path, hasSession, outline) => {
  if (hasSession) keepSession()
  history.replaceState(null, '', path)
  runFirstScript()
  expect(page.dataset.first).toBe(outline)
})

test('a locked screen has no outline', () => {
  keepSession()
  writeEntry('isLock', true, 'local')
  history.replaceState(null, '', '/wel/index')
  runFirstScript()
  expect(page.dataset.first).toBeUndefined()
})
