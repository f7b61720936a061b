import { Buffer } from 'node:buffer'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { Token } from '@huanwei/contract/session/endpoints'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { addUser } from '@huanwei/contract/users/endpoints'
import { z } from 'zod'

const Reply = z.object({ code: z.number(), msg: z.string().nullable(), data: z.unknown() })

/** Logs in by call and returns what calls endpoints as that account. A refusal throws with the server's words. */
export async function logIn(url: string, username = 'admin', password = '123456') {
  const body = new URLSearchParams({
    grant_type: 'password',
    scope: 'server',
    username,
    password: Buffer.from(password).toString('base64'),
  })
  const answer = await fetch(`${url}/auth/oauth/token`, { method: 'POST', headers: { authorization: clientAuthorization }, body })
  if (!answer.ok) throw new Error(`log-in as ${username}: ${answer.status} ${await answer.text()}`)
  const token = Token.parse(await answer.json())
  const headers = { authorization: `Bearer ${token.access_token}`, 'TENANT-ID': String(token.tenant_id) }

  async function call<In extends z.ZodType, Out extends z.ZodType>(
    { method, path, output }: Endpoint<In, Out>,
    input: z.input<In>,
  ): Promise<z.output<Out>> {
    const all = Object.entries(z.record(z.string(), z.unknown()).parse(input))
    const fields = all.filter(([name]) => !path.includes(`:${name}`))
    const place = url + path.replace(/:(\w+)/g, (_, wanted: string) => String(all.find(([name]) => name === wanted)?.[1]))
    const reply =
      method === 'GET' || method === 'DELETE'
        ? await fetch(`${place}?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`, {
            method,
            headers,
          })
        : await fetch(place, {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(Object.fromEntries(fields)),
          })
    const { code, msg, data } = Reply.parse(await reply.json())
    if (code !== 0) throw new Error(`${method} ${path}: ${reply.status} ${msg}`)
    return output.parse(data)
  }
  return { call, userId: token.user_id }
}

/** An account of tenant 1 that nobody has used: it holds no role. */
export async function newAccount(url: string) {
  const { call } = await logIn(url)
  const [root] = await call(getDepartmentTree, {})
  const now = String(Date.now())
  const account = { username: `newcomer${now}`, phone: `13${now.slice(-9)}`, password: 'neuling-2024' }
  const { username, phone, password: newpassword1 } = account
  await call(addUser, { username, phone, newpassword1, deptId: root?.id ?? 0 })
  return account
}
