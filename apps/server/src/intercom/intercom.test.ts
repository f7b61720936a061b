import { createHash, randomBytes } from 'node:crypto'
import { LineClose, longestPiece } from '@huanwei/contract/intercom/codes'
import type { IntercomGroup, Speech } from '@huanwei/contract/intercom/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, whileAway } from '../test-kit.ts'
import { grantIntercom, type OpenLine, openLine } from './intercom.test-kit.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
type Person = Awaited<ReturnType<typeof server.login>>
let [admin, handler, viewer, nobody] = [] as unknown as [Person, Person, Person, Person]
let url: string
let groupId: number
const open: OpenLine[] = []

beforeAll(async () => {
  server = await startTestServer()
  await grantIntercom(server.db, ['handler', 'viewer'])
  ;[admin, handler, viewer, nobody] = [
    await server.login('admin'),
    await server.login('handler'),
    await server.login('viewer'),
    await server.login('nobody'),
  ]
  url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
  const { data } = await admin.call('GET', '/admin/dept/tree')
  const [root] = data as { id: number }[]
  groupId = (await admin.call('POST', '/admin/intercom/group', { kind: 'department', name: '全员', deptId: root!.id })).data.id
})
afterAll(() => server.close())
afterEach(() => {
  for (const line of open.splice(0)) line.leave()
})

/** A browser that is in the group, and hears it where `listens`. */
async function enter({ token }: Person, listens = true) {
  const line = await openLine(url, token.access_token)
  open.push(line)
  await line.next('groups')
  if (listens) line.say({ listen: groupId })
  return line
}

const sha256 = (voice: Buffer) => createHash('sha256').update(voice).digest('hex')
const silence = (bytes: number) => Buffer.alloc(bytes, 0xd5)

/** Says something in pieces of 20 ms, without the pauses between them. */
function utter(line: OpenLine, speechId: number, voice: Buffer) {
  for (let at = 0; at < voice.length; at += 160) line.speak(speechId, voice.subarray(at, at + 160))
}
const speeches = async (person: Person) =>
  (await person.call('GET', `/admin/intercom/speech/list?groupId=${groupId}`)).data as Speech[]

test('what is said is heard whole by the others, by who comes late too, and is kept', async () => {
  const [speaker, listener, elsewhere] = [await enter(handler), await enter(viewer), await enter(admin, false)]
  speaker.say({ press: groupId })
  const { speechId } = await speaker.next('granted')
  const said = randomBytes(16_000)
  utter(speaker, speechId, said.subarray(0, 8000))
  await expect.poll(() => listener.heard.get(speechId)?.length).toBe(8000)
  const late = await enter(viewer)
  await expect.poll(() => late.heard.get(speechId)?.length).toBe(8000)
  // Who asks for the same group again goes on where they are.
  late.say({ listen: groupId })
  utter(speaker, speechId, said.subarray(8000))
  speaker.say({ release: true })
  expect(await speaker.next('ended')).toMatchObject({ speechId, reason: 'released' })

  for (const line of [listener, late]) await expect.poll(() => sha256(line.heard.get(speechId)!)).toBe(sha256(said))
  expect([speaker.heard.size, elsewhere.heard.size]).toEqual([0, 0])
  await elsewhere.next('kept')
  expect((await speeches(viewer))[0]).toMatchObject({ id: speechId, samples: 16_000, sha256: sha256(said), userName: 'handler' })
  const wav = await server.app.inject({
    url: `/admin/intercom/speech/sound?id=${speechId}`,
    headers: { authorization: `Bearer ${viewer.token.access_token}` },
  })
  expect([wav.headers['content-type'], wav.rawPayload.length]).toEqual(['audio/wav', 44 + 2 * 16_000])
  const missed = async (person: Person) =>
    ((await person.call('GET', '/admin/intercom/group/list')).data as IntercomGroup[]).find(({ id }) => id === groupId)?.missed
  expect([await missed(viewer), await missed(handler), await missed(admin)]).toEqual([0, 0, 1])
  elsewhere.say({ listen: groupId })
  await expect.poll(() => missed(admin)).toBe(0)
})

test('one speaks at a time; a dispatcher speaks first, and the floor of who leaves is free', async () => {
  const [first, second, dispatcher] = [await enter(handler), await enter(viewer), await enter(admin)]
  first.say({ press: groupId })
  const { speechId } = await first.next('granted')
  second.say({ press: groupId })
  expect(await second.next('refused')).toMatchObject({ reason: 'busy', by: 'handler' })
  utter(first, speechId, silence(1600))
  dispatcher.say({ press: groupId })
  const mine = await dispatcher.next('granted')
  expect(await first.next('ended')).toMatchObject({ speechId, reason: 'preempted', by: 'admin' })
  // What comes after that belongs to nothing.
  utter(first, speechId, silence(1600))
  utter(first, mine.speechId, silence(1600))
  utter(dispatcher, mine.speechId, silence(800))
  await expect.poll(() => second.heard.get(mine.speechId)?.length).toBe(800)
  dispatcher.leave()
  await expect.poll(async () => (await speeches(viewer))[0]).toMatchObject({ endReason: 'lost', samples: 800 })
  second.say({ press: groupId })
  const again = await second.next('granted')
  second.say({ release: true })
  await second.next('ended')
  expect((await speeches(viewer)).map(({ id }) => id)).not.toContain(again.speechId)
  expect((await speeches(viewer))[1]).toMatchObject({ id: speechId, samples: 1600, endReason: 'preempted' })
})

test('nobody comes on the line without a session and the right, and who loses either goes, with the floor', async () => {
  for (const session of ['', 'x'.repeat(40), nobody.token.access_token]) {
    const line = await openLine(url, session)
    await expect.poll(line.code).toBe(LineClose.unauthorised)
  }
  const foreign = await openLine(url, (await server.login('admin', 2)).token.access_token)
  expect((await foreign.next('groups')).groups).toEqual([])
  foreign.say({ press: groupId })
  expect(await foreign.next('refused')).toMatchObject({ reason: 'noMember' })
  foreign.leave()

  const leaving = await server.login('handler')
  const [line, listener] = [await enter(leaving), await enter(viewer)]
  line.say({ press: groupId })
  const { speechId } = await line.next('granted')
  utter(line, speechId, silence(1600))
  await leaving.call('DELETE', '/auth/token/logout')
  await expect.poll(line.code, { timeout: 2000 }).toBe(LineClose.unauthorised)
  await expect.poll(() => listener.all('group').at(-1)?.group.speaking).toBe(null)

  const locked = await server.login('handler')
  const other = await enter(locked)
  await locked.call('PUT', '/admin/session/lock', { password: 'broom' })
  await expect.poll(other.code, { timeout: 2000 }).toBe(LineClose.unauthorised)
})

test('what no browser sends ends the line, and faster than anybody speaks is not taken', async () => {
  const garbled: (string | Buffer)[] = [
    '{',
    '{"press":"all"}',
    '{"listen":1,"press":1}',
    Buffer.alloc(2),
    silence(longestPiece + 5),
  ]
  for (const rubbish of garbled) {
    const line = await enter(handler)
    line.socket.send(rubbish)
    await expect.poll(line.code).toBe(LineClose.garbled)
  }
  const [line, listener] = [await enter(handler), await enter(viewer)]
  line.say({ press: groupId })
  const { speechId } = await line.next('granted')
  for (let i = 0; i < 30; i++) line.speak(speechId, silence(3200))
  line.say({ release: true })
  await line.next('ended')
  expect(listener.heard.get(speechId)?.length).toBeLessThan(60_000)

  for (let i = 0; i < 60; i++) line.say({ press: groupId })
  await expect.poll(() => line.all('refused').some(({ reason }) => reason === 'tooOften')).toBe(true)
  line.say({ release: true })
})

test('a speech goes on while the database is away, and is kept when it is back', async () => {
  const [line, listener] = [await enter(handler), await enter(viewer)]
  line.say({ press: groupId })
  const { speechId } = await line.next('granted')
  const said = randomBytes(8000)
  utter(line, speechId, said.subarray(0, 4000))
  await whileAway(server.url, async () => {
    utter(line, speechId, said.subarray(4000))
    line.say({ release: true })
    await expect.poll(() => listener.heard.get(speechId)?.length).toBe(8000)
    expect(line.all('ended')).toEqual([])
  })
  expect(await line.next('ended')).toMatchObject({ speechId, reason: 'released' })
  expect((await speeches(viewer))[0]).toMatchObject({ id: speechId, sha256: sha256(said) })
})

test('what a dead process was hearing is kept up to its last second', async () => {
  const line = await enter(handler)
  line.say({ press: groupId })
  const { speechId } = await line.next('granted')
  const said = randomBytes(4000)
  utter(line, speechId, said)
  await expect
    .poll(() =>
      server.db.pool.query('select from intercom_sound where speech_id = $1', [speechId]).then(({ rowCount }) => rowCount),
    )
    .toBe(1)
  // Another process starts on the same data, while this one knows nothing of it.
  const next = await startTestServer({}, server.url)
  await next.close()
  expect((await speeches(viewer))[0]).toMatchObject({ id: speechId, samples: 4000, endReason: 'stopped', sha256: sha256(said) })
})
