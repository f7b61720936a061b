import { randomBytes } from 'node:crypto'
import type { Database } from '../../db/connect.ts'
import { type Registration, type RegistrationAt, registerTerminals, type Terminal } from './terminal-queries.ts'

type Waiting = { registration: RegistrationAt; resolve(registered: Terminal | undefined): void; reject(error: unknown): void }

/** Registrations in one transaction: reports get their turn between two. */
const mostAtOnce = 50
/** Registrations of one number that wait. */
const mostOfNumber = 16

/** A code of 128 random bits in 22 characters; it also fits into a 2019 authentication, whose length has one byte. */
const newAuthCode = () => randomBytes(16).toString('base64url')

/**
 * Registers terminals. Those that come while others are written are written together next: at the first start of a fleet thousands come at once.
 */
export function createRegistrar(db: Pick<Database, 'system'>) {
  /** By number; the number whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>()
  let isWriting = false

  /**
   * Takes the first of each number: of two that say the same number the second comes later, as it may be an impostor, and after those of all other
   * numbers, so that a number that is said again and again holds up no other.
   */
  function takeGroup(): Waiting[] {
    return [...waiting.entries().take(mostAtOnce)].flatMap(([terminalNo, ofNumber]) => {
      waiting.delete(terminalNo)
      if (ofNumber.length > 1) waiting.set(terminalNo, ofNumber)
      return ofNumber.splice(0, 1)
    })
  }

  async function write(group: readonly Waiting[]) {
    try {
      // One order in all processes: two that lock the same terminals do not wait for each other.
      const registrations = group.map(({ registration }) => registration).sort((a, b) => (a.terminalNo < b.terminalNo ? -1 : 1))
      const registered = await db.system((tx) => registerTerminals(tx, registrations))
      const byNumber = new Map(registered.map((terminal) => [terminal.terminalNo, terminal]))
      for (const { registration, resolve } of group) resolve(byNumber.get(registration.terminalNo))
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  async function writeWaiting() {
    isWriting = true
    while (waiting.size) await write(takeGroup())
    isWriting = false
  }

  /** Rejects when too many of one number wait. */
  return (registration: Registration, time: number) =>
    new Promise<Terminal | undefined>((resolve, reject) => {
      const one = { registration: { ...registration, time, freshCode: newAuthCode() }, resolve, reject }
      const ofNumber = waiting.get(registration.terminalNo)
      if (ofNumber && ofNumber.length >= mostOfNumber) return reject(new Error('too many registrations of one number'))
      if (ofNumber) ofNumber.push(one)
      else waiting.set(registration.terminalNo, [one])
      if (!isWriting) void writeWaiting()
    })
}
