import type pg from 'pg'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import type { NameOfPlace } from '../lib/place.ts'
import type { Fix } from './fix.ts'
import type { Log } from './log.ts'
import { endUnwatched } from './raise.ts'
import { loadRulebook, rulebookTables } from './rulebook.ts'
import { createTracks, type Outcome } from './tracks.ts'
import { inTransaction, isTransient } from './transaction.ts'

type Parts = {
  db: Database
  changes: Changes
  log: Log
  /** How a position reads as text. */
  nameOfPlace: NameOfPlace
  /** Reads a text aloud to the driver. */
  speak(deviceId: number, text: string): void
  clock?: () => number
  /** How often rules look at the clock. */
  tickMs?: number
}

/** After a change is heard, so that many at once cost few readings; and no more than this share of the time goes into them. */
const [reloadAfterMs, reloadShare] = [100, 0.1]
const retryMs = 2000
/** Tracks read or looked at in one transaction. */
const pieceSize = 500
const restMs = 60_000

export type Rules = Awaited<ReturnType<typeof startRules>>

/** The rules at work: kept up with what people change, with time, and with what terminals report. */
export async function startRules({ db, changes, log, nameOfPlace, speak, clock = Date.now, tickMs = 10_000 }: Parts) {
  const read = () => db.system((tx) => loadRulebook(tx, log))
  const first = await read()
  const tracks = createTracks(first, nameOfPlace, clock())
  let closed = false
  let reloading: NodeJS.Timeout | undefined
  let reloadMs = 0
  /** What touches tracks comes one after the other. */
  let turn: Promise<void> = Promise.resolve()
  function inTurn(work: () => Promise<void>): Promise<void> {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  const keep = ({ keep, speeches }: Outcome) => {
    keep()
    for (const { deviceId, text } of speeches) speak(deviceId, text)
  }

  /** Ends what is no longer watched, then goes on with the rules of now. */
  async function reload() {
    const began = performance.now()
    const book = await read()
    await inTransaction(db, (client) => endUnwatched(client, book.subjects, clock()))
    tracks.apply(book)
    reloadMs = performance.now() - began
  }

  function reloadSoon(ms = Math.max(reloadAfterMs, reloadMs / reloadShare)) {
    if (closed || reloading) return
    reloading = setTimeout(() => {
      reloading = undefined
      inTurn(reload).then(look, (error: Error) => {
        log.error({ error: error.message }, 'rules could not be read')
        reloadSoon(retryMs)
      })
    }, ms)
  }

  const ready = async (deviceIds: Iterable<number>) =>
    keep(await inTransaction(db, (client) => tracks.load(client, deviceIds, clock())))
  const lookAt = async (deviceIds: readonly number[]) => {
    const none = new Map<number, Fix[]>(deviceIds.map((deviceId) => [deviceId, []]))
    keep(await inTransaction(db, (client) => tracks.take(client, none, clock())))
  }

  /** Works on these terminals; one that fails for itself is left alone for a while, so that it does not hold up the others. */
  async function inPieces(deviceIds: readonly number[], work: (piece: readonly number[]) => Promise<void>, size = pieceSize) {
    for (let at = 0; at < deviceIds.length && !closed; at += size) {
      const piece = deviceIds.slice(at, at + size)
      try {
        await inTurn(() => work(piece))
      } catch (error) {
        tracks.forget(piece)
        if (isTransient(error)) throw error
        if (piece.length > 1) await inPieces(piece, work, Math.ceil(piece.length / 2))
        else for (const deviceId of piece) rest(deviceId, error)
      }
    }
  }

  function rest(deviceId: number, error: unknown) {
    tracks.rest(deviceId, clock() + restMs)
    log.error({ deviceId, error: error instanceof Error ? error.message : error }, 'the rules of a terminal cannot be evaluated')
  }

  let looking = false
  /** Reads the tracks not read yet and looks at what the clock has changed. */
  async function look() {
    if (looking || closed) return
    looking = true
    try {
      await inPieces(tracks.unread(clock()), ready)
      await inPieces(tracks.dueBy(clock()), lookAt)
    } catch (error) {
      log.warn({ error: error instanceof Error ? error.message : error }, 'rules wait for the database')
    } finally {
      looking = false
    }
  }

  changes.on(rulebookTables, () => reloadSoon())
  const ticking = setInterval(look, tickMs)
  reloadSoon(0)

  return {
    inTurn,
    /** Makes sure that the tracks of these terminals are known; before their reports are stored. */
    ready: async (deviceIds: Iterable<number>) => {
      const wanted = tracks.unread(clock(), deviceIds)
      if (wanted.length) await ready(wanted)
    },
    isWatched: tracks.isWatched,
    /** What new fixes mean, written in the transaction that stores them. */
    judge: async (client: pg.ClientBase, fixes: ReadonlyMap<number, readonly Fix[]>) => {
      const outcome = await tracks.take(client, fixes, clock())
      return { keep: () => keep(outcome) }
    },
    forget: tracks.forget,
    rest,
    async close() {
      closed = true
      clearTimeout(reloading)
      clearInterval(ticking)
      await turn
    },
  }
}
