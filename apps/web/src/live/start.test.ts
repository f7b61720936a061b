// @vitest-environment jsdom
import { getDictionaryItems } from '@huanwei/contract/dictionaries/endpoints'
import { getMenu } from '@huanwei/contract/menus/endpoints'
import { MsgType } from '@huanwei/contract/messages/codes'
import { getSummaries, listPushes } from '@huanwei/contract/messages/endpoints'
import { addVehicle, addViolation, startTestServer } from '@huanwei/server/test-kit'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { startI18n } from '../i18n/i18n.ts'
import { query } from '../lib/api.ts'
import { beginSession, currentSession, endSession } from '../lib/session.ts'
import { stubBrowser } from '../test/browser.ts'
import { useConnection } from './connection.ts'
import { useInbox } from './messages.ts'
import { startLive } from './start.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let stop: () => void
let away = false
beforeAll(async () => {
  server = await startTestServer()
  await startI18n('zh-CN')
  stubBrowser(server.app)
  const { host } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  // jsdom's own cannot speak from inside Node; the server is real.
  vi.stubGlobal(
    'WebSocket',
    class extends NodeSocket {
      constructor(_url: string, protocols: string[]) {
        super(away ? 'ws://127.0.0.1:1' : `ws://${host}/act/ws`, protocols)
      }
    },
  )
})
afterEach(() => {
  stop()
  endSession()
})
afterAll(() => server.close())

test('a violation is in the badge and in the open list within moments; log-out forgets and disconnects', async () => {
  const vehicle = await addVehicle(server.db)
  const { token, userId } = await server.login('handler')
  beginSession(token)
  const queries = new QueryClient()
  stop = startLive(queries)
  const list = new QueryObserver(queries, query(listPushes, { msgType: MsgType.violation, pushObjectId: userId }))
  const summaries = new QueryObserver(queries, query(getSummaries, { objectId: userId }))
  const leave = [list.subscribe(() => undefined), summaries.subscribe(() => undefined)]
  const unread = () => useInbox.getState().summaries['1']?.unreadCount
  await vi.waitFor(() => expect([unread(), list.getCurrentResult().data?.total]).toEqual([0, 0]))

  await addViolation(server.db, vehicle, [userId])
  await vi.waitFor(() => expect(list.getCurrentResult().data?.total).toBe(1))
  expect(unread()).toBe(1)
  await vi.waitFor(() => expect(summaries.getCurrentResult().data?.[0]?.unreadCount).toBe(1))

  endSession()
  expect(useConnection.getState().state).toBe('off')
  expect(useInbox.getState()).toEqual({ summaries: {}, loaded: false })
  for (const one of leave) one()
})

test('what failed while the server was away is asked again when it is back', async () => {
  const { token } = await server.login('handler')
  beginSession(token)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  stop = startLive(queries)
  const state = () => useConnection.getState().state
  await vi.waitFor(() => expect(state()).toBe('connected'))
  away = true
  window.dispatchEvent(new Event('offline'))
  expect(state()).toBe('reconnecting')
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue('back')
  const page = new QueryObserver(queries, { queryKey: ['page'], queryFn })
  const leave = page.subscribe(() => undefined)
  await vi.waitFor(() => expect(page.getCurrentResult().isError).toBe(true))
  away = false
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(page.getCurrentResult().data).toBe('back'))
  leave()
})

test('a right that is taken away is gone from the screen within moments, and the menu is asked for anew', async () => {
  const { token } = await server.login('handler')
  beginSession(token)
  const queries = new QueryClient()
  stop = startLive(queries)
  const menu = new QueryObserver(queries, query(getMenu, {}))
  const leave = menu.subscribe(() => undefined)
  const groups = () => menu.getCurrentResult().data?.map(({ key }) => key)
  await vi.waitFor(() => expect(groups()).toContain('event'))
  await vi.waitFor(() => expect(useConnection.getState().state).toBe('connected'))
  const holdsIt = () => currentSession()?.user.authorities.some(({ authority }) => authority === 'violation_handle')
  expect(holdsIt()).toBe(true)
  await server.db.owner.query(`delete from sys_role_menu where menu_id in
    (select menu_id from sys_menu where permission = 'violation_handle' or name = 'event')`)
  await vi.waitFor(() => expect([groups()?.includes('event'), holdsIt()]).toEqual([false, false]))
  leave()
})

test('a dictionary that somebody changes is read again where its items are offered', async () => {
  const admin = await server.login('admin')
  beginSession((await server.login('handler')).token)
  const queries = new QueryClient()
  stop = startLive(queries)
  const types = new QueryObserver(queries, query(getDictionaryItems, { type: 'vehicle_type' }))
  const leave = types.subscribe(() => undefined)
  const labels = () => types.getCurrentResult().data?.map(({ label }) => label)
  await vi.waitFor(() => expect(labels()).toContain('洗扫车'))
  const { data: own } = await admin.call('GET', '/admin/dict/getUserDictTree')
  const dictId = own.find(({ type }: { type: string }) => type === 'vehicle_type').id
  await admin.call('POST', '/admin/dict/item', { dictId, value: '31', label: '扫雪车' })
  await vi.waitFor(() => expect(labels()).toContain('扫雪车'))
  leave()
})
