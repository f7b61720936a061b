import { randomBytes } from 'node:crypto'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import type { Log } from './log.ts'
import { loadTerminals, markSeen, type Registration, registerTerminal, type Terminal } from './terminal-queries.ts'

export type { Registration, Terminal } from './terminal-queries.ts'

/** Every terminal of the installation in memory, kept up with the database. */
export type Registry = {
  /** By canonical terminal number. */
  byNumber(terminalNo: string): Terminal | undefined
  byId(deviceId: number): Terminal | undefined
  /**
   * Enters or finds a terminal and gives it its code, in the database first. Undefined when the number is taken by a terminal
   * that calls itself otherwise.
   */
  register(registration: Registration, at: number): Promise<Terminal | undefined>
  /** Notes that the terminal was heard at `at`, epoch ms; written to the database within 30 s. */
  seen(deviceId: number, at: number): void
  /** Writes down when terminals were last heard, and stops. */
  close(): Promise<void>
}

/** A code of 128 random bits in 22 characters; it also fits into a 2019 authentication, whose length has one byte. */
const newAuthCode = () => randomBytes(16).toString('base64url')

/** After a change is heard, so that many registrations at once cost few readings; and no more than this share of the time goes into them. */
const [readAfterMs, readShare] = [100, 0.1]
const retryMs = 1000
const flushEveryMs = 30_000

export async function startRegistry({ db, changes, log }: { db: Database; changes: Changes; log: Log }): Promise<Registry> {
  let byNumber = new Map<string, Terminal>()
  let byId = new Map<number, Terminal>()
  let heard = new Map<number, number>()
  /** Entered here since the last reading began; that reading may not know them yet. */
  let entered: Terminal[] = []
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let closed = false
  let readMs = 0

  const enter = (terminal: Terminal) => {
    byNumber.set(terminal.terminalNo, terminal)
    byId.set(terminal.id, terminal)
  }

  async function read() {
    const began = performance.now()
    entered = []
    const terminals = await db.system(loadTerminals)
    byNumber = new Map(terminals.map((terminal) => [terminal.terminalNo, terminal]))
    byId = new Map(terminals.map((terminal) => [terminal.id, terminal]))
    for (const terminal of entered) enter(terminal)
    readMs = performance.now() - began
  }

  function readSoon(ms = Math.max(readAfterMs, readMs / readShare)) {
    if (closed || timer) return
    timer = setTimeout(async () => {
      await reading
      timer = undefined
      if (closed) return
      reading = read().catch((error: Error) => {
        log.error({ error: error.message }, 'terminals could not be read')
        readSoon(retryMs)
      })
    }, ms)
  }

  async function flush() {
    if (!heard.size) return
    const seen = heard
    heard = new Map()
    await db
      .system((tx) => markSeen(tx, seen))
      .catch((error: Error) => {
        for (const [deviceId, at] of seen) if (!heard.has(deviceId)) heard.set(deviceId, at)
        log.error({ error: error.message }, 'times of terminals could not be written')
      })
  }

  changes.on(['device'], () => readSoon())
  await read()
  const flushing = setInterval(flush, flushEveryMs)

  return {
    byNumber: (terminalNo) => byNumber.get(terminalNo),
    byId: (deviceId) => byId.get(deviceId),
    async register(registration, at) {
      const registered = await db.system((tx) => registerTerminal(tx, registration, newAuthCode(), at))
      if (registered) {
        entered.push(registered)
        enter(registered)
      }
      return registered
    },
    seen: (deviceId, at) => {
      heard.set(deviceId, at)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(flushing)
      await reading
      await flush()
    },
  }
}
