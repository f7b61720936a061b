import type { Database } from '../db/connect.ts'
import { deleteSpeech, endSpeech, insertSound, insertSpeech, markHeard } from '../features/intercom/queries.ts'
import type { Log } from '../position/log.ts'
import type { SpeechSound } from './speech.ts'

/** Brings speeches into the database while they are spoken; what the database does not take now is tried again each second. */
export function createKeeper(db: Database, log: Pick<Log, 'error'>) {
  /** Speeches that are not whole in the database, with those who have heard them once they have ended, and what waits for that. */
  const unkept = new Map<SpeechSound, { heardBy: readonly number[]; done: (() => void)[] }>()
  let isKeeping: Promise<void> | undefined

  async function keep(speech: SpeechSound) {
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

  async function keepAll() {
    for (const speech of [...unkept.keys()])
      await keep(speech).catch((error: Error) => log.error({ error }, 'a speech could not be kept yet'))
  }

  /** One write at a time: two would keep the same sound twice. */
  function run(): Promise<void> {
    const again = (isKeeping ?? Promise.resolve()).then(keepAll)
    isKeeping = again
    return again
  }
  const keeping = setInterval(() => unkept.size && run(), 1000)

  return {
    /** Begins a speech; returns its number. */
    begin: (about: { tenantId: number; groupId: number; userId: number }) => db.within(about, (tx) => insertSpeech(tx, about)),
    /** Keeps what is said from now on. */
    follow: (speech: SpeechSound) => void unkept.set(speech, { heardBy: [], done: [] }),
    /** Keeps a speech that has ended and that these people have heard; resolves when it is whole in the database. */
    end(speech: SpeechSound, heardBy: readonly number[]) {
      return new Promise<void>((resolve) => {
        unkept.set(speech, { heardBy, done: [resolve] })
        void run()
      })
    },
    running: () => [...unkept.keys()].map(({ speaking }) => speaking.speechId),
    /** Keeps what is left, once. */
    async close() {
      clearInterval(keeping)
      await run()
    },
  }
}
export type Keeper = ReturnType<typeof createKeeper>
