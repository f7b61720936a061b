import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { MessageId } from '@huanwei/terminal/messages/ids'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Changes, listen } from '../../db/changes.ts'
import { connectOwned, type OwnedDatabase } from '../../db/owned.ts'
import { diskStore, type FileStore } from '../../features/files/file-store.ts'
import { removeUnusedFiles } from '../../features/files/jobs.ts'
import { createTestDatabase } from '../../test-kit.ts'
import type { Log } from '../log.ts'
import type { Report, Update } from '../report.ts'
import { startConnectionLog } from './connection-log.ts'
import { type Limits, startGateway } from './gateway.ts'
import { createPhotoStore, type StorePhoto } from './photos.ts'
import { startRegistry } from './registry.ts'
import { createStream } from './stream.ts'
import { dial, fixAt } from './terminal.test-kit.ts'
import { dropOldPhotos } from './terminal-queries.ts'

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (...words: unknown[]) => console.error(...words),
}

export const heartbeat = { id: MessageId.heartbeat } as const
export const location = (time = Date.now()) => ({ id: MessageId.location, location: fixAt(time) }) as const

let numbers = 13_800_000_000
export const newNumber = () => String(numbers++)

/** For tests: gateways on one database for the file; whatever is started is closed after each test. */
export function gatewayKit() {
  let db: OwnedDatabase
  let changes: Changes
  let store: FileStore
  const cleanup: (() => Promise<void> | void)[] = []

  beforeAll(async () => {
    const url = await createTestDatabase()
    db = connectOwned(url, { system: 5, app: 1 })
    changes = await listen(url)
    store = await diskStore(await mkdtemp(join(tmpdir(), 'huanwei-gateway-')))
  })
  afterEach(async () => {
    for (const work of cleanup.splice(0).reverse()) await work()
  })
  afterAll(async () => {
    await changes.close()
    await db.close()
  })

  /** A gateway whose stream is drained by hand, or settled at once when `settles`. */
  async function start({
    settles = true,
    limits,
    now,
    elapsed,
    capacity = 1000,
    storePhoto = createPhotoStore({ db, store, nameOfPlace: (lng, lat) => `${lng},${lat}` }),
  }: {
    settles?: boolean
    limits?: Partial<Limits>
    now?: () => number
    elapsed?: () => number
    capacity?: number
    storePhoto?: StorePhoto
  } = {}) {
    const stream = createStream({ capacity })
    const registry = await startRegistry({ db, changes, log })
    const updates: Update[] = []
    const reports: Report[] = []
    const connectionLog = startConnectionLog({ db, log, everyMs: 20 })
    const gateway = await startGateway({
      host: '127.0.0.1',
      port: 0,
      db,
      registry,
      stream,
      log,
      publish: (some) => updates.push(...some),
      storePhoto,
      connectionLog,
      ...(limits && { limits }),
      ...(now && { now }),
      elapsed,
    })
    const drain = async () => {
      for (let batch = await stream.take(500, 2); batch.length; batch = await stream.take(500, 2))
        for (const report of batch) {
          reports.push(report)
          report.settle(true)
        }
    }
    if (settles) void drain()
    const stop = async () => {
      stream.close()
      await gateway.close()
      await connectionLog.close()
      await registry.close()
    }
    cleanup.push(stop)
    return { gateway, stream, registry, updates, reports, stop }
  }

  async function terminalOn(port: number, terminalNo = newNumber(), options: { version2019?: boolean; from?: string } = {}) {
    const terminal = await dial(port, terminalNo, options)
    cleanup.push(() => void terminal.close())
    return terminal
  }

  const query = async (text: string, values: unknown[] = []) => (await db.owner.query(text, values)).rows

  /** Runs the daily clean-up with `keepDays`. */
  const tidy = async (keepDays: number) => {
    await db.system((tx) => dropOldPhotos(tx, keepDays))
    await removeUnusedFiles({ db, store })
  }

  /** Holds up whoever stores messages of a terminal, until the returned function is called. */
  async function holdUp(terminalNo: string) {
    const client = await db.owner.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(808, id) from device where terminal_no = $1', [terminalNo])
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }

  return { start, terminalOn, query, holdUp, tidy, bytesOf: async (name: string) => buffer(await store.read(name)) }
}
