import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { BoardAbout, Pace, type SourceName, staleAfterMs, traitsOf } from '@huanwei/contract/boards/codes'
import type { PanelData } from '@huanwei/contract/boards/endpoints'
import type { SourceParams } from '@huanwei/contract/designs/endpoints'
import type { Permission } from '@huanwei/contract/permissions'
import type { Language } from '@huanwei/words/languages'
import type { Database } from '../../db/connect.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { Log } from '../../position/log.ts'
import type { BoardSubject, Source } from './source.ts'
import { sources } from './sources.ts'

/** Organisation and departments that a board is read for. */
export type BoardScope = Pick<Viewer, 'tenantId' | 'departments'>

/** Result of a source; `data` is null where it failed. `hash` names its contents, `letters` is their length. */
export type Computed = { madeAt: number; hash: string; letters: number; data: PanelData | null }

/** Life of a result from when it was begun, ms. Boards are read once a second: a live result ends just before, or every other reading would find it. */
const lifeMs: Record<Pace, number> = { [Pace.live]: 900, [Pace.slow]: 60_000 }
/** Life of a live result while nothing changes in the live state of its organisation, ms. */
const unchangedMs = 10_000
/** A source that failed is asked again after this, ms. */
const failedMs = 5000
/** Results that nobody asks for any more go after this, ms. */
const restMs = 60_000
const usual = {
  /** Results at most, and letters of all together: boards of many departments, and what editors try, must not fill the memory. */
  results: 4000,
  letters: 64 * 1024 * 1024,
  /** A source that takes longer gives its last result meanwhile, unless that is old. */
  patienceMs: 2000,
}

type For = BoardSubject & { language: Language }
/** `change`: number of the change of the live state that it holds. `until`: infinite while it is computed; `before` is the result before it then. */
type Kept = {
  madeAt: number
  change: number
  until: number
  letters: number
  result: Promise<Computed>
  before: Pick<Kept, 'madeAt' | 'result'> | undefined
}
type Parts = { db: Database; latest: Latest; log: Pick<Log, 'error'> }

/** Computes what boards ask for. All who ask alike, for the same scope and language, share one computation, also while it runs. */
export function createComputer({ db, latest, log }: Parts, clock: () => number = Date.now, limits = usual) {
  const kept = new Map<string, Kept>()
  let allLetters = 0
  let lookedAt = clock()
  const changeOf = countChanges(latest)
  /** Computations so far. */
  let count = 0

  async function compute(
    scope: BoardScope,
    name: SourceName,
    params: SourceParams,
    { language, ...subject }: For,
  ): Promise<Computed> {
    count++
    const madeAt = clock()
    const viewer = readerOf(scope)
    const source: Source = sources[name]
    try {
      const data = await db.within(viewer, (tx) => source.read({ tx, viewer, latest, language, now: madeAt, ...subject }, params))
      const text = JSON.stringify(data)
      return { madeAt, data, letters: text.length, hash: createHash('sha256').update(text).digest('base64url').slice(0, 12) }
    } catch (error) {
      log.error({ error, source: name }, 'a source of a board failed')
      return { madeAt, data: null, letters: 0, hash: 'failed' }
    }
  }

  /** True while nothing has changed that a source of the live state alone reads. */
  function isUnchanged({ madeAt, change }: Kept, tenantId: number, name: SourceName) {
    const { pace, lifeMs: ownLife }: Source = sources[name]
    return pace === Pace.live && ownLife === undefined && change === changeOf(tenantId) && clock() < madeAt + unchangedMs
  }

  function forget(key: string) {
    allLetters -= kept.get(key)?.letters ?? 0
    kept.delete(key)
  }

  const isTooMuch = () => kept.size > limits.results || allLetters > limits.letters

  /** Forgets what nobody asks for, and what was computed longest ago while there is too much. */
  function forgetOld() {
    const now = clock()
    lookedAt = now
    for (const [key, { madeAt, until }] of kept) if (until + restMs <= now || madeAt > now || isTooMuch()) forget(key)
  }

  /** The result, or the one before it where that takes long. */
  function inTime({ result, before, madeAt }: Kept, pace: Pace): Promise<Computed> {
    if (!before || clock() - before.madeAt > staleAfterMs[pace] - 2 * limits.patienceMs) return result
    const left = Math.max(0, limits.patienceMs - Math.max(0, clock() - madeAt))
    return Promise.race([result, pause(left, before.result, { ref: false })])
  }

  return {
    computations: () => count,
    /** The result of a source, at most as old as its pace allows. */
    of(
      scope: BoardScope,
      name: SourceName,
      params: SourceParams,
      language: Language,
      about: BoardSubject = {},
    ): Promise<Computed> {
      const subject = traitsOf(name).about
      const day = subject === BoardAbout.day ? about.day : undefined
      const facilityId = subject === BoardAbout.facility ? about.facilityId : undefined
      const span = subject === BoardAbout.span ? about.span : undefined
      const key = JSON.stringify([scope.tenantId, scope.departments, name, params, language, day, facilityId, span])
      const { pace, lifeMs: ownLife }: Source = sources[name]
      const known = kept.get(key)
      const now = clock()
      // What was made later than now was made before the clock was set back.
      const isYoung = known && known.madeAt <= now && (known.until > now || isUnchanged(known, scope.tenantId, name))
      if (isYoung) return inTime(known, pace)
      // The newest ones stand last.
      forget(key)
      if (now > lookedAt + restMs || now < lookedAt || isTooMuch()) forgetOld()
      const one: Kept = {
        madeAt: now,
        change: changeOf(scope.tenantId),
        until: Number.POSITIVE_INFINITY,
        letters: 0,
        before: known,
        result: asBefore(known?.result, compute(scope, name, params, { language, day, facilityId, span })),
      }
      kept.set(key, one)
      void one.result.then(({ data, letters }) => {
        one.before = undefined
        one.until = data === null ? clock() + failedMs : one.madeAt + (ownLife ?? lifeMs[pace])
        if (kept.get(key) !== one) return
        one.letters = letters
        allLetters += letters
        if (isTooMuch()) forgetOld()
      })
      return inTime(one, pace)
    },
  }
}

/** The next result, with the contents of the one before where they are equal. */
async function asBefore(before: Promise<Computed> | undefined, next: Promise<Computed>): Promise<Computed> {
  const [was, now] = [await before, await next]
  return was?.hash === now.hash ? { ...now, data: was.data } : now
}

/** Numbers the changes of the live state of each organisation. */
function countChanges({ people, vehicles, facilities }: Latest) {
  const counts = new Map<number, number>()
  for (const store of [people, vehicles, facilities])
    store.onChange((tenantId) => counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1))
  return (tenantId: number) => counts.get(tenantId) ?? 0
}

export type Computer = ReturnType<typeof createComputer>

/** Somebody who sees the departments of a board and may do nothing but this. */
export const readerOf = ({ tenantId, departments }: BoardScope, permissions: readonly Permission[] = []): Viewer => ({
  // Nobody's: 0 stands for no person in some rows, which would then be the reader's own.
  userId: -1,
  username: '',
  tenantId,
  deptId: 0,
  roleIds: [],
  permissions: new Set(permissions),
  departments,
  platform: false,
  family: '',
  isLocked: false,
})
