import { randomBytes } from 'node:crypto'
import { signMethod } from '@huanwei/contract/clients/rules'
import type { PostedEvent } from '@huanwei/contract/subscriptions/endpoints'
import { deliverySpanMs, pauseAfter } from '@huanwei/contract/subscriptions/rules'
import { hourMs } from '@huanwei/contract/time'
import type { Changes } from '../../db/changes.ts'
import type { Database } from '../../db/connect.ts'
import { hashOf, hmacOf } from '../../http/open/signature.ts'
import type { outsideFetch } from '../../http/outside-fetch.ts'
import type { Sealing } from '../../lib/sealing.ts'
import {
  type Due,
  findDue,
  markDelivered,
  markTried,
  removeDelivered,
  type Taken,
  type TakenEvent,
  takeEvents,
} from './queries.ts'

/** Posts on their way at once: of one subscription, so that a slow receiver takes nobody's place, and in all. */
const atOnce = { subscription: 8, all: 64 }
/** Time of one post, ms, and time after which a post whose process died is tried again, seconds. */
const postMs = 15_000
const leaseSeconds = 60
/** Pause between two looks for what is due, ms; a new event is looked at at once. */
const lookMs = 2000

type Parts = {
  db: Database
  changes: Changes
  sealing: Sealing
  fetch: ReturnType<typeof outsideFetch>
  log: { error(what: object, text: string): void }
}

/** Posts events to those who subscribe: at least once, and those of one object in their order. */
export function startDeliveries(parts: Parts) {
  const { db, changes, sealing, log } = parts
  const underWay = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let isAsked = false
  let isTroubled = false

  /** Says once that the database is away, and not every two seconds. */
  function trouble(error: unknown) {
    if (!isTroubled) log.error({ error }, 'events for other systems wait for the database')
    isTroubled = true
  }

  const keyOf = ({ tenantId, subscriptionId }: Due) => `${tenantId} ${subscriptionId}`

  function run(due: Due, taken: Taken, event: TakenEvent) {
    const key = keyOf(due)
    underWay.set(key, (underWay.get(key) ?? 0) + 1)
    const work = deliver(parts, taken, event, closing.signal)
      .catch((error: unknown) => log.error({ error }, 'the outcome of an event could not be stored'))
      .finally(() => {
        running.delete(work)
        const left = (underWay.get(key) ?? 1) - 1
        if (left) underWay.set(key, left)
        else underWay.delete(key)
        look()
      })
    running.add(work)
  }

  async function takeAll() {
    for (const due of await db.system(findDue)) {
      const free = Math.min(atOnce.subscription - (underWay.get(keyOf(due)) ?? 0), atOnce.all - running.size)
      if (free <= 0 || closing.signal.aborted) continue
      const taken = await db.system((tx) => takeEvents(tx, due, free, leaseSeconds, sealing))
      for (const event of taken?.events ?? []) run(due, taken!, event)
    }
  }

  /** Takes what is due; asked again meanwhile, once more. */
  function look() {
    isAsked = true
    looking ??= (async () => {
      while (isAsked && !closing.signal.aborted) {
        isAsked = false
        await takeAll().then(() => {
          isTroubled = false
        }, trouble)
      }
    })().finally(() => {
      looking = undefined
    })
  }

  changes.on(['outgoing_event'], look)
  const timers = [
    setInterval(look, lookMs),
    setInterval(() => {
      db.system(removeDelivered).catch((error: unknown) => log.error({ error }, 'received events could not be removed'))
    }, hourMs),
  ]
  look()
  return {
    /** Takes nothing more and breaks off the posts on their way, which are due again when their time is over. */
    async close() {
      closing.abort()
      for (const timer of timers) clearInterval(timer)
      await looking
      await Promise.all(running)
    },
  }
}

async function deliver({ db, fetch }: Parts, taken: Taken, event: TakenEvent, closing: AbortSignal) {
  const error = await post(fetch, taken, event, closing)
  if (error === undefined) return db.system((tx) => markDelivered(tx, event))
  if (closing.aborted) return
  const isOver = event.age >= deliverySpanMs
  return db.system((tx) => markTried(tx, event, error.slice(0, 200), isOver ? undefined : pauseAfter(event.tries)))
}

/** Posts an event. Returns why it was not received; undefined when it was. */
async function post(
  fetch: Parts['fetch'],
  { url, clientId, secret }: Taken,
  event: TakenEvent,
  closing: AbortSignal,
): Promise<string | undefined> {
  const { id, type, objectType, objectId, sequence, time, data } = event
  const body = JSON.stringify({ id, type, objectType, objectId, sequence, time, data } satisfies PostedEvent)
  const { pathname, search } = new URL(url)
  const [timestamp, nonce] = [String(Date.now()), randomBytes(16).toString('hex')]
  const signed = { method: 'POST', path: pathname + search, timestamp, nonce, bodyHash: hashOf(Buffer.from(body)) }
  const headers = {
    'content-type': 'application/json',
    'client-id': clientId,
    timestamp,
    nonce,
    'sign-method': signMethod,
    sign: hmacOf(secret, signed),
  }
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(postMs), closing])
    const { ok, status } = await fetch(url, { method: 'POST', headers, body, signal, readsReply: false })
    return ok ? undefined : `HTTP ${status}`
  } catch (error) {
    return messageOf(error)
  }
}

/** The cause says more than `fetch failed`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
