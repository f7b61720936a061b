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
  livePins: ['1-7', '0-3'],
  liveHidden: { vehicle: ['can', 'area'] },
  streamHidden: ['photo'],
  videoWall: { size: 9, tiles: ['7-1', '', '7-2'], named: [{ name: '洒水车', size: 1, tiles: ['7-1'] }] },
  streamSelected: true,
  streamInView: true,
  soundTypes: ['3', '1'],
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

test('at most four objects are pinned, each once, and only layers are hidden that there are', async () => {
  const { call } = await server.login('viewer')
  const pins = (...livePins: string[]) => ({ livePins })
  const wrong = [pins('1-1', '1-1'), pins('3-1'), pins('1-0'), pins('1--5'), pins('1-1', '1-2', '1-3', '1-4', '1-5')]
  for (const one of [
    ...wrong,
    { streamHidden: ['road'] },
    { soundTypes: ['6'] },
    { soundTypes: ['1', '1'] },
    { liveHidden: { vehicle: ['road'] } },
    { liveHidden: { vehicle: Array(6).fill('can') } },
  ])
    expect((await call('PUT', path, { ...liked, ...one })).status, JSON.stringify(one)).toBe(400)
})

test('the same user of another organisation has preferences of their own', async () => {
  const { call } = await server.login('viewer')
  await call('PUT', path, { ...liked, changed: Date.now() })
  const others = await server.db.owner.query(`select 1 from sys_user where tenant_id <> 1 and preferences <> '{}'`)
  expect(others.rows).toEqual([])
})

test('an unknown theme, colour or switch is refused', async () => {
  const { call } = await server.login('viewer')
  for (const wrong of [{ themeName: 'theme-x' }, { theme: 'red' }, { theme: '#12345' }, { showTag: 'yes' }, { language: 'fr' }])
    expect((await call('PUT', path, { ...liked, ...wrong })).status, JSON.stringify(wrong)).toBe(400)
})
