import { hostname } from 'node:os'
import { Readings } from '@huanwei/contract/readings/endpoints'
import { connect } from 'mqtt'
import { momentOf } from '../../lib/time.ts'
import { isDeviceTime } from '../device-clock.ts'
import type { Log } from '../log.ts'
import type { ReadingReport, Recorded } from '../store/readings.ts'
import type { Registry } from './registry.ts'

/** Topic filter; the level in the middle is the device number as it was entered. */
const topic = 'huanwei/+/readings'
/** Connections of a shared subscription, among which the broker divides the messages; each handles one message at a time. */
const sharedConnections = 8
/** Pauses between tries to connect, ms. */
const [firstPause, longestPause] = [1000, 60_000]
/** Devices whose unusable messages are counted separately; those of all others are counted together. */
const countedTerminals = 10_000

export type Mqtt = {
  /** Number of unusable messages, by the device number of their topic. */
  unusable: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * Reads what sensors publish to `huanwei/<device number>/readings`, at least once (QoS 1). A message is acknowledged after the commit; one that
 * cannot be stored now is not, and the broker sends it again on the next connection. An unusable message is acknowledged, counted, and logged
 * once for each device.
 */
export function startMqtt(parts: {
  url: string
  /** Name of the shared subscription when several processes read; empty for none. */
  group: string
  /** Distinguishes the processes of one machine: the broker keeps messages for the client that reconnects under the same name. */
  name: string
  registry: Pick<Registry, 'byNumber'>
  record(report: ReadingReport): Promise<Recorded>
  log: Log
  firstPauseMs?: number
}): Mqtt {
  const { url, group, name, registry, record, log, firstPauseMs = firstPause } = parts
  const { unusable, refuse } = countUnusable(log)

  /** Returns true when the message may be acknowledged. */
  async function take(number: string, payload: Buffer): Promise<boolean> {
    const terminal = registry.byNumber(number.replace(/^0+(?=.)/, ''))
    const sent = Readings.safeParse(jsonOf(payload))
    if (!terminal || !sent.success) {
      refuse(number, terminal ? (sent.error?.issues[0]?.message ?? '') : 'no such device')
      return true
    }
    const receivedAt = Date.now()
    const readings = sent.data.readings
      .map(({ time, ...reading }) => ({ ...reading, time: momentOf(time) }))
      .filter(({ time }) => isDeviceTime(time, receivedAt))
    if (readings.length < sent.data.readings.length) refuse(number, 'an impossible time')
    if (!readings.length) return true
    const recorded = await record({ deviceId: terminal.id, receivedAt, readings })
    if (recorded === 'unbound') refuse(number, 'bound to nothing')
    if (recorded === 'refused') refuse(number, 'not to be stored')
    return recorded !== 'failed'
  }

  function open(n: number) {
    const client = connect(url, { clientId: `huanwei-${hostname()}-${name}-${n}`, clean: false, reconnectPeriod: firstPauseMs })
    client.handleMessage = ({ topic, payload }, acknowledge) => {
      const number = topic.split('/')[1] ?? ''
      void take(number, Buffer.from(payload))
        .catch((error: Error) => log.error({ device: number, error }, 'a message of a sensor could not be read'))
        .then((isDone) => (isDone ? acknowledge() : client.stream.destroy()))
    }
    client.on('connect', () => {
      client.options.reconnectPeriod = firstPauseMs
      client.subscribe(group ? `$share/${group}/${topic}` : topic, { qos: 1 }, (error) => {
        if (error) log.error({ error }, 'the broker refused the subscription')
      })
    })
    client.on('close', () => {
      client.options.reconnectPeriod = Math.min(2 * (client.options.reconnectPeriod ?? 0), longestPause)
    })
    client.on('error', (error) => log.warn({ error }, 'broker'))
    return client
  }

  const clients = Array.from({ length: group ? sharedConnections : 1 }, (_, n) => open(n))
  return {
    unusable,
    close: async () => {
      await Promise.all(clients.map((client) => client.endAsync()))
    },
  }
}

/** Counts unusable messages by device; the first one of each is a warning. */
function countUnusable(log: Log) {
  const unusable = new Map<string, number>()
  return {
    unusable,
    refuse(number: string, reason: string) {
      const device = unusable.has(number) || unusable.size < countedTerminals ? number : 'others'
      const count = (unusable.get(device) ?? 0) + 1
      unusable.set(device, count)
      const write = count === 1 ? log.warn : log.debug
      write.call(log, { device, count, reason }, 'unusable message of a sensor')
    },
  }
}

/** The payload as JSON; undefined when it is none. */
function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
