import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { startTestServer } from '../../test-kit.ts'
import { authenticator } from './authenticate.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** An authenticator that counts how often it asks the database. */
function counting() {
  const asked = { times: 0 }
  const db: Database = {
    ...server.db,
    system: (work) => {
      asked.times++
      return server.db.system(work)
    },
  }
  return { asked, ...authenticator(db, server.changes) }
}

test('after a change only the viewers that it concerns are read from the database', async () => {
  const { asked, viewerOf } = counting()
  const [admin, handler, viewer] = [await server.login('admin'), await server.login('handler'), await server.login('viewer')]
  const other = await server.login('admin', 2)
  const tokens = [admin, handler, viewer, other].map(({ token }) => token.access_token)
  const askedAfter = async (change: () => Promise<unknown>) => {
    for (const token of tokens) await viewerOf(token)
    await change()
    // Change events arrive in the order of the commits.
    const heard = Promise.withResolvers<void>()
    server.changes.on(['task_remind'], () => heard.resolve())
    await server.db.owner.query("select send_change('task_remind', 1, 1, null, 'x')")
    await heard.promise
    asked.times = 0
    for (const token of tokens) await viewerOf(token)
    return asked.times
  }
  const write = (text: string) => () => server.db.owner.query(text)
  const roleOf = (name: string) => `(select role_id from sys_role where tenant_id = 1 and role_code = 'ROLE_${name}')`

  expect(await askedAfter(async () => undefined)).toBe(0)
  expect(await askedAfter(() => handler.call('PUT', '/admin/session/lock', { password: '1234' }))).toBe(1)
  expect(await askedAfter(write(`update sys_user set phone = '13900000081' where user_id = ${viewer.userId}`))).toBe(1)
  expect(await askedAfter(write(`update sys_role set ds_type = 3 where role_id = ${roleOf('VIEWER')}`))).toBe(1)
  expect(await askedAfter(write(`delete from sys_role_menu where tenant_id = 1 and role_id = ${roleOf('HANDLER')}`))).toBe(1)
  // The administrator sees every department whatever they are.
  expect(await askedAfter(write('update sys_dept set sort = sort + 1 where tenant_id = 1'))).toBe(2)
  expect(await askedAfter(write("update sys_menu set sort = sort + 1 where tenant_id = 1 and name = 'home'"))).toBe(3)
  expect(await askedAfter(write(`update sys_tenant set title = 'x' where id = 2`))).toBe(1)
})

test('many log-ins are read in one transaction, each as if it were read alone', async () => {
  const { asked, viewersOf } = counting()
  const [admin, handler] = [await server.login('admin'), await server.login('handler')]
  const again = await server.login('handler')
  const other = await server.login('admin', 2)
  await again.call('PUT', '/admin/session/lock', { password: '1234' })
  const tokens = [admin, handler, again, other].map(({ token }) => token.access_token)
  const found = await viewersOf([...tokens, 'unknown'])
  expect(asked.times).toBe(1)
  const alone = await Promise.all(tokens.map((token) => authenticator(server.db, server.changes).viewerOf(token)))
  expect(tokens.map((token) => found.get(token))).toEqual(alone)
  expect(alone.map((viewer) => [viewer?.username, viewer?.tenantId, viewer?.isLocked])).toEqual([
    ['admin', 1, false],
    ['handler', 1, false],
    ['handler', 1, true],
    ['admin', 2, false],
  ])
  expect(found.has('unknown')).toBe(false)
})
