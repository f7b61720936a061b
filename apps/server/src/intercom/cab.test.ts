import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Speech } from '@huanwei/contract/intercom/endpoints'
import { LiveCameras } from '@huanwei/fleet/cameras/live-cameras'
import { voicePiece } from '@huanwei/fleet/cameras/sound'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import { VideoContent, VideoControl } from '@huanwei/terminal/messages/video'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { mediaKit } from '../media/media.test-kit.ts'
import { grantIntercom, type OpenLine, openLine } from './intercom.test-kit.ts'

const { call, db, get, query, terminal, web, terminalNo, vehicleId } = mediaKit()
const { openVideo, controlVideo } = MessageId
let cameras: LiveCameras
let groupId: number
const open: OpenLine[] = []

beforeAll(async () => {
  cameras = new LiveCameras({ terminalNo, version2019: false })
  await grantIntercom(db(), ['handler', 'viewer'])
  const { rows } = await query(`select user_id from sys_user where tenant_id = 1 and username in ('handler', 'viewer')`)
  const userIds = rows.map(({ user_id }) => user_id)
  const { rows: depts } = await query(`select dept_id from sys_dept where tenant_id = 1 and parent_id = 0`)
  const group = { kind: 'fixed', name: '除雪', deptId: depts[0].dept_id, userIds, vehicleIds: [vehicleId()] }
  groupId = (await call('admin', 'POST', '/admin/intercom/group', group)).data.id
})
afterEach(() => {
  for (const line of open.splice(0)) line.leave()
})

/** A browser that hears the group. */
async function enter(username: string) {
  const { headers } = await call(username, 'GET', '/admin/intercom/group/list')
  const line = await openLine(web(), headers.authorization.slice('Bearer '.length))
  open.push(line)
  await line.next('groups')
  line.say({ listen: groupId })
  return line
}

/** Answers the next command about voice, which the terminal obeys when the answer is good. */
async function obeyNext(result: ReplyResult = ReplyResult.ok) {
  const { header, message } = await terminal().next(({ message: { id } }) => id === openVideo || id === controlVideo)
  terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result })
  if (result === ReplyResult.ok) cameras.obey(message)
  return message
}

const sha256 = (voice: Buffer | undefined) =>
  createHash('sha256')
    .update(voice ?? '')
    .digest('hex')
const cabOf = (line: OpenLine) => line.all('group').at(-1)?.group.vehicles[0]
const speeches = async () => {
  const { headers } = await call('admin', 'GET', '/admin/intercom/group/list')
  return (await get(`/admin/intercom/speech/list?groupId=${groupId}`, headers)).json().data as Speech[]
}

async function begin(line: OpenLine, after = 0) {
  line.say({ press: groupId })
  return (await line.next('granted', after)).speechId
}
function utter(line: OpenLine, speechId: number, voice: Buffer) {
  for (let at = 0; at < voice.length; at += 160) line.speak(speechId, voice.subarray(at, at + 160))
}

/** The cab leaves the group with its last browser, and its terminal is told to stop. */
async function leaveAll() {
  for (const line of open.splice(0)) line.leave()
  expect(await obeyNext()).toMatchObject({ command: VideoControl.closeTalk })
}

test('two browsers and a vehicle: what each says is heard whole by the others, also by who comes late', async () => {
  const [speaker, listener] = [await enter('handler'), await enter('viewer')]
  await expect.poll(() => cabOf(listener)).toMatchObject({ vehicleId: vehicleId(), state: 'idle' })
  const said = randomBytes(16_000)
  const speechId = await begin(speaker)
  utter(speaker, speechId, said.subarray(0, 12_000))
  // The terminal connects when it is spoken to, and is given what was said until then.
  expect(await obeyNext()).toMatchObject({ id: openVideo, content: VideoContent.talk, channel: 1 })
  await expect.poll(() => listener.heard.get(speechId)?.length).toBe(12_000)
  const late = await enter('viewer')
  utter(speaker, speechId, said.subarray(12_000))
  speaker.say({ release: true })
  await speaker.next('ended')
  for (const line of [listener, late]) await expect.poll(() => sha256(line.heard.get(speechId))).toBe(sha256(said))
  await expect.poll(() => cameras.talk.played, { timeout: 20_000 }).toEqual({ samples: said.length, sha256: sha256(said) })
  expect(cabOf(listener)).toMatchObject({ state: 'open' })

  const answer = Buffer.concat(Array.from({ length: 40 }, (_, i) => voicePiece(i)))
  // The loudspeaker has finished by then, and what it says is no answer.
  await pause(1200)
  cameras.talk.speak(answer)
  const spoken = () => listener.all('group').at(-1)?.group.speaking
  await expect.poll(spoken, { timeout: 20_000 }).toMatchObject({ vehicleId: vehicleId(), userId: null, isDispatcher: false })
  const { speechId: reply } = spoken()!
  await expect.poll(() => spoken(), { timeout: 20_000 }).toBe(null)
  const heard = listener.heard.get(reply)!
  expect(heard.includes(answer)).toBe(true)
  for (const line of [speaker, late]) await expect.poll(() => sha256(line.heard.get(reply))).toBe(sha256(heard))
  const [newest] = await speeches()
  expect(newest).toMatchObject({ id: reply, vehicleId: vehicleId(), userId: null, sha256: sha256(heard), endReason: 'released' })
  expect(newest!.userName).not.toBe('')
  await leaveAll()
}, 60_000)

test('nobody takes the floor from the other: not the cab from a person, and only a dispatcher from the cab', async () => {
  const [person, dispatcher] = [await enter('handler'), await enter('admin')]
  const first = await begin(person)
  const keepSpeaking = setInterval(() => person.speak(first, Buffer.alloc(160, 0xd5)), 20)
  await obeyNext()
  await expect.poll(() => cabOf(person)?.state, { timeout: 10_000 }).toBe('open')
  const voice = Buffer.concat(Array.from({ length: 100 }, (_, i) => voicePiece(i)))
  const before = person.all('group').length
  cameras.talk.speak(voice)
  await expect.poll(() => person.all('refused').length + cameras.talk.left, { timeout: 20_000 }).toBe(0)
  clearInterval(keepSpeaking)
  person.say({ release: true })
  await person.next('ended')
  expect(
    person
      .all('group')
      .slice(before)
      .some(({ group }) => group.speaking?.vehicleId),
  ).toBe(false)

  const speaking = () => person.all('group').at(-1)?.group.speaking
  await expect.poll(speaking).toBe(null)
  cameras.talk.speak(voice)
  await expect.poll(speaking, { timeout: 20_000 }).toMatchObject({ vehicleId: vehicleId() })
  const { speechId } = speaking()!
  person.say({ press: groupId })
  expect(await person.next('refused')).toMatchObject({ reason: 'busy' })
  await begin(dispatcher)
  await expect.poll(async () => (await speeches()).find(({ id }) => id === speechId)?.endReason).toBe('preempted')
  dispatcher.say({ release: true })
  await leaveAll()
}, 60_000)

test('a terminal that refuses, is spoken with elsewhere or breaks off is said so and holds nobody up', async () => {
  const [person, other] = [await enter('handler'), await enter('viewer')]
  const said = randomBytes(1600)
  const speakOnce = async (after: number) => {
    const id = await begin(person, after)
    utter(person, id, said)
    return async () => {
      person.say({ release: true })
      await person.next('ended', after)
      expect(sha256(other.heard.get(id))).toBe(sha256(said))
    }
  }
  const refused = await speakOnce(0)
  await obeyNext(ReplyResult.failed)
  await expect.poll(() => cabOf(person)?.state).toBe('refused')
  await obeyNext()
  await refused()

  const broken = await speakOnce(1)
  await obeyNext()
  await expect.poll(() => cabOf(person)?.state, { timeout: 10_000 }).toBe('open')
  const { data } = await call('admin', 'POST', '/admin/video/talk', { vehicleIds: [vehicleId()] })
  const { socket, said: texts } = talkAt(data.url)
  await expect.poll(() => texts.at(-1)).toMatchObject({ state: 'ended', reason: 'busy', by: '除雪' })
  socket.terminate()
  cameras.closeAll()
  await expect.poll(() => cabOf(person)?.state).toBe('lost')
  await obeyNext()
  await broken()
}, 60_000)

function talkAt(url: string) {
  const socket = new WebSocket(web() + url)
  const said: object[] = []
  socket.on('message', (data, isBinary) => isBinary || said.push(JSON.parse(String(data))))
  return { socket, said }
}

test('vehicles that only hear are told so, and are not heard', async () => {
  await query('update intercom_group set is_broadcast = true where id = $1', [groupId])
  const [person, other] = [await enter('handler'), await enter('viewer')]
  const said = randomBytes(3200)
  const speechId = await begin(person)
  utter(person, speechId, said)
  expect(await obeyNext()).toMatchObject({ id: openVideo, content: VideoContent.broadcast })
  person.say({ release: true })
  await expect.poll(() => cameras.talk.played.sha256, { timeout: 20_000 }).toBe(sha256(said))
  expect(other.heard.size).toBe(1)
  // Somebody who changes that brings the cab in anew.
  await query('update intercom_group set is_broadcast = false where id = $1', [groupId])
  expect(await obeyNext()).toMatchObject({ command: VideoControl.closeTalk })
  await begin(person, 1)
  expect(await obeyNext()).toMatchObject({ id: openVideo, content: VideoContent.talk })
  person.say({ release: true })
  await leaveAll()
}, 60_000)

test('a text goes to the vehicles of a group that the caller may command, and each says whether it came', async () => {
  const send = (username: string, tenantId = 1) =>
    call(username, 'POST', '/admin/intercom/text', { groupId, text: '注意结冰' }, tenantId)
  const sent = send('admin')
  const { header, message } = await terminal().next(({ message: { id } }) => id === MessageId.text)
  expect(message).toMatchObject({ text: '注意结冰' })
  terminal().send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: header.messageId, result: 0 })
  expect((await sent).data).toEqual([{ vehicleId: vehicleId(), name: expect.any(String), outcome: 'confirmed' }])
  expect(await send('viewer')).toMatchObject({ status: 403 })
  expect(await send('admin', 2)).toMatchObject({ status: 404 })
})

test('vehicles are named by who may command terminals and sees them', async () => {
  const group = { kind: 'temporary', name: '临时', vehicleIds: [vehicleId()] }
  expect(await call('viewer', 'POST', '/admin/intercom/group', group)).toMatchObject({ status: 403 })
  expect(await call('admin', 'POST', '/admin/intercom/group', { ...group, vehicleIds: [999_999] })).toMatchObject({ status: 404 })
  expect(await call('admin', 'POST', '/admin/intercom/group', group, 2)).toMatchObject({ status: 404 })
})
