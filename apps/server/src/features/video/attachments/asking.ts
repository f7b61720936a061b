import { ObjectType } from '@huanwei/contract/objects'
import { hourMs } from '@huanwei/contract/time'
import type { Changes } from '../../../db/changes.ts'
import type { Database, Tx } from '../../../db/connect.ts'
import { momentOf } from '../../../lib/time.ts'
import type { AttachmentOrder } from '../../../media/attachments/alarm-upload.ts'
import type { AttachmentPort } from '../../../media/attachments/attachment-port.ts'
import type { MediaShare } from '../../../media/share.ts'
import type { IngestCalls } from '../../../position/link.ts'
import type { FileStore } from '../../files/file-store.ts'
import { EvidenceFetching, type FetchingParts } from '../evidence/fetching.ts'
import { noteServerEvidence } from '../evidence/queries.ts'
import { followTenants } from '../tenants-here.ts'
import { hasRoom, keepAttachment } from './keep.ts'
import {
  askAgain,
  type ChangedVehicles,
  dropOldAttachments,
  noteAlarms,
  noteProgress,
  setAsked,
  takeDueUploads,
  type UploadRow,
} from './queries.ts'

const tickMs = 5000
/** Times that a terminal may say yes and not send all. */
const mostTries = 4
/** Until a terminal is asked again: that is away, that refused, and that said yes, s. */
const again = { offline: 60, refused: 300, confirmed: 120 }
/** Time after which nothing more is asked of an alarm, ms. */
const givenUpMs = 24 * hourMs
/** Terminals that are asked at once. */
const mostAtOnce = 100
/** Vehicles whose changed violations wait to be looked at; above, all are looked at. */
const mostChanged = 1000

export type AskingParts = Pick<FetchingParts, 'remoteOf'> & {
  db: Database
  store: FileStore
  changes: Pick<Changes, 'on'>
  ingest: Pick<IngestCalls, 'send'>
  attachments: Pick<AttachmentPort, 'port' | 'expect' | 'isOn' | 'forget'>
  share: Pick<MediaShare, 'isHere'>
  config: { DATA_DIR: string; JT1078_HOST: string; KEEP_DAYS: number }
  log: { error(what: object, text: string): void }
}

/** Asks terminals and video servers for the files of alarms that violations go by, and keeps what comes. Returns the function that stops it. */
export function askForAttachments(parts: AskingParts) {
  const { db, changes, attachments, share, config, log } = parts
  /** What is to be looked at; undefined: every vehicle of every tenant. */
  const changed = new Map<string, ChangedVehicles | undefined>()
  /** Alarms whose files may come, by number, with the time until which they are waited for, epoch ms. */
  const expected = new Map<string, number>()
  /** Questions without an answer yet: a terminal that does not answer makes none of the others wait. */
  const asking = new Set<Promise<unknown>>()
  const fetching = new EvidenceFetching(parts)
  let underWay: Promise<void> | undefined
  let isOver = false

  async function ask(row: UploadRow): Promise<void> {
    const { alarmNumber, mark, deviceId, tries, createTime } = row
    const isGivenUp = tries >= mostTries || Date.now() - momentOf(createTime) > givenUpMs
    if (isGivenUp) {
      await db.within(row, (tx) => setAsked(tx, row, { state: 'failed', tries, seconds: 0 }))
      return
    }
    // What still comes is waited for.
    if (attachments.isOn(alarmNumber)) {
      await db.within(row, (tx) => setAsked(tx, row, { state: 'asked', tries, seconds: again.confirmed }))
      return
    }
    attachments.expect(orderOf(parts, row))
    expected.set(alarmNumber, Date.now() + 2 * again.refused * 1000)
    const { outcome } = await parts.ingest.send(deviceId, {
      kind: 'requestAttachments',
      host: config.JT1078_HOST,
      port: attachments.port,
      mark,
      alarmNumber,
    })
    const isAway = outcome === 'offline' || outcome === 'timedOut'
    const next = isAway
      ? { state: row.state, tries, seconds: again.offline }
      : { state: 'asked' as const, tries: tries + 1, seconds: outcome === 'confirmed' ? again.confirmed : again.refused }
    await db.within(row, (tx) => setAsked(tx, row, next))
  }

  // While a tenant was nobody's, its violations changed unseen.
  const tenantsHere = followTenants(parts, async (come) => {
    await db.system((tx) => askAgain(tx, come))
    for (const tenantId of come) changed.set(`${tenantId}`, { tenantId })
  })

  async function work() {
    const here = await tenantsHere()
    const some = [...changed.values()]
    changed.clear()
    for (const one of among(some, here)) await db.system((tx) => noteFiles(tx, one))
    const due = here.length ? await db.system((tx) => takeDueUploads(tx, here, mostAtOnce - asking.size)) : []
    for (const row of due) {
      const asked = ask(row)
        // A question that is open at the stop is asked again by the next process.
        .catch((error: Error) => isOver || log.error({ error, id: row.id }, 'files of an alarm could not be asked for'))
        .finally(() => asking.delete(asked))
      asking.add(asked)
    }
    await fetching.takeDue(here)
    await forgetOld(attachments, expected)
  }

  function run() {
    if (isOver) return
    underWay ??= work()
      .catch((error: Error) => log.error({ error }, 'files of alarms could not be asked for'))
      .finally(() => {
        underWay = undefined
        if (changed.size) run()
      })
  }

  changes.on(['violation_event'], ({ tenantId, objectType, objectId: vehicleId }) => {
    const isKnown = tenantId !== undefined && objectType !== undefined && vehicleId !== undefined
    if (isKnown && (objectType !== ObjectType.vehicle || !share.isHere(tenantId))) return
    const isOne = isKnown && changed.size < mostChanged
    changed.set(isOne ? `${tenantId} ${vehicleId}` : 'all', isOne ? { tenantId, vehicleId } : undefined)
    run()
  })
  const clearUp = () =>
    db
      .system((tx) => dropOldAttachments(tx, config.KEEP_DAYS))
      .catch((error: Error) => log.error({ error }, 'old files of alarms could not be removed'))
  const timers = [setInterval(run, tickMs), setInterval(clearUp, hourMs)]
  run()
  return async () => {
    isOver = true
    for (const timer of timers) clearInterval(timer)
    await underWay
    await fetching.close()
  }
}

/** Notes what is to be asked for: of terminals, and of video servers. */
async function noteFiles(tx: Tx, vehicles: ChangedVehicles) {
  await noteAlarms(tx, vehicles)
  await noteServerEvidence(tx, vehicles)
}

/** Lets no more files of alarms come that were expected long enough, epoch ms by number. */
async function forgetOld({ isOn, forget }: AskingParts['attachments'], expected: Map<string, number>) {
  for (const [alarmNumber, until] of expected) {
    if (Date.now() < until || isOn(alarmNumber)) continue
    expected.delete(alarmNumber)
    await forget(alarmNumber)
  }
}

/** What is to be looked at among the organisations that are here. */
const among = (changed: readonly (ChangedVehicles | undefined)[], here: readonly number[]): readonly ChangedVehicles[] =>
  changed.includes(undefined)
    ? here.map((tenantId) => ({ tenantId }))
    : changed.flatMap((one) => (one && here.includes(one.tenantId) ? one : []))

/** The order that lets the terminal send the files of an alarm. */
function orderOf(parts: Pick<AskingParts, 'db' | 'store'>, row: UploadRow): AttachmentOrder {
  const { alarmNumber, mark, terminalNo, tenantId } = row
  const { db } = parts
  return {
    alarmNumber,
    mark,
    terminalNo,
    admit: (bytes) => hasRoom(db, tenantId, bytes),
    keep: (file) => keepAttachment(parts, row, file),
    progress: async (listed, kept) => {
      await db.within(row, (tx) => noteProgress(tx, row, listed, kept >= listed))
    },
  }
}
