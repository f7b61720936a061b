import type { Configuration, CustomFetch } from 'openid-client'

/** Secrets of one authorization request that its return needs: PKCE's `verifier`, and the `nonce` of the ID token. */
export type Way = { state: string; verifier: string; nonce: string }

/** An external service that authenticates people. */
export type IdentityProvider = {
  /** Address to send the browser to; the provider sends it back to `redirectUri`. */
  begin(redirectUri: string, state: string): Promise<{ url: string; way: Way }>
  /** The provider's name for the person who came back to `returned`. Throws when anything about it is not right. */
  finish(returned: URL, way: Way): Promise<string>
}

/** No start waits for it. */
const library = () => import('openid-client')

type Details = { appId: string; appSecret: string; issuer: string }

/** Seconds. */
const timeout = 5
/** Lifetime of a cached provider description, ms. */
const describedMs = 600_000

/** True for the names of this machine. */
export const isLoopback = (host: string) => /^(localhost|.*\.localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host)

/** True for an issuer over TLS, or on this machine in a demo. */
export function isSecureIssuer(issuer: string, isDemo: boolean) {
  const url = new URL(issuer)
  return url.protocol === 'https:' || (isDemo && isLoopback(url.hostname))
}

/** Makes providers of OpenID Connect whose servers are reached by `fetch`; what they say of themselves is asked for every ten minutes. */
export function identityProviders(fetch: CustomFetch) {
  const descriptions = new Map<string, { until: number; configured: Promise<Configuration> }>()

  return ({ appId, appSecret, issuer }: Details): IdentityProvider => {
    const key = JSON.stringify([issuer, appId, appSecret])
    const configured = () => {
      const now = Date.now()
      for (const [one, { until }] of descriptions) if (until < now) descriptions.delete(one)
      const known = descriptions.get(key)
      if (known) return known.configured
      const asked = discovered({ appId, appSecret, issuer }, fetch)
      descriptions.set(key, { until: now + describedMs, configured: asked })
      asked.catch(() => descriptions.delete(key))
      return asked
    }
    return oidcProvider(configured)
  }
}

/** Asks a provider for its description. */
async function discovered({ appId, appSecret, issuer }: Details, fetch: CustomFetch) {
  const { allowInsecureRequests, customFetch, discovery } = await library()
  const url = new URL(issuer)
  return discovery(url, appId, appSecret, undefined, {
    timeout,
    [customFetch]: fetch,
    ...(url.protocol === 'http:' && isLoopback(url.hostname) && { execute: [allowInsecureRequests] }),
  })
}

/** Authorization code with PKCE and nonce; the issuer says itself where its endpoints are. */
function oidcProvider(configured: () => Promise<Configuration>): IdentityProvider {
  return {
    async begin(redirectUri, state) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } = await library()
      const way = { state, verifier: randomPKCECodeVerifier(), nonce: randomNonce() }
      const address = buildAuthorizationUrl(await configured(), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce: way.nonce,
        code_challenge: await calculatePKCECodeChallenge(way.verifier),
        code_challenge_method: 'S256',
      })
      return { url: address.href, way }
    },
    async finish(returned, { state, verifier, nonce }) {
      const { authorizationCodeGrant } = await library()
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await authorizationCodeGrant(await configured(), returned, checks)
      const subject = tokens.claims()?.sub
      if (!subject) throw new Error('the ID token names nobody')
      return subject
    },
  }
}
