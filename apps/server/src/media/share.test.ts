import { MessageId } from '@huanwei/terminal/messages/ids'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { elsewhere, headersOnward, requestId } from '../http/elsewhere/place.ts'
import { grantIntercom, openLine } from '../intercom/intercom.test-kit.ts'
import { noFigures } from '../position/cluster/nodes.ts'
import { noIngest, type ProcessState } from '../position/link.ts'
import { mediaKit, watchAt } from './media.test-kit.ts'
import { shareAmong } from './share.ts'

const kit = mediaKit()

const processAt = (address: string, roles: ProcessState['roles'] = ['media']): ProcessState => ({
  ...noFigures,
  name: address,
  roles,
  startedAt: 0,
  address,
})

/** A process with the role `api` beside that of the kit, which has the cameras and voices. */
let front: FastifyInstance
let frontWeb: string
let processes: ProcessState[]
beforeAll(async () => {
  const { db, changes, latest, config } = kit.server()
  const ofFront = { ...config, ROLES: ['api' as const], NATS_URL: 'nats://127.0.0.1:1', OWN_URL: 'http://front' }
  front = await buildApp({ db, changes, latest, config: ofFront, ingest: { ...noIngest, processes: () => processes } })
  frontWeb = (await front.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  processes = [processAt('http://front', ['api']), processAt(kit.web().replace('ws', 'http'))]
})
afterAll(() => front.close())

async function askFront(username: string, url: string, payload: object, more: Record<string, string> = {}) {
  const { token } = await kit.server().login(username)
  const headers = { authorization: `Bearer ${token.access_token}`, ...more }
  const reply = await front.inject({ method: 'POST', url, headers, payload, remoteAddress: '127.0.0.7' })
  return { status: reply.statusCode, ...reply.json() }
}
const askTicket = (username: string, headers = {}) =>
  askFront(username, '/admin/video/ticket', { vehicleId: kit.vehicleId(), channel: 1 }, headers)

test('a browser gets a picture through a process that has none', async () => {
  const { status, data } = await askTicket('admin')
  expect(status).toBe(200)
  const through = watchAt(frontWeb + data.url)
  const camera = await kit.openCamera()
  camera.send(true)
  camera.send(false)
  await expect.poll(() => through.pictures).toEqual(['header', 'description', 'key', 'other'])
  through.socket.close()
  await kit.terminal().next((one) => one.message.id === MessageId.controlVideo)
  await camera.closed
})

test('refusals come through with their codes and texts', async () => {
  const guess = watchAt(`${frontWeb}/live/media?ticket=guess&tenant=1`)
  expect(await guess.closed).toBe(4403)
  expect(guess.statuses).toEqual([{ state: 'ended', reason: 'ticket' }])
  expect(await askTicket('nobody')).toMatchObject({ status: 403, code: 1, data: 'access_denied' })
  expect(await askFront('admin', '/admin/video/ticket', { vehicleId: 999_999, channel: 1 })).toMatchObject({ status: 404 })
})

test('what is changed stands once in the operation log, with the address of who asked', async () => {
  const answering = kit.answerNext(MessageId.turnCamera)
  const asked = { vehicleId: kit.vehicleId(), channel: 1, act: 'left' }
  expect(await askFront('admin', '/admin/video/ptz', asked)).toMatchObject({ status: 200 })
  await answering
  const lines = async () => (await kit.query(`select remote_addr from sys_log where request_uri like '/admin/video/ptz%'`)).rows
  await expect.poll(lines).toEqual([{ remote_addr: '127.0.0.7' }])
})

test('a call has one id in the logs of both processes', () => {
  const passed = headersOnward({ id: '0a1b2c3d', ip: '127.0.0.7', headers: {} } as FastifyRequest, { secret: 'x' })
  expect(requestId({ headers: passed })).toBe('0a1b2c3d')
  expect(requestId({ headers: { ...passed, 'x-huanwei-passed-on': 'a forged\nline' } })).toMatch(/^[0-9a-f]{8}$/)
  expect(requestId({ headers: {} })).toMatch(/^[0-9a-f]{8}$/)
})

test('two people hear each other, one of them through another process', async () => {
  await grantIntercom(kit.db(), ['viewer', 'handler'])
  const session = async (name: string) => (await kit.server().login(name)).token.access_token
  const [near, far] = [await openLine(kit.web(), await session('handler')), await openLine(frontWeb, await session('viewer'))]
  await near.next('groups')
  await far.next('groups')
  const { userId } = await kit.server().login('viewer')
  const called = await askFront('handler', '/admin/intercom/call', { userId })
  expect(called).toMatchObject({ status: 200, data: { isThere: true } })
  await far.next('ring')
  near.leave()
  far.leave()
})

test('without a process that has it a call is refused as one to be tried again, whoever says that it was passed on', async () => {
  processes = [processAt('http://front', ['api'])]
  expect(await askTicket('admin')).toMatchObject({ status: 503, code: 1 })
  for (const forged of ['0a1b2c3d', '0a1b2c3d ', '0a1b2c3d x', '1'])
    expect(await askTicket('admin', { 'x-huanwei-passed-on': forged })).toMatchObject({ status: 503, code: 1 })
})

test('who does not answer counts as gone, before its silence is noticed', async () => {
  const dead = 'http://127.0.0.1:1'
  const alive = kit.web().replace('ws', 'http')
  // As if the organisation were its own.
  processes = [processAt(dead)]
  expect(await askTicket('admin')).toMatchObject({ status: 503, code: 1 })
  processes = [processAt(dead), processAt(alive)]
  expect(await askTicket('admin')).toMatchObject({ status: 200 })
})

test('a socket towards who does not answer is closed, and shows that it is gone', async () => {
  const dead = 'http://127.0.0.1:2'
  processes = [processAt(dead)]
  const url = `${frontWeb}/live/media?ticket=guess&tenant=1`
  expect(await watchAt(url).closed).toBe(1001)
  processes = [processAt(dead), processAt(kit.web().replace('ws', 'http'))]
  expect(await watchAt(url).closed).toBe(4403)
})

test('who answers slowly, or breaks off, is not gone', () => {
  const missed: string[] = []
  const places = { of: () => 'http://slow', missed: (address: string) => void missed.push(address), secret: 'x' }
  const place = elsewhere(places, 1, { headers: {} } as FastifyRequest)!
  for (const code of ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_SOCKET', 'ECONNRESET', undefined])
    place.noteFault(Object.assign(new Error('slow'), { code }))
  expect(missed).toEqual([])
  place.noteFault(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  expect(missed).toEqual(['http://slow'])
})

test('an organisation is one process’s for all who ask, and only those of a process that goes move', () => {
  const addresses = ['http://a', 'http://b', 'http://c']
  const seenFrom = (own: string, there: string[]) =>
    shareAmong(() => there.map((one) => processAt(one)), { address: own, isMedia: true, secret: 'x' })
  const ownerOf = (tenantId: number, there: string[]) => {
    const owners = there.filter((own) => seenFrom(own, there).places.of(tenantId) === undefined)
    expect(owners).toHaveLength(1)
    for (const own of there) expect(seenFrom(own, there).places.of(tenantId) ?? own).toBe(owners[0])
    return owners[0]
  }
  const before = Array.from({ length: 200 }, (_, tenantId) => ownerOf(tenantId, addresses))
  const after = Array.from({ length: 200 }, (_, tenantId) => ownerOf(tenantId, ['http://c', 'http://a']))
  for (const [tenantId, owner] of before.entries()) if (owner !== 'http://b') expect(after[tenantId]).toBe(owner)
  for (const address of addresses) expect(before.filter((one) => one === address).length).toBeGreaterThan(30)
  expect(
    shareAmong(() => [processAt('http://api', ['api'])], { address: 'http://api', isMedia: false, secret: 'x' }).places.of(1),
  ).toBe(null)
})
