import type { LineNews } from '@huanwei/contract/intercom/messages'
import type { Changes } from '../db/changes.ts'
import type { Database } from '../db/connect.ts'
import { findCallsToFollow, followCall } from '../features/intercom/emergencies/queries.ts'
import { inTurns } from '../lib/in-turns.ts'
import type { Log } from '../position/log.ts'
import type { Lines } from './lines.ts'

/** Calls for help that are followed at once. */
const lookups = 4

type Parts = { db: Database; changes: Pick<Changes, 'on'>; lines: Pick<Lines, 'of' | 'place'>; log: Pick<Log, 'error'> }

/**
 * Each call for help has a group of its own, of the one who called and those who were told, until it is closed. It opens by itself at the one who called and
 * at who takes the call over, and rings at the others once. Source: spec 3, section 17.
 */
export function followCallsForHelp({ db, changes, lines, log }: Parts) {
  /** Whose browsers have rung or opened, by call. */
  const reached = new Map<string, Set<string>>()

  async function follow(key: string) {
    const [tenantId, emergencyId] = key.split(' ').map(Number) as [number, number]
    const call = await db.within({ tenantId }, (tx) => followCall(tx, tenantId, emergencyId))
    if (!call?.isOpen) return void reached.delete(key)
    const { groupId, name, callerId, toldIds, acknowledgedBy } = call
    const known = reached.get(key) ?? new Set<string>()
    reached.set(key, known)
    const reach = async (userId: number, news: LineNews) => {
      // Who was rung opens it when they take it over.
      const mark = `${news.type} ${userId}`
      if (known.has(mark)) return
      known.add(mark)
      for (const line of lines.of(tenantId, userId)) {
        await lines.place(line, false)
        line.tell(news)
      }
    }
    const openers = [callerId, acknowledgedBy].filter((userId) => userId !== null)
    for (const userId of openers) await reach(userId, { type: 'open', groupId, name })
    if (acknowledgedBy !== null) return
    for (const userId of toldIds)
      if (userId !== callerId) await reach(userId, { type: 'ring', groupId, by: name, isEmergency: true })
  }

  const followSoon = inTurns(lookups, (key: string) =>
    follow(key).catch((error: Error) => log.error({ error }, 'the group of a call for help could not be opened')),
  )

  /** Calls of which it is not known which one changed, or that changed while nobody listened. */
  async function followAll() {
    for (const { tenantId, emergencyId } of await db.system(findCallsToFollow)) followSoon(`${tenantId} ${emergencyId}`)
  }

  changes.on(['emergency'], ({ tenantId, id }) => {
    if (tenantId !== undefined && id !== undefined) followSoon(`${tenantId} ${id}`)
    else followAll().catch((error: Error) => log.error({ error }, 'calls for help could not be looked up'))
  })
  return { followAll }
}
