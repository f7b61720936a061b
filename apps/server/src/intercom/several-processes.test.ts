import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectOwned, type OwnedDatabase } from '../db/owned.ts'
import { insertSpeech } from '../features/intercom/queries.ts'
import { createTestDatabase } from '../test-kit.ts'
import { createKeeper } from './keeper.ts'
import { SpeechSound } from './speech.ts'

let db: OwnedDatabase
beforeAll(async () => {
  db = connectOwned(await createTestDatabase(), { system: 2, app: 2 })
})
afterAll(() => db.close())

const log = pino({ level: 'error' })
const gone = new Set([''])
const keeperOf = (name: string) => createKeeper({ db, share: { name, isAtWork: (one) => !gone.has(one) }, log })
const rowOf = async (id: number) =>
  (await db.owner.query('select end_reason, samples, sha256 from intercom_speech where id = $1', [id])).rows[0]
const sha256 = (voice: Buffer) => createHash('sha256').update(voice).digest('hex')

test('what another process hears goes on until that one is gone, and is whole when it was only away', async () => {
  const [one, two] = [keeperOf('a 1'), keeperOf('b 1')]
  const older = await db.system((tx) => insertSpeech(tx, { tenantId: 1, groupId: 1, userId: 1 }))
  const speechId = await one.begin({ tenantId: 1, groupId: 1, userId: 1 })
  const speaking = { speechId, userId: 1, vehicleId: null, name: '', isDispatcher: false }
  const speech = new SpeechSound({ tenantId: 1, groupId: 1, speaking }, Date.now())
  one.follow(speech)
  const voice = Buffer.alloc(4000, 0xd5)
  speech.add(voice, Date.now())
  const kept = () => db.owner.query('select from intercom_sound where speech_id = $1', [speechId])
  await expect.poll(async () => (await kept()).rowCount).toBe(1)

  // Another one starts, and both look around.
  await two.endAbandoned({ isStart: true })
  await one.endAbandoned()
  expect([await rowOf(older), await rowOf(speechId)]).toMatchObject([{ end_reason: 'stopped' }, { end_reason: null }])

  gone.add('a 1')
  await two.endAbandoned()
  expect(await rowOf(speechId)).toEqual({ end_reason: 'stopped', samples: 4000, sha256: sha256(voice) })

  // It was paused, and wakes.
  speech.add(voice, Date.now())
  speech.endReason = 'released'
  await one.end(speech, [])
  const whole = Buffer.concat([voice, voice])
  expect(await rowOf(speechId)).toEqual({ end_reason: 'released', samples: 8000, sha256: sha256(whole) })
  for (const keeper of [one, two]) await keeper.close()
})

test('what an earlier process of the same name left is ended at the start, and nothing of this one later', async () => {
  const left = await keeperOf('c 1').begin({ tenantId: 1, groupId: 1, userId: 1 })
  const again = keeperOf('c 1')
  await again.endAbandoned({ isStart: true })
  const begun = await again.begin({ tenantId: 1, groupId: 1, userId: 1 })
  await again.endAbandoned()
  expect([await rowOf(left), await rowOf(begun)]).toMatchObject([{ end_reason: 'stopped' }, { end_reason: null }])
  await again.close()
})
