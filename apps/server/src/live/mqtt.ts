import { hostname } from 'node:os'
import { Readings } from '@huanwei/contract/readings/endpoints'
import { connect } from 'mqtt'
import { momentOf } from '../lib/time.ts'
import type { Log } from './log.ts'
import type { ReadingReport, Recorded } from './readings.ts'
import type { Registry } from './registry.ts'

/** `<device number>` in the middle, as it was entered. */
const topic = 'huanwei/+/readings'
/** Each connection takes one message after the other; brokers divide a shared subscription among all of them. */
const sharedConnections = 8
/** Pauses between tries to connect, ms. */
const [firstPause, longestPause] = [1000, 60_000]
/** Devices whose unusable messages are counted apart; all others together. */
const countedDevices = 10_000

export type Mqtt = {
  /** Messages that could not be used, by the device number of their topic. */
  unusable: ReadonlyMap<string, number>
  close(): Promise<void>
}

/**
 * Reads what sensors publish to `huanwei/<device number>/readings`, at least once (QoS 1): acknowledged after the commit; what cannot be stored
 * now is not, and comes again with the next connection. What no try would make usable is acknowledged, counted, and logged once for each device.
 */
export function startMqtt(parts: {
  url: string
  /** Name of the shared subscription when several processes read; empty for none. */
  group: string
  /** Tells the processes of one machine apart: the broker keeps messages for whoever comes back by the same name. */
  name: string
  registry: Pick<Registry, 'byNumber'>
  record(report: ReadingReport): Promise<Recorded>
  log: Log
  firstPauseMs?: number
}): Mqtt {
  const { url, group, name, registry, record, log, firstPauseMs = firstPause } = parts
  const unusable = new Map<string, number>()

  function refuse(number: string, reason: string) {
    const device = unusable.has(number) || unusable.size < countedDevices ? number : 'others'
    const count = (unusable.get(device) ?? 0) + 1
    unusable.set(device, count)
    const write = count === 1 ? log.warn : log.debug
    write.call(log, { device, count, reason }, 'unusable message of a sensor')
  }

  /** Whether the message need not come again. */
  async function take(number: string, payload: Buffer): Promise<boolean> {
    const device = registry.byNumber(number.replace(/^0+(?=.)/, ''))
    const sent = Readings.safeParse(jsonOf(payload))
    if (!device || !sent.success) {
      refuse(number, device ? (sent.error?.issues[0]?.message ?? '') : 'no such device')
      return true
    }
    const readings = sent.data.readings.map(({ time, ...reading }) => ({ ...reading, time: momentOf(time) }))
    const recorded = await record({ deviceId: device.id, receivedAt: Date.now(), readings })
    if (recorded === 'unbound') refuse(number, 'bound to nothing')
    return recorded !== 'failed'
  }

  function open(n: number) {
    const client = connect(url, { clientId: `huanwei-${hostname()}-${name}-${n}`, clean: false, reconnectPeriod: firstPauseMs })
    client.handleMessage = ({ topic, payload }, acknowledge) => {
      const number = topic.split('/')[1] ?? ''
      take(number, Buffer.from(payload)).then((isDone) => (isDone ? acknowledge() : client.stream.destroy()))
    }
    client.on('connect', () => {
      client.options.reconnectPeriod = firstPauseMs
      client.subscribe(group ? `$share/${group}/${topic}` : topic, { qos: 1 }, (error) => {
        if (error) log.error({ error: error.message }, 'the broker refused the subscription')
      })
    })
    client.on('close', () => {
      client.options.reconnectPeriod = Math.min(2 * (client.options.reconnectPeriod ?? 0), longestPause)
    })
    client.on('error', (error) => log.warn({ error: error.message }, 'broker'))
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

/** Undefined for what is no JSON. */
function jsonOf(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString())
  } catch {
    return undefined
  }
}
