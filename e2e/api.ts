import { Buffer } from 'node:buffer'
import { getDepartmentTree } from '@huanwei/contract/departments/endpoints'
import { acknowledgeEmergency, closeEmergency, listOpenEmergencies } from '@huanwei/contract/emergencies/endpoints'
import type { Endpoint } from '@huanwei/contract/endpoint'
import { addMenuItem, getMenuTree, removeMenuItem } from '@huanwei/contract/menus/endpoints'
import { makeDeviceKey } from '@huanwei/contract/readings/endpoints'
import { changePersonRule, listPersonRules } from '@huanwei/contract/rules/endpoints'
import { Token } from '@huanwei/contract/session/endpoints'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { minuteMs } from '@huanwei/contract/time'
import { addUnit, changeUnit, getUnit, type UnitForm } from '@huanwei/contract/units/endpoints'
import { addUser, listUsers } from '@huanwei/contract/users/endpoints'
import { timeText } from '@huanwei/server/lib/time'
import { z } from 'zod'

const Reply = z.object({ code: z.number(), msg: z.string().nullable(), data: z.unknown() })

export type Caller = Awaited<ReturnType<typeof logIn>>

/** A new session of an account, of the organisation of the host or of `tenantId`. A refusal throws the server's message. */
export async function newToken(url: string, username: string, password = '123456', tenantId?: number) {
  const body = new URLSearchParams({
    grant_type: 'password',
    scope: 'server',
    username,
    password: Buffer.from(password).toString('base64'),
  })
  const answer = await fetch(`${url}/auth/oauth/token`, {
    method: 'POST',
    headers: { authorization: clientAuthorization, ...(tenantId && { 'TENANT-ID': String(tenantId) }) },
    body,
  })
  if (!answer.ok) throw new Error(`log-in as ${username}: ${answer.status} ${await answer.text()}`)
  return Token.parse(await answer.json())
}

/** Logs in by call and returns a function that calls endpoints as that account. A refusal throws the server's message. */
export async function logIn(url: string, username = 'admin', password = '123456', tenantId?: number) {
  const token = await newToken(url, username, password, tenantId)
  const headers = { authorization: `Bearer ${token.access_token}`, 'TENANT-ID': String(token.tenant_id) }

  async function call<In extends z.ZodType, Out extends z.ZodType>(
    { method, path, output }: Endpoint<In, Out>,
    input: z.input<In>,
  ): Promise<z.output<Out>> {
    const all = Array.isArray(input) ? [] : Object.entries(z.record(z.string(), z.unknown()).parse(input))
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
            body: JSON.stringify(Array.isArray(input) ? input : Object.fromEntries(fields)),
          })
    const { code, msg, data } = Reply.parse(await reply.json())
    if (code !== 0) throw new Error(`${method} ${path}: ${reply.status} ${msg}`)
    return output.parse(data)
  }
  return { call, userId: token.user_id }
}

/** Adds an unused account to tenant 1: without a role, or with the department and the roles of `like`. */
export async function newAccount(url: string, like?: string) {
  const { call } = await logIn(url)
  const [root] = await call(getDepartmentTree, {})
  const model = like ? await userLike({ call }, like) : undefined
  const now = String(Date.now())
  const account = { username: `${like ?? 'newcomer'}${now}`, phone: `13${now.slice(-9)}`, password: 'neuling-2024' }
  const { username, phone, password: newpassword1 } = account
  const role = model?.roleList.map(({ roleId }) => roleId) ?? []
  await call(addUser, { username, phone, newpassword1, deptId: model?.deptId ?? root?.id ?? 0, role })
  return account
}

/** The account of exactly this name: others are named after it. */
export async function userLike({ call }: Pick<Caller, 'call'>, name: string) {
  return (await call(listUsers, { username: name, size: 3000 })).records.find(({ username }) => username === name)
}

/** Sends levels of a garbage can as its sensor does, %, each with the minutes ago when it was measured. */
export async function sendLevels(url: string, { call }: Caller, deviceId: number, levels: [minutesAgo: number, value: number][]) {
  const { key } = await call(makeDeviceKey, { id: deviceId })
  const readings = levels.map(([ago, value]) => ({ metric: 'fill', value, time: timeText(Date.now() - ago * minuteMs) }))
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reply = await fetch(`${url}/open/device/readings`, { method: 'POST', headers, body: JSON.stringify({ readings }) })
  if (!reply.ok) throw new Error(`readings: ${reply.status} ${await reply.text()}`)
}

/** Changes the unit's fields, or adds the unit when there is none yet. */
export async function setUnit({ call }: Caller, fields: UnitForm) {
  await ((await call(getUnit, {})) ? call(changeUnit, fields) : call(addUnit, fields))
}

/** Adds an item to the top of the menu; replaces items of that name, which a failed try may have left. */
export async function addToMenu({ call }: Caller, item: z.input<typeof addMenuItem.input>) {
  await removeFromMenu({ call }, item.name)
  return call(addMenuItem, item)
}

/** Removes the items of that name from the top of the menu. */
export async function removeFromMenu({ call }: Pick<Caller, 'call'>, itemName: string) {
  for (const { id, name } of await call(getMenuTree, {})) if (name === itemName) await call(removeMenuItem, { id })
}

/** Takes and ends the calls for help that are open. */
export async function endCallsForHelp({ call }: Pick<Caller, 'call'>) {
  for (const { id } of (await call(listOpenEmergencies, {})).emergencies) {
    await call(acknowledgeEmergency, { id })
    await call(closeEmergency, { id, remark: '测试' })
  }
}

/** Leaves calls for help of all but one person unheard: each of the demo's people would draw every map to it and turn to the people. */
export async function hearOnlyCallsOf({ call }: Caller, userId: number) {
  const rules = (await call(listPersonRules, {})).filter(({ condition }) => condition.kind === 'sos')
  for (const rule of rules) await call(changePersonRule, { ...rule, objectIds: [userId], deptIds: [] })
  await endCallsForHelp({ call })
}
