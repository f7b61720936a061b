import { setTimeout as sleep } from 'node:timers/promises'
import { between, pick, seeded, whole } from '@huanwei/city/random'
import { CleaningType } from '@huanwei/contract/cleaning/codes'
import { addCleaning } from '@huanwei/contract/cleaning/endpoints'
import { EventNoun } from '@huanwei/contract/subscriptions/codes'
import { addSubscription, listSubscriptions, sendAgain } from '@huanwei/contract/subscriptions/endpoints'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { logIn } from '../api.ts'
import { MoodyReceiver } from './moody-receiver.ts'
import { mortalSettings, startMortal } from './mortal-product.ts'

type Run = {
  db: OwnedDatabase
  url: string
  dataDir: string
  kills: number
  seed: number
  log(line: string): void
}

const longestLifeMs = 1500
const longestStartMs = 1200
/** Pause between two changes, ms. */
const changeMs = { low: 20, high: 100 }
const mostObjects = 200
/** Hours that pass in all for the receiver that comes back: after 24 its events would be given up, as they should. */
const mostHours = 18
/** Seconds that the end may take, and between two moments at which what waits is made due. */
const [mostLooks, looksPerDue] = [600, 3]

/**
 * Kills the product with SIGKILL at random moments, also while it starts, while records change, one receiver fails, hangs, lies and is away
 * for hours, and another is away for more than a day; at the end both receive what they have not. Returns what was seen; `faults` are what must not be.
 */
export async function killWhileEventsGoOut(run: Run) {
  const random = seeded(run.seed)
  const receivers = { moody: new MoodyReceiver(random), absent: new MoodyReceiver(random) }
  for (const one of Object.values(receivers)) await one.open()
  const settings = await mortalSettings(run.url, run.dataDir)
  const web = `http://127.0.0.1:${settings.PORT}`
  let product = startMortal(settings)
  let writer: ReturnType<typeof startWriter> | undefined
  try {
    await product.ready
    const subscribed = await subscribe(web, receivers)
    await receivers.absent.close()
    writer = startWriter(run.db, random, () => web)
    let hours = 0
    for (let kill = 1; kill <= run.kills; kill++) {
      await liveALittle(run.db, product, random)
      await product.kill()
      hours += await changeWeather(run.db, receivers.moody, random, mostHours - hours)
      if (kill % 10 === 0) run.log(`${kill} kills, ${receivers.moody.posts} posts, ${writer.changes()} changes`)
      product = startMortal(settings)
    }
    await product.ready
    const changes = await writer.stop()
    const caughtUp = await finish(run.db, web, receivers, subscribed)
    const faults = [...(await missing(run.db, receivers, subscribed)), ...Object.values(receivers).flatMap((one) => one.faults)]
    return {
      faults,
      changes,
      caughtUp,
      ...(await figures(run.db)),
      posts: receivers.moody.posts,
      repeats: receivers.moody.repeats,
    }
  } finally {
    await writer?.stop()
    await product.stop()
    for (const one of Object.values(receivers)) await one.close()
  }
}

type Receivers = { moody: MoodyReceiver; absent: MoodyReceiver }
type Subscribed = Record<keyof Receivers, number>

async function subscribe(web: string, receivers: Receivers): Promise<Subscribed> {
  const { call } = await logIn(web)
  const add = async (name: keyof Receivers) => {
    const { id, secret } = await call(addSubscription, { name, url: receivers[name].url, events: [EventNoun.cleaning] })
    receivers[name].secret = secret
    return id
  }
  return { moody: await add('moody'), absent: await add('absent') }
}

/** Waits for a moment of its life: of its start in one case of five. A start that fails by itself is a fault of its own. */
async function liveALittle(db: OwnedDatabase, product: ReturnType<typeof startMortal>, random: () => number) {
  if (random() < 0.2) return sleep(between(random, 50, longestStartMs))
  await product.ready
  // What the dead one had taken is due again after its time, which may pass while the next one works.
  if (random() < 0.7) await passTime(db, '2 minutes')
  await sleep(between(random, 50, longestLifeMs))
}

/** Changes times of what waits; not of what the product holds at this moment, with which it would wait in a circle. */
const setTimes = (db: OwnedDatabase, times: string, condition = 'true') =>
  db.owner.query(
    `update outgoing_event set ${times} where id in (
       select id from outgoing_event where state = 'waiting' and ${condition} order by id for update skip locked)`,
  )

/** Lets time pass for what waits. */
const passTime = (db: OwnedDatabase, span: string) =>
  setTimes(db, `next_time = next_time - interval '${span}', since = since - interval '${span}'`)

/** The receiver goes away, or comes back after hours, at most so many. Returns how many passed. */
async function changeWeather(db: OwnedDatabase, receiver: MoodyReceiver, random: () => number, left: number) {
  if (receiver.isOpen) {
    if (random() < 0.15) await receiver.close()
    return 0
  }
  if (random() < 0.4) return 0
  const hours = Math.min(whole(random, 1, 3), left)
  await passTime(db, `${hours} hours`)
  await receiver.open()
  return hours
}

/** Changes records without a pause, by statements and by calls of the product; what a killed product had begun may hold or not. */
function startWriter(db: OwnedDatabase, random: () => number, web: () => string) {
  let isStopped = false
  let [changes, calls, n] = [0, 0, 0]
  const ids: number[] = []

  async function changeOne() {
    if (ids.length < mostObjects && random() < 0.1) {
      const { rows } = await db.owner.query<{ id: number }>(
        `insert into wc_report_to_clean (tenant_id, code, dept_id, reporter_id, reporter, position, content, type)
         select 1, 'KILL' || $1, min(dept_id), 1, '张三', '建设路', '满溢', '1' from sys_dept where tenant_id = 1 returning id`,
        [++n],
      )
      ids.push(...rows.map(({ id }) => id))
    } else if (ids.length)
      await db.owner.query('update wc_report_to_clean set status = (status + 1) % 4 where id = $1', [pick(random, ids)])
    changes++
  }
  async function writeAll() {
    for (; !isStopped; await sleep(between(random, changeMs.low, changeMs.high))) await changeOne()
  }
  async function callAll() {
    for (let session: Awaited<ReturnType<typeof logIn>> | undefined; !isStopped; await sleep(100))
      try {
        session ??= await logIn(web())
        await session.call(addCleaning, { type: CleaningType.cleaning, position: '建设路', content: '清扫' })
        calls++
      } catch {
        // It is dead, or died meanwhile.
      }
  }
  const running = Promise.all([writeAll(), callAll()])
  return {
    changes: () => changes + calls,
    async stop() {
      isStopped = true
      await running
      return changes + calls
    },
  }
}

/** Looks each second and lets what waits be due meanwhile: more often, what is on its way would be due again too. */
async function waitUntil(what: string, isDone: () => Promise<boolean>, setDue: () => Promise<unknown>) {
  await setDue()
  for (let looks = 1; !(await isDone()); looks++) {
    if (looks > mostLooks) throw new Error(`${what}: not within ${mostLooks} s`)
    await sleep(1000)
    if (looks % looksPerDue === 0) await setDue()
  }
}

/** The receivers are there again: one gets what waits, the other what was given up, by hand. Returns how much waited for the one, and for how long. */
async function finish(db: OwnedDatabase, web: string, receivers: Receivers, subscribed: Subscribed) {
  const { call } = await logIn(web)
  const one = async (name: keyof Receivers) =>
    (await call(listSubscriptions, {})).find(({ id }) => id === subscribed[name]) ?? { waiting: 0, failed: 0 }
  receivers.moody.isKind = true
  receivers.absent.isKind = true
  if (!receivers.moody.isOpen) await receivers.moody.open()
  const setDue = (name: keyof Receivers, since = 'since') =>
    setTimes(db, `next_time = now(), since = ${since}`, `next_time > now() and subscription_id = ${subscribed[name]}`)
  const { waiting } = await one('moody')
  const started = performance.now()
  const isEmpty = async (name: keyof Receivers) => (await one(name)).waiting === 0
  await waitUntil(
    'everything is received',
    () => isEmpty('moody'),
    () => setDue('moody'),
  )
  const caughtUp = { events: waiting, ms: performance.now() - started }
  const giveUp = () => setDue('absent', `now() - interval '25 hours'`)
  await waitUntil('what nobody receives in a day is given up', () => isEmpty('absent'), giveUp)
  await receivers.absent.open()
  await call(sendAgain, { id: subscribed.absent })
  await waitUntil(
    'what is sent again by hand is received',
    () => isEmpty('absent'),
    () => setDue('absent'),
  )
  return caughtUp
}

/** Compares what was received with what was noted, and what was noted with the records. */
async function missing(db: OwnedDatabase, receivers: Receivers, subscribed: Subscribed) {
  const faults: string[] = []
  const { rows: left } = await db.owner.query(`select * from outgoing_event where state <> 'delivered'`)
  for (const { state, tries, object_id: id, sequence } of left)
    faults.push(`cleaning ${id}, ${sequence}: ${state} after ${tries} tries`)
  for (const [name, receiver] of Object.entries(receivers) as [keyof Receivers, MoodyReceiver][]) {
    const { rows } = await db.owner.query<{ id: number; status: number; last: number | null }>(
      `select r.id, r.status, s.last from wc_report_to_clean r
       left join outgoing_sequence s on s.tenant_id = r.tenant_id and s.object_type = 'cleaning' and s.object_id = r.id and s.subscription_id = $1`,
      [subscribed[name]],
    )
    for (const { id, status, last } of rows) {
      const line = receiver.lines.get(`cleaning ${id}`)
      const count = line?.sequences.length ?? 0
      if (last === null || count !== last) faults.push(`${name}, cleaning ${id}: ${count} received of ${last}`)
      if (line && line.data.status !== status)
        faults.push(`${name}, cleaning ${id}: status ${line.data.status} instead of ${status}`)
    }
    if (receiver.lines.size !== rows.length) faults.push(`${name}: ${receiver.lines.size} objects instead of ${rows.length}`)
  }
  return faults
}

async function figures(db: OwnedDatabase) {
  const { rows } = await db.owner.query<{ events: number; objects: number; tries: number }>(
    `select count(*)::int as events, count(distinct object_id)::int as objects, max(tries)::int as tries from outgoing_event`,
  )
  return rows[0]!
}
