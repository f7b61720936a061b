// @vitest-environment jsdom
import { addUnit, changeUnit, getIntercomHelper } from '@huanwei/contract/units/endpoints'
import { screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket as NodeSocket } from 'ws'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { readEntry } from '../../lib/entries.ts'
import { intercomTokenEntry, toRequest } from '../../lib/request.ts'
import { endSession } from '../../lib/session.ts'
import { patience, press, screenTest, slow } from '../../test/screen.tsx'
import { startDesktopHelper } from './desktop-helper.test-kit.ts'
import { IntercomSwitch } from './IntercomSwitch.tsx'

const { kit, open, said, notices, beginAs } = screenTest(['shell'])
const credentials = { intercomAccount: 'jinjiang', intercomPassword: 'walkie', intercomUrl: '10.1.1.5' }
const token = () => readEntry(intercomTokenEntry, z.string())
let helper: Awaited<ReturnType<typeof startDesktopHelper>> | undefined

/** A browser's: that nobody answers is no error of the page. */
class BrowserSocket extends NodeSocket {
  constructor(url: string) {
    super(url)
    this.on('error', () => undefined)
  }
}

beforeAll(async () => {
  await kit.person.call('POST', addUnit.path, { systemName: '测试系统', ...credentials })
})
beforeEach(() => {
  vi.stubGlobal('WebSocket', BrowserSocket)
  // The machine has no loudspeaker.
  vi.stubGlobal(
    'AudioContext',
    class {
      resume = () => Promise.resolve()
    },
  )
  open(() => <IntercomSwitch />, z.object({}))
})
afterEach(async () => {
  await helper?.close()
  helper = undefined
  vi.useRealTimers()
})

const isShown = (name: string) => screen.findByRole('button', { name }, patience)

test('the switch logs in with the desktop helper, keeps it awake, and turns it off again', slow, async () => {
  helper = await startDesktopHelper({ password: 'walkie' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await press('打开对讲')
  await said('对讲登录中...')
  await isShown('对讲已打开，点击关闭')
  expect(helper.logins).toEqual([{ opType: 1, userName: 'jinjiang', pwd: 'walkie', serverIp: '10.1.1.5' }])
  expect(token()).toBe('token 1')
  const { init } = toRequest({ ...getIntercomHelper, path: '/admin/intercom/group/list' }, {}, AbortSignal.timeout(1000))
  expect(new Headers(init.headers).get('access-token')).toBe('token 1')
  vi.advanceTimersByTime(40_000)
  await vi.waitFor(() => expect(helper?.beats()).toBe(1), patience)
  await press('对讲已打开，点击关闭')
  await isShown('打开对讲')
  await said('对讲已关闭！')
  expect(token()).toBe(null)
  await vi.waitFor(() => expect(helper?.connections()).toBe(0), patience)
})

test('a lost connection is made again twice at most, then the person is told', slow, async () => {
  helper = await startDesktopHelper({ password: 'walkie' })
  await press('打开对讲')
  await isShown('对讲已打开，点击关闭')
  helper.cut()
  await vi.waitFor(() => expect(helper?.logins).toHaveLength(2), patience)
  await isShown('对讲已打开，点击关闭')
  await helper.close()
  helper = undefined
  await said('对讲已断开，请重新登录')
  await isShown('打开对讲')
  expect(token()).toBe(null)
})

test('without the helper, and with a wrong password, it stays off and says why', slow, async () => {
  await press('打开对讲')
  await said('对讲已断开，请重新登录')
  await isShown('打开对讲')
  notices.mockClear()
  await call(changeUnit, { intercomPassword: 'wrong' })
  helper = await startDesktopHelper({ password: 'walkie' })
  await press('打开对讲')
  await said('账号或密码错误')
  await isShown('打开对讲')
  expect(helper.logins).toHaveLength(1)
  await call(changeUnit, { intercomPassword: 'walkie' })
})

test('a log-out ends it, and without the permission there is neither switch nor password', slow, async () => {
  helper = await startDesktopHelper({ password: 'walkie' })
  await press('打开对讲')
  await isShown('对讲已打开，点击关闭')
  endSession()
  await vi.waitFor(() => expect(helper?.connections()).toBe(0), patience)
  expect(token()).toBe(null)
  await beginAs('viewer')
  await vi.waitFor(() => expect(screen.queryByRole('button')).toBe(null), patience)
  await expect(call(getIntercomHelper, {})).rejects.toMatchObject({ status: 403 })
})
