// @vitest-environment jsdom
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { expect, test, vi } from 'vitest'
import { screenTest } from '../../test/screen.tsx'
import { openEvaluation } from './open-evaluation.ts'

const { kit, said } = screenTest(['shell'], 'viewer')

/** The tab that the browser opens; null: it opens none. */
function stubTab(tab: { opener: unknown; location: { href: string }; close(): void } | null) {
  vi.stubGlobal(
    'open',
    vi.fn(() => tab),
  )
  return tab
}
const newTab = () => stubTab({ opener: window, location: { href: 'about:blank' }, close: vi.fn() })

const tokenIn = (address = '') => new URL(address).searchParams.get('access_token')
const claimsOf = async (token: string | null) =>
  (
    await kit.server.app.inject({
      url: `/auth/oauth/check_token?token=${token}`,
      headers: { authorization: clientAuthorization },
    })
  ).json()

test('without a site, or without a window, nothing opens and the reason is said', async () => {
  const tab = newTab()
  await openEvaluation()
  expect(tab?.close).toHaveBeenCalled()
  await said('尚未设置考核评价地址，请在单位信息中设置')
  stubTab(null)
  await openEvaluation()
  await said('浏览器拦截了新窗口，请允许后重试')
})

test('the site gets a token that is its own, names the person for a minute, and opens nothing here; the page cannot reach back', async () => {
  await kit.server.db.owner.query(
    "insert into unit_info (tenant_id, evaluation_url) values (1, 'https://score.example:8443/in?access_token=old&x=1')",
  )
  const tab = newTab()
  await openEvaluation()
  const address = tab?.location.href
  expect(address).toMatch(/^https:\/\/score\.example:8443\/in\?access_token=[\w-]{43}&x=1$/)
  expect(tab?.opener).toBeNull()
  const token = tokenIn(address)
  expect(token).not.toBe(kit.person.token.access_token)
  const claims = await claimsOf(token)
  expect(claims).toMatchObject({ username: 'viewer', client_id: 'open', aud: ['https://score.example:8443'] })
  expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(61)
  const headers = { authorization: `Bearer ${token}` }
  expect((await kit.server.app.inject({ url: '/admin/user/info', headers })).statusCode).toBe(401)

  await openEvaluation()
  expect(tokenIn(tab?.location.href)).not.toBe(token)
})
