import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'
import type { Log } from '../log.ts'
import { readTouched } from '../read-touched.ts'
import { createHeard } from './heard.ts'
import { createRegistrar } from './registrar.ts'
import { correctSeen, loadTerminals, type Registration, type Terminal } from './terminal-queries.ts'

export type { Registration, Terminal } from './terminal-queries.ts'

/** Every terminal of the installation in memory, in step with the database. */
export type Registry = {
  /** Finds a terminal by its canonical number. */
  byNumber(terminalNo: string): Terminal | undefined
  byId(deviceId: number): Terminal | undefined
  /**
   * Adds or finds a terminal and gives it its authentication code, in the database first. Undefined when the number belongs to a
   * terminal with another identity.
   */
  register(registration: Registration, time: number): Promise<Terminal | undefined>
  /** Records that the terminal was heard at `time`, epoch ms; written to the database within 30 s. */
  seen(deviceId: number, time: number): void
  /** Writes when terminals were last heard, and stops. */
  close(): Promise<void>
}

export async function startRegistry({ db, changes, log }: { db: Database; changes: Changes; log: Log }): Promise<Registry> {
  const byNumber = new Map<string, Terminal>()
  const byId = new Map<number, Terminal>()
  /** Terminals added by this process since the last reading began, which that reading may not contain. */
  let added: Terminal[] = []

  const index = (terminal: Terminal) => {
    byNumber.set(terminal.terminalNo, terminal)
    byId.set(terminal.id, terminal)
  }

  function forget(id: number) {
    const known = byId.get(id)
    if (!known) return
    byId.delete(id)
    // A terminal that was removed and added again has another id.
    if (byNumber.get(known.terminalNo) === known) byNumber.delete(known.terminalNo)
  }

  /** Reads the terminals with these ids, or all. */
  const read = oneAtATime(async (ids?: readonly number[]) => {
    added = []
    const terminals = await db.system((tx) => loadTerminals(tx, ids))
    for (const id of ids ?? [...byId.keys()]) forget(id)
    for (const terminal of [...terminals, ...added]) index(terminal)
  })
  const reading = readTouched({
    some: (rows) => read([...rows.values()].flatMap((ids) => [...ids])),
    whole: () => read(),
    failed: (error) => log.error({ error }, 'terminals could not be read'),
  })

  changes.on(['device', 'device_code'], reading.ask)
  await db.system(correctSeen)
  await read()
  const heard = createHeard(db, log)
  const register = createRegistrar(db)

  return {
    byNumber: (terminalNo) => byNumber.get(terminalNo),
    byId: (deviceId) => byId.get(deviceId),
    async register(registration, time) {
      const registered = await register(registration, time)
      if (registered) {
        added.push(registered)
        index(registered)
      }
      return registered
    },
    seen: heard.note,
    async close() {
      await reading.stop()
      await heard.close()
    },
  }
}
