import type { Database } from '../db/connect.ts'
import {
  deleteSpeech,
  endAbandoned,
  endSpeech,
  findSpeechHolders,
  insertSound,
  insertSpeech,
  markHeard,
  type NewSpeech,
} from '../features/intercom/queries.ts'
import { inTurns } from '../lib/in-turns.ts'
import type { MediaShare } from '../media/share.ts'
import type { Log } from '../position/log.ts'
import type { SpeechSound } from './speech.ts'

/** Speeches that are written at once. */
const writers = 4

export type KeeperParts = { db: Database; share: Pick<MediaShare, 'name' | 'isAtWork'>; log: Pick<Log, 'error'> }

/** Brings speeches into the database while they are spoken; what the database does not take now is tried again each second. */
export function createKeeper({ db, share, log }: KeeperParts) {
  /** Speeches that are not whole in the database, with those who have heard them once they have ended, and what waits for that. */
  const unkept = new Map<SpeechSound, { heardBy: readonly number[]; done: (() => void)[] }>()
  const writing = new Map<SpeechSound, Promise<void>>()

  async function write(speech: SpeechSound) {
    const { tenantId, groupId, samples, endReason, kept: at } = speech
    const { speechId } = speech.speaking
    const heardBy = unkept.get(speech)?.heardBy ?? []
    await db.within({ tenantId }, async (tx) => {
      if (samples > at) await insertSound(tx, { tenantId, speechId, at, sound: speech.from(at).subarray(0, samples - at) })
      if (!endReason) return
      if (samples === 0) return deleteSpeech(tx, tenantId, speechId)
      await endSpeech(tx, { tenantId, id: speechId, samples, sha256: speech.sha256, endReason })
      await markHeard(tx, tenantId, groupId, heardBy, speechId)
    })
    speech.kept = samples
    if (!endReason) return
    const waiting = unkept.get(speech)?.done ?? []
    unkept.delete(speech)
    for (const done of waiting) done()
  }

  async function keep(speech: SpeechSound) {
    if (!unkept.has(speech)) return
    const written = write(speech).catch((error: Error) => log.error({ error }, 'a speech could not be kept yet'))
    writing.set(speech, written)
    await written
    writing.delete(speech)
  }

  /** One write of a speech at a time: two would keep the same sound twice. */
  const keepSoon = inTurns(writers, keep)
  const keeping = setInterval(() => {
    for (const speech of unkept.keys()) keepSoon(speech)
  }, 1000)

  return {
    /** Begins a speech; returns its number. */
    begin: (speech: NewSpeech) => db.within(speech, (tx) => insertSpeech(tx, { ...speech, holder: share.name })),
    /** Keeps what is said from now on. */
    follow: (speech: SpeechSound) => void unkept.set(speech, { heardBy: [], done: [] }),
    /** Keeps a speech that has ended and that these people have heard; resolves when it is whole in the database. */
    end(speech: SpeechSound, heardBy: readonly number[]) {
      return new Promise<void>((resolve) => {
        unkept.set(speech, { heardBy, done: [resolve] })
        keepSoon(speech)
      })
    },
    /** Ends the speeches of processes that died; at the start also those of an earlier one that had the name of this. */
    async endAbandoned({ isStart = false } = {}) {
      await db.system(async (tx) => {
        const holders = await findSpeechHolders(tx)
        const gone = holders.filter((holder) => (holder === share.name ? isStart : !share.isAtWork(holder)))
        if (gone.length) await endAbandoned(tx, gone)
      })
    },
    /** Keeps what is left, once. */
    async close() {
      clearInterval(keeping)
      await Promise.all(
        [...unkept.keys()].map(async (speech) => {
          await writing.get(speech)
          await keep(speech)
        }),
      )
    },
  }
}
export type Keeper = ReturnType<typeof createKeeper>
