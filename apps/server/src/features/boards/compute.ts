import { createHash } from 'node:crypto'
import { BoardAbout, Pace, type SourceName, traitsOf } from '@huanwei/contract/boards/codes'
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

/** Result of a source; `data` is null where it failed. `hash` names its contents. */
export type Computed = { madeAt: number; hash: string; data: PanelData | null }

/** Life of a result from when it was begun, ms. Boards are read once a second: a live result ends just before, or every other reading would find it. */
const lifeMs: Record<Pace, number> = { [Pace.live]: 900, [Pace.slow]: 60_000 }
/** Life of a live result while nothing changes in the live state of its organisation, ms. */
const unchangedMs = 10_000
/** A source that failed is asked again after this, ms. */
const failedMs = 5000
/** Results at most: boards of many departments must not fill the memory. */
const mostKept = 4000

type For = BoardSubject & { language: Language }
/** `change`: number of the change of the live state that it holds. */
type Kept = { madeAt: number; change: number; until: number; result: Promise<Computed> }
type Parts = { db: Database; latest: Latest; log: Pick<Log, 'error'> }

/** Computes what boards ask for. All who ask alike, for the same scope and language, share one computation, also while it runs. */
export function createComputer({ db, latest, log }: Parts, clock: () => number = Date.now) {
  const kept = new Map<string, Kept>()
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
      return { madeAt, data, hash: createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 12) }
    } catch (error) {
      log.error({ error, source: name }, 'a source of a board failed')
      return { madeAt, data: null, hash: 'failed' }
    }
  }

  /** True while nothing has changed that a source of the live state alone reads. */
  function isUnchanged({ madeAt, change }: Kept, tenantId: number, name: SourceName) {
    const { pace, lifeMs: ownLife }: Source = sources[name]
    return pace === Pace.live && ownLife === undefined && change === changeOf(tenantId) && clock() < madeAt + unchangedMs
  }

  function forgetOld() {
    const now = clock()
    for (const [key, { until }] of kept) if (until <= now || kept.size > mostKept) kept.delete(key)
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
      const known = kept.get(key)
      if (known && (known.until > clock() || isUnchanged(known, scope.tenantId, name))) return known.result
      if (kept.size >= mostKept) forgetOld()
      const one: Kept = {
        madeAt: clock(),
        change: changeOf(scope.tenantId),
        until: Number.POSITIVE_INFINITY,
        result: asBefore(known?.result, compute(scope, name, params, { language, day, facilityId, span })),
      }
      kept.set(key, one)
      void one.result.then(({ data }) => {
        const { pace, lifeMs: ownLife }: Source = sources[name]
        one.until = data === null ? clock() + failedMs : one.madeAt + (ownLife ?? lifeMs[pace])
      })
      return one.result
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
