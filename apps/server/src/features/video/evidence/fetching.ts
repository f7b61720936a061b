import { dayMs, minuteMs } from '@huanwei/contract/time'
import { Refused } from '../../../http/refuse.ts'
import { createTurns } from '../../../http/turns.ts'
import { momentOf } from '../../../lib/time.ts'
import { listEvidence, type RemoteEvidence } from '../../../media/remote/remote-evidence.ts'
import type { RemoteDevice } from '../../../media/remote/remote-uploads.ts'
import { VideoServerRefused } from '../../../media/remote/video-server.ts'
import { setAsked, takeDueUploads, type UploadRow } from '../attachments/queries.ts'
import { evidenceStem, type KeepingParts, keepEvidence } from './keeping.ts'
import { findKept, findOfTenant, type OfVehicle, violationOf } from './queries.ts'
import type { EvidenceParts } from './routes.ts'

/** Violations whose files are fetched at once: of one organisation, in all; and those that are taken on at once, as long as an organisation has fewer. */
const [ofTenant, inAll, mostTaken] = [1, 4, 8]
/** Files of one violation, and bytes of one of them. */
const [mostFiles, mostBytes] = [8, 64 * 1024 * 1024]
/** Time that the files of one violation may take, ms: those that are missing then come the next time. */
const longestFetch = 3 * minuteMs
/** Time of a violation's files, ms: from before its start until after its end, which is at most so long after its start. */
const around = { before: minuteMs, after: 2 * minuteMs, longest: 10 * minuteMs }
/** Times that a violation's files are looked for, as some reach the server late, and until the next time, s: also where the server is away. */
const [mostTries, again] = [3, { later: 600, away: 300 }]

export type FetchingParts = KeepingParts & Pick<EvidenceParts, 'remoteOf'> & { log: { error(what: object, text: string): void } }

/** Fetches what video servers hold of the violations that they have told of. Record: docs/decisions/0102. */
export class EvidenceFetching {
  readonly #parts: FetchingParts
  readonly #longestMs: number
  readonly #inTurnOfTenant = createTurns(ofTenant)
  readonly #inTurn = createTurns(inAll)
  readonly #underWay = new Map<string, { tenantId: number; work: Promise<void> }>()
  readonly #over = new AbortController()

  constructor(parts: FetchingParts, longestMs = longestFetch) {
    this.#parts = parts
    this.#longestMs = longestMs
  }

  /** Takes on what is due of organisations that have not too much under way: a server that hangs makes none of the others wait. */
  async takeDue(tenantIds: readonly number[]) {
    const underWay = [...this.#underWay.values()]
    const free = tenantIds.filter((id) => underWay.filter(({ tenantId }) => tenantId === id).length < mostTaken)
    if (!free.length || this.#over.signal.aborted) return
    const due = await this.#parts.db.system((tx) => takeDueUploads(tx, free, mostTaken, 'servers'))
    for (const row of due) this.#take(row)
  }

  #take(row: UploadRow) {
    const { tenantId } = row
    const key = `${tenantId} ${row.id}`
    // What takes longer than a minute is due again.
    if (this.#over.signal.aborted || this.#underWay.has(key)) return
    const work = this.#inTurnOfTenant(String(tenantId), () => this.#inTurn('', () => this.#fetch(row)))
      .catch((error: Error) => {
        if (!this.#over.signal.aborted) this.#parts.log.error({ error, id: row.id }, 'evidence could not be fetched')
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, { tenantId, work })
  }

  /** Breaks off what is being fetched: the next process begins anew. */
  async close() {
    this.#over.abort()
    await Promise.all(Array.from(this.#underWay.values(), ({ work }) => work))
  }

  async #fetch(row: UploadRow): Promise<void> {
    const { db, remoteOf } = this.#parts
    const over = this.#over.signal
    if (over.aborted) return
    const violation = await db.within(row, (tx) => findOfTenant(tx, row, violationOf(row) ?? 0))
    const device = violation ? await remoteOf(violation) : undefined
    const isGivenUp = Date.now() - momentOf(row.createTime) > dayMs
    if (!violation || isGivenUp) return this.#note(row, { state: 'failed', tries: row.tries, seconds: 0 })
    // What it is merged into has files of its own, of the same time; it may be parted from it again.
    if (violation.mergedInto !== null) return this.#note(row, { state: 'waiting', tries: row.tries, seconds: again.later })
    if (!device) return this.#note(row, { state: 'waiting', tries: row.tries, seconds: again.away })
    const signal = AbortSignal.any([over, AbortSignal.timeout(this.#longestMs)])
    const listed = await this.#list(violation, device, signal)
    if (over.aborted) return
    if (!listed) return this.#note(row, { state: 'waiting', tries: row.tries, seconds: again.away })
    const kept = await db.within(row, (tx) => findKept(tx, violation))
    const missing = nearest(listed, violation).filter((file) => !kept.some((name) => name.startsWith(`${evidenceStem(file)}.`)))
    let count = kept.length
    for (const file of missing.slice(0, Math.max(0, mostFiles - count))) {
      if (signal.aborted) break
      if (await this.#keep(violation, device, file, signal)) count++
    }
    const tries = row.tries + 1
    const state = tries < mostTries ? 'waiting' : count ? 'done' : 'failed'
    if (!over.aborted) await this.#note(row, { state, tries, seconds: again.later })
  }

  /**
   * Files that the server lists; undefined where it is away. A list that does not come in time is an empty one: it counts as a try, as its server would take
   * the others' time all day.
   */
  async #list(violation: OfVehicle, device: RemoteDevice, signal: AbortSignal): Promise<RemoteEvidence[] | undefined> {
    try {
      return await listEvidence(device, violation.plateNumber, spanOf(violation), signal)
    } catch (error) {
      if (!(error instanceof VideoServerRefused)) throw error
      return signal.aborted ? [] : undefined
    }
  }

  /** False for a file that the server does not give, or that there is no room for. */
  async #keep(violation: OfVehicle, device: RemoteDevice, file: RemoteEvidence, signal: AbortSignal): Promise<boolean> {
    try {
      await keepEvidence(this.#parts, { violation, device, file }, { signal, bytes: mostBytes })
      return true
    } catch (error) {
      if (error instanceof Refused || error instanceof VideoServerRefused) return false
      throw error
    }
  }

  async #note(row: UploadRow, next: Parameters<typeof setAsked>[2]) {
    await this.#parts.db.within(row, (tx) => setAsked(tx, row, next))
  }
}

/** Epoch ms. */
function spanOf({ createTime, until }: OfVehicle) {
  const [start, end] = [momentOf(createTime), momentOf(until)]
  return { from: start - around.before, to: Math.min(end, start + around.longest) + around.after }
}

/** Files by their distance from the start of a violation. */
function nearest(files: readonly RemoteEvidence[], { createTime }: OfVehicle) {
  const start = momentOf(createTime)
  return files.filter(({ size }) => size <= mostBytes).sort((a, b) => Math.abs(a.time - start) - Math.abs(b.time - start))
}
