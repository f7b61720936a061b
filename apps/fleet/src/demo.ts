import { setTimeout as sleep } from 'node:timers/promises'
import { isInCan, phoneCarriers, type Worker } from '@huanwei/city/workers'
import { createBacklog } from './backlog.ts'
import { createCan } from './can.ts'
import { chance } from './chance.ts'
import { createToilet, measuredMs } from './toilet.ts'
import { createWalker } from './walker.ts'

/** What the sensors and people of the demo city know of the platform. */
export type Demo = {
  /** Where it answers HTTP. */
  web: string
  password: string
  /** By device number. */
  keys: Record<string, string>
  /** Where sensors publish when there is one; they send over HTTP otherwise. */
  broker?: string
}

const phoneMs = 15_000
/** Percent of its battery that a phone has when a shift begins, and uses in an hour. */
const [charged, usedPerHour] = [96, 9.2]
/** Beyond the numbers of badges. */
const phoneIndex = 100_000
const [firstPause, longestPause] = [2000, 60_000]
const shanghaiMs = 8 * 3_600_000
const timeText = (time: number) => new Date(time + shanghaiMs).toISOString().slice(0, 19).replace('T', ' ')
const client = `Basic ${Buffer.from('pig:pig').toString('base64')}`

/** So many of `list`, evenly: 0 none, 1 all. */
export const shareOf = <T>(list: readonly T[], share: number) =>
  list.filter((_, i) => Math.floor(i * share) < Math.floor((i + 1) * share))

/** Lets a share of the demo's sensors measure and of its phones report, until it is stopped. Within `firstMs` everyone is heard for the first time. */
export async function startDemo(
  { web, password, keys, broker }: Demo,
  { seed, share, firstMs = 60_000 }: { seed: number; share: number; firstMs?: number },
) {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers: NodeJS.Timeout[] = []
  const mqtt = broker ? (await import('mqtt')).connect(broker) : undefined
  mqtt?.on('error', (error) => console.error('fleet: the broker:', error.message))
  /** Send what sensors kept while the broker was away. */
  const kept: (() => void)[] = []
  mqtt?.on('connect', () => {
    for (const send of kept) send()
  })

  const post = (path: string, authorization: string, body: object) =>
    fetch(web + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })

  /** Does `work` every `ms`, the first time at a moment of its own. */
  function every(ms: number, random: () => number, work: () => void) {
    const first = setTimeout(() => {
      work()
      timers.push(setInterval(work, ms))
    }, firstMs * random())
    timers.push(first)
  }

  async function publish(number: string, readings: object[]) {
    if (!mqtt?.connected) return false
    await mqtt.publishAsync(`huanwei/${number}/readings`, JSON.stringify({ readings }), { qos: 1 })
    return true
  }

  async function send(key: string, readings: object[]) {
    const reply = await post('/open/device/readings', `Bearer ${key}`, { readings })
    await reply.arrayBuffer()
    return reply.ok
  }

  function startSensor(number: string, key: string) {
    const measure = (isInCan(number) ? createCan : createToilet)(seed, Number(number))
    const say = createBacklog((readings: object[]) => (mqtt ? publish(number, readings) : send(key, readings)))
    kept.push(() => void say([]))
    every(measuredMs, chance(seed, Number(number)), () => {
      const now = Date.now()
      void say(measure(now).map((one) => ({ ...one, time: timeText(now) })))
    })
  }

  /** Logs in, trying again until the platform answers; throws when it refuses. */
  async function logIn(username: string) {
    const form = { grant_type: 'password', scope: 'server', username, password: Buffer.from(password).toString('base64') }
    for (let pause = firstPause; ; pause = Math.min(2 * pause, longestPause)) {
      const headers = { authorization: client, 'TENANT-ID': '1' }
      const body = new URLSearchParams(form)
      const reply = await fetch(`${web}/auth/oauth/token`, { method: 'POST', headers, body, signal }).catch(() => undefined)
      if (reply?.ok) {
        const token: { access_token: string } = await reply.json()
        return `Bearer ${token.access_token}`
      }
      if (reply && reply.status < 500 && reply.status !== 429) throw new Error(`${username} was refused with ${reply.status}`)
      await sleep(pause, undefined, { signal })
    }
  }

  async function startPhone({ username, team }: Worker, index: number) {
    const walk = createWalker(seed, phoneIndex + index, team)
    let token = await logIn(username)
    const say = createBacklog(async (positions: object[]) => {
      const reply = await post('/admin/device/data/report', token, { positions })
      await reply.arrayBuffer()
      if (reply.status === 401) token = await logIn(username)
      return reply.ok
    })
    every(phoneMs, chance(seed, phoneIndex + index), () => {
      const { time, start, lng, lat, speed, direction, engineOn, episodes } = walk(Date.now())
      const battery = Math.round(charged - ((time - start) / 3_600_000) * usedPerHour)
      const position = { lng, lat, speed, direction, accuracy: 8, battery, sos: episodes.has('sos'), time: timeText(time) }
      if (engineOn) void say([position])
    })
  }

  for (const [number, key] of shareOf(Object.entries(keys), share)) startSensor(number, key)
  for (const [index, carrier] of shareOf(phoneCarriers(), share).entries())
    startPhone(carrier, index).catch(
      (error: Error) => signal.aborted || console.error('fleet: a phone stays out:', error.message),
    )
  return () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    mqtt?.end(true)
  }
}
