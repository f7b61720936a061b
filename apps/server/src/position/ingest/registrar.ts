import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/connect.ts'
import { type Registration, type RegistrationAt, registerTerminals, type Terminal } from './terminal-queries.ts'

type Waiting = { registration: RegistrationAt; resolve(registered: Terminal | undefined): void; reject(error: unknown): void }

/** Registrations in one transaction: reports get their turn between two. */
const mostAtOnce = 50

/** A code of 128 random bits in 22 characters; it also fits into a 2019 authentication, whose length has one byte. */
const newAuthCode = () => randomBytes(16).toString('base64url')

/**
 * Registers terminals. Those that come while others are written are written together next: at the first start of a fleet thousands come at once.
 */
export function createRegistrar(db: Pick<Database, 'system'>) {
  let waiting: Waiting[] = []
  let isWriting = false

  /** Of two that say the same number the second comes later: it may be an impostor. */
  function takeGroup(): Waiting[] {
    const group = new Map<string, Waiting>()
    const later: Waiting[] = []
    for (const one of waiting.splice(0, mostAtOnce)) {
      const { terminalNo } = one.registration
      if (group.has(terminalNo)) later.push(one)
      else group.set(terminalNo, one)
    }
    waiting = [...later, ...waiting]
    return [...group.values()]
  }

  async function write(group: readonly Waiting[]) {
    try {
      const registrations = group.map(({ registration }) => registration)
      const registered = await db.system((tx) => registerTerminals(tx, registrations))
      const byNumber = new Map(registered.map((terminal) => [terminal.terminalNo, terminal]))
      for (const { registration, resolve } of group) resolve(byNumber.get(registration.terminalNo))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async function writeWaiting() {
    isWriting = true
    while (waiting.length) await write(takeGroup())
    isWriting = false
  }

  return (registration: Registration, time: number) =>
    new Promise<Terminal | undefined>((resolve, reject) => {
      waiting.push({ registration: { ...registration, time, freshCode: newAuthCode() }, resolve, reject })
      if (!isWriting) void writeWaiting()
    })
}
