import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
} from 'openid-client'

/** What the way to a provider needs again on the way back: PKCE's `verifier`, and the `nonce` of the ID token. */
export type Way = { state: string; verifier: string; nonce: string }

/** Somebody else who knows who people are. */
export type IdentityProvider = {
  /** Where to send the browser; the provider sends it back to `redirectUri`. */
  begin(redirectUri: string, state: string): Promise<{ url: string; way: Way }>
  /** The provider's name for the person who came back to `returned`. Throws when anything about it is not right. */
  finish(returned: URL, way: Way): Promise<string>
}

type Details = { appId: string; appSecret: string; issuer: string }

/** Seconds. */
const timeout = 10

const isLoopback = ({ hostname }: URL) => /^(localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/** Whether an issuer may be asked: over TLS, or on the own machine where that is a demo. */
export function isSecureIssuer(issuer: string, isDemo: boolean) {
  const url = new URL(issuer)
  return url.protocol === 'https:' || (isDemo && isLoopback(url))
}

/** OpenID Connect: authorization code with PKCE and nonce; the issuer says itself where its endpoints are. */
export function oidcProvider({ appId, appSecret, issuer }: Details): IdentityProvider {
  const url = new URL(issuer)
  const configured = () =>
    discovery(url, appId, appSecret, undefined, {
      timeout,
      ...(url.protocol === 'http:' && isLoopback(url) && { execute: [allowInsecureRequests] }),
    })
  return {
    async begin(redirectUri, state) {
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
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
      const tokens = await authorizationCodeGrant(await configured(), returned, checks)
      const subject = tokens.claims()?.sub
      if (!subject) throw new Error('the ID token names nobody')
      return subject
    },
  }
}
