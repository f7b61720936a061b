import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test-kit.ts'
import { tenants } from '../tenants/table.ts'
import { units } from '../units/table.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer({ VIDEO_IDLE_MINUTES: '30' })
  await server.db.system(async (tx) => {
    const common = { code: 'x', title: '', shortName: '' }
    await tx.insert(tenants).values([
      { ...common, id: 71, name: 'a', hosts: ['clean.localhost'], type: 'sanitation' },
      { ...common, id: 72, name: 'b', hosts: ['toilet.localhost'], type: 'rural-toilet' },
      { ...common, id: 73, name: 'c', hosts: ['plain.localhost'], type: 'no-title' },
    ])
  })
})
afterAll(() => server.close())

const siteOf = async (host: string, language = 'zh-CN') =>
  (await server.app.inject({ url: '/open/site', headers: { host, 'accept-language': language } })).json().data

const policyOf = async (host: string) => {
  const reply = await server.app.inject({ url: '/wel/index', headers: { host, accept: 'text/html' } })
  return String(reply.headers['content-security-policy'])
}

test.each([
  ['clean.localhost', 'zh-CN', '智慧环卫综合信息化管理系统', '智慧环卫'],
  ['clean.localhost', 'zh-TW', '智慧環衛綜合資訊化管理系統', '智慧環衛'],
  ['clean.localhost', 'en-US', 'Smart Sanitation Integrated Information Management System', 'Smart Sanitation'],
  ['toilet.localhost', 'zh-CN', '农村改厕综合长效管护系统', '农厕管护'],
  ['toilet.localhost', 'en-US', 'Rural Toilet Renovation Integrated Long-Term Care System', 'Toilet Care'],
  ['plain.localhost', 'zh-CN', '', '智慧环卫'],
])('the default names of %s in %s', async (host, language, title, shortName) => {
  expect(await siteOf(host, language)).toMatchObject({ title, shortName, logoUrl: null, icoUrl: null, videoIdleMinutes: 30 })
})

test('without an organisation it says how to create one', async () => {
  const empty = await startTestServer()
  await empty.db.owner.query('truncate sys_tenant cascade')
  const reply = await empty.app.inject('/open/site')
  expect([reply.statusCode, reply.json().msg]).toEqual([503, expect.stringContaining('create-tenant')])
  await empty.close()
})

test('the organisation’s own names precede the defaults, its pictures come by signed addresses', async () => {
  const unit = { tenantId: 71, systemName: '某市环卫', shortName: '某卫', logo: 'a.png', ico: 'b.png' }
  await server.db.system((tx) => tx.insert(units).values(unit))
  expect(await siteOf('clean.localhost')).toMatchObject({
    title: '某市环卫',
    shortName: '某卫',
    logoUrl: expect.stringMatching(/^\/admin\/sys-file\/huanwei\/a\.png\?expires=\d+&signature=[\w-]+$/),
    icoUrl: expect.stringContaining('/b.png?'),
  })
})

test('pages may frame their own organisation’s outside origins only, from the moment they are set', async () => {
  expect(await policyOf('toilet.localhost')).toMatch(/frame-src 'self'(;|$)/)
  const unit = { tenantId: 72, frameOrigins: ['https://gps.example', 'https://eval.example:8443'] }
  await server.db.system((tx) => tx.insert(units).values(unit))
  await vi.waitFor(async () =>
    expect(await policyOf('toilet.localhost')).toMatch(
      /frame-src 'self' https:\/\/gps\.example https:\/\/eval\.example:8443(;|$)/,
    ),
  )
  expect(await policyOf('plain.localhost')).toMatch(/frame-src 'self'(;|$)/)
})

test('whom to ask about a log-in is what the organisation wrote', async () => {
  expect(await siteOf('plain.localhost')).toMatchObject({ contact: '', demoAccounts: [] })
  await server.db.system((tx) => tx.insert(units).values({ tenantId: 73, contact: '信息科 028-1234' }))
  expect((await siteOf('plain.localhost')).contact).toBe('信息科 028-1234')
})

test('a demo with the password that everybody knows offers the accounts that an organisation has', async () => {
  const known = await startTestServer({ DEMO: 'on' })
  const demoOf = async ({ app }: typeof known) => (await app.inject('/open/site')).json().data.demoAccounts
  expect(await demoOf(known)).toEqual([
    { username: 'admin', password: '123456' },
    { username: 'viewer', password: '123456' },
  ])
  await known.db.owner.query(`update sys_user set lock_flag = '9' where username = 'viewer'`)
  expect(await demoOf(known)).toEqual([{ username: 'admin', password: '123456' }])
  await known.close()
  const own = await startTestServer({ DEMO: 'on', DEMO_PASSWORD: 'broom-and-cart' })
  expect(await demoOf(own)).toEqual([])
  await own.close()
})

test('the map opens where the viewer left it, until they ask for all of it', async () => {
  const [viewer, other] = [await server.login('viewer'), await server.login('handler')]
  const viewOf = async (who: typeof viewer) => (await who.call('GET', '/map/base')).data.view
  expect(await viewOf(viewer)).toBeNull()
  const view = { lng: 104.06, lat: 30.65, zoom: 14.5 }
  expect(await viewer.call('PUT', '/map/view', { view })).toMatchObject({ status: 200, data: true })
  expect([await viewOf(viewer), await viewOf(other)]).toEqual([view, null])
  expect((await viewer.call('PUT', '/map/view', { view: { ...view, zoom: 99 } })).status).toBe(400)
  await viewer.call('PUT', '/map/view', { view: null })
  expect(await viewOf(viewer)).toBeNull()
})
