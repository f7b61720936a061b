import type { Preferences } from '@huanwei/contract/preferences/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const path = '/admin/user/preferences'
const liked: Preferences = {
  themeName: 'theme-star',
  theme: '#1e90ff',
  language: 'en-US',
  changed: 1_700_000_000_000,
  showTag: false,
  showTheme: true,
  showColor: true,
  showFullScreen: true,
  showCollapse: true,
  showMenu: true,
  showLock: true,
  intercom: false,
  homeMenus: [3, 2],
  homeCards: ['fleet', 'queues'],
  hiddenCards: ['intro'],
  desk: true,
}

test('preferences are returned to the same person in another session, and to nobody else', async () => {
  const [one, other, stranger] = [await server.login('viewer'), await server.login('viewer'), await server.login('handler')]
  expect((await one.call('GET', path)).data).toBeNull()
  expect(await one.call('PUT', path, liked)).toMatchObject({ status: 200, data: true })
  expect((await other.call('GET', path)).data).toEqual(liked)
  expect((await stranger.call('GET', path)).data).toBeNull()
})

test('of two choices the later counts, whichever arrives last', async () => {
  const { call } = await server.login('handler')
  const later = { ...liked, theme: '#ffd700', changed: liked.changed + 1 }
  expect((await call('PUT', path, later)).data).toBe(true)
  expect((await call('PUT', path, liked)).data).toBe(false)
  expect((await call('GET', path)).data).toEqual(later)
})

test('a clock that is ahead does not keep later choices out', async () => {
  const { call } = await server.login('nobody')
  await call('PUT', path, { ...liked, changed: Date.now() + 86_400_000 })
  const next = { ...liked, themeName: 'theme-hey', changed: Date.now() + 1 }
  expect((await call('PUT', path, next)).data).toBe(true)
  expect((await call('GET', path)).data).toMatchObject({ themeName: 'theme-hey' })
})

test('an unknown theme, colour or switch is refused', async () => {
  const { call } = await server.login('viewer')
  for (const wrong of [{ themeName: 'theme-x' }, { theme: 'red' }, { theme: '#12345' }, { showTag: 'yes' }, { language: 'fr' }])
    expect((await call('PUT', path, { ...liked, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
})
