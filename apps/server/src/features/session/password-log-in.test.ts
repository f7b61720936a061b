import { connect } from 'node:net'
import { clientAuthorization } from '@huanwei/contract/session/rules'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { password, startTestServer } from '../../test-kit.ts'
import { encodePassword } from './password.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const basic = { authorization: clientAuthorization }
const sent = encodePassword(password, 'pigxpigxpigxpigx')
const forms = (username: string, sentPassword: string) => ({ grant_type: 'password', username, password: sentPassword })
const ask = (query: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url: `/auth/oauth/token?${new URLSearchParams(query)}`, headers: { ...basic, ...headers } })

test('log-ins at once from one address take turns, so that they leave connections to the database for others', async () => {
  await server.db.owner.query('delete from login_failure')
  const holding = await server.db.owner.connect()
  await holding.query('begin; lock table login_failure')
  const tried = { grant_type: 'password', username: 'ghost', password: btoa('wrong') }
  let refused = 0
  const flood = Array.from({ length: 250 }, async () => {
    const { statusCode } = await ask(tried, { 'x-forwarded-for': '10.6.6.6' })
    refused += Number(statusCode === 429)
  })
  // Six of them run and two hundred wait; the rest learn at once that they are too many.
  await vi.waitFor(() => expect(refused).toBe(44))
  await holding.query('rollback')
  holding.release()
  await Promise.all(flood)
})

test('log-ins at once from many addresses take turns; too many are refused with a reason, a browser that the account knows is not', async () => {
  await server.db.owner.query('delete from login_failure')
  const known = await ask(forms('viewer', sent))
  const cookie = String(known.headers['set-cookie']).split(';')[0]!
  const holding = await server.db.owner.connect()
  await holding.query('begin; lock table login_failure')
  const ended: (string | number)[] = []
  const flood = Array.from({ length: 110 }, async (_, i) => {
    const tried = { grant_type: 'password', username: `ghost${i}`, password: btoa('wrong') }
    const reply = await ask(tried, { 'x-forwarded-for': `10.7.7.${i}` })
    ended.push(reply.statusCode === 503 ? reply.json().msg : reply.statusCode)
  })
  // Three of them run and a hundred wait.
  await vi.waitFor(() => expect(ended).toEqual(Array.from({ length: 7 }, () => '正在登录的人太多，请稍后重试')), 20_000)
  const person = ask(forms('viewer', sent), { cookie, 'x-forwarded-for': '10.7.8.1' })
  await holding.query('rollback')
  holding.release()
  expect((await person).statusCode).toBe(200)
  expect(ended.length).toBeLessThan(60)
  await Promise.all(flood)
  expect(ended.slice(7)).toEqual(Array.from({ length: 103 }, () => 426))
})

test('log-ins at once from the known browsers of one account wait for one another, not others for them', async () => {
  await server.db.owner.query('delete from login_failure')
  const cookieOf = async (username: string) => String((await ask(forms(username, sent))).headers['set-cookie']).split(';')[0]!
  const [cookie, another] = [await cookieOf('viewer'), await cookieOf('handler')]
  const holding = await server.db.owner.connect()
  await holding.query('begin; lock table login_failure')
  let refused = 0
  const flood = Array.from({ length: 30 }, async (_, i) => {
    const username = i % 2 ? 'viewer' : 'VIEWER'
    const { statusCode } = await ask(forms(username, sent), { cookie, 'x-forwarded-for': `10.8.8.${i}` })
    refused += Number(statusCode === 503)
  })
  await vi.waitFor(() => expect(refused).toBe(19))
  const person = ask(forms('handler', sent), { cookie: another, 'x-forwarded-for': '10.8.9.1' })
  await holding.query('rollback')
  holding.release()
  expect((await person).statusCode).toBe(200)
  await Promise.all(flood)
})

test('made-up cookies, and those of one account, take no turn of the browsers that other accounts know', async () => {
  await server.db.owner.query('delete from login_failure')
  const cookieOf = async (username: string) => String((await ask(forms(username, sent))).headers['set-cookie']).split(';')[0]!
  const [own, another] = [await cookieOf('viewer'), await cookieOf('handler')]
  const holding = await server.db.owner.connect()
  await holding.query('begin; lock table sys_tenant')
  let refused = 0
  const flood = Array.from({ length: 260 }, async (_, i) => {
    const [username, cookie] = i % 2 ? ['viewer', own] : [`ghost${i}`, 'known-abcdefghij=a.1.9999999999.a']
    const { statusCode } = await ask(forms(username, sent), { cookie, 'x-forwarded-for': `10.5.5.${i}` })
    refused += Number(statusCode === 503)
  })
  // Eleven of the account and 103 of the strangers run or wait.
  await vi.waitFor(() => expect(refused).toBe(130 - 11 + 130 - 103), 20_000)
  const person = ask(forms('handler', sent), { cookie: another, 'x-forwarded-for': '10.5.6.1' })
  await holding.query('rollback')
  holding.release()
  expect((await person).statusCode).toBe(200)
  await Promise.all(flood)
})

test('log-ins whose senders left while they waited are not tried', async () => {
  await server.db.owner.query('delete from login_failure')
  const port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const holding = await server.db.owner.connect()
  await holding.query('begin; lock table login_failure')
  const sockets = Array.from({ length: 40 }, (_, i) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `POST /auth/oauth/token?${new URLSearchParams(forms(`left${i}`, btoa('wrong')))} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${clientAuthorization}\r\nX-Forwarded-For: 10.9.9.${i}\r\nContent-Length: 0\r\n\r\n`,
      ),
    )
    return socket.on('error', () => undefined)
  })
  const tried = async () =>
    (await server.db.owner.query("select count(*)::int as n from sys_log_login where username like 'left%'")).rows[0].n
  const waiting = async () =>
    (
      await server.db.owner.query(
        "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%login_failure%'",
      )
    ).rows[0].n
  // Three are under way, the others wait for their turn.
  await vi.waitFor(async () => expect(await waiting()).toBe(3), 20_000)
  for (const socket of sockets) socket.destroy()
  // The last who asks for a turn gets it behind all that left.
  const last = ask({ grant_type: 'password', username: 'ghost', password: btoa('wrong') }, { 'x-forwarded-for': '10.9.10.1' })
  await holding.query('rollback')
  holding.release()
  expect((await last).statusCode).toBe(426)
  await vi.waitFor(async () => expect(await tried()).toBe(3), 20_000)
})

test('log-ins that a full disk ends do not count as wrong passwords', async () => {
  const { owner } = server.db
  await owner.query('delete from login_failure')
  await owner.query(`
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger no_room before insert on sys_token for each row execute function no_room()`)
  for (let i = 0; i < 5; i++) expect((await ask(forms('viewer', sent), { 'x-forwarded-for': '10.4.4.4' })).statusCode).toBe(507)
  await owner.query('drop trigger no_room on sys_token; drop function no_room')
  expect((await ask(forms('viewer', sent), { 'x-forwarded-for': '10.4.4.4' })).statusCode).toBe(200)
})
