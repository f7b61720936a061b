import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

export const appId = 'huanwei'
export const appSecret = 'the secret of huanwei at the provider'

/**
 * An OpenID Connect provider on this machine that believes whoever says who they are: its page asks for the account's name alone. Sends people back
 * to `<origin>/authredirect` of any of `origins`.
 */
export async function startIdentityProvider(origins: string[]) {
  const server = createServer((request, response) => handle?.(request, response))
  let handle: ((request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void) | undefined
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: appId,
        client_secret: appSecret,
        redirect_uris: origins.map((origin) => `${origin}/authredirect`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['for tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/who/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/who/')) return next()
    if (context.method === 'GET') {
      context.type = 'html'
      context.body = '<form method="post"><label>Account <input name="account"></label><button>Go on</button></form>'
      return
    }
    const chunks: Buffer[] = []
    for await (const chunk of context.req) chunks.push(chunk)
    const accountId = new URLSearchParams(Buffer.concat(chunks).toString()).get('account') ?? ''
    await provider.interactionFinished(context.req, context.res, { login: { accountId } })
    context.respond = false
  })
  handle = provider.callback()

  return {
    issuer,
    /** Logs in as `account` at `url` as a browser does; returns the query of the redirect back. */
    async visit(url: string, account: string) {
      const cookies = new Map<string, string>()
      let next = url
      for (let steps = 0; steps < 10; steps++) {
        const isQuestion = new URL(next).pathname.startsWith('/who/')
        const reply = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(isQuestion && { method: 'POST', body: new URLSearchParams({ account }) }),
        })
        for (const cookie of reply.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        const location = reply.headers.get('location')
        if (!location) throw new Error(`the provider answered ${reply.status}: ${await reply.text()}`)
        next = new URL(location, next).href
        if (new URL(next).pathname === '/authredirect') return Object.fromEntries(new URL(next).searchParams)
      }
      throw new Error(`the provider did not send back from ${url}`)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
