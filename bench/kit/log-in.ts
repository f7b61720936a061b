import { clientAuthorization } from '@huanwei/contract/session/rules'

/** Password of every account of a benchmark. */
export const password = '123456'

/** Logs in to tenant 1, as its administrator by default; resolves to the token and the user's id. */
export async function logIn(url: string, username = 'admin') {
  const reply = await fetch(`${url}/auth/oauth/token?grant_type=password`, {
    method: 'POST',
    headers: { authorization: clientAuthorization, 'tenant-id': '1', 'content-type': 'application/x-www-form-urlencoded' },
    // Production without a key takes the Base64 form.
    body: new URLSearchParams({ username, password: Buffer.from(password).toString('base64') }),
  })
  if (!reply.ok) throw new Error(`log-in failed: ${await reply.text()}`)
  const { access_token: token, user_id: userId }: { access_token: string; user_id: number } = await reply.json()
  return { token, userId }
}
