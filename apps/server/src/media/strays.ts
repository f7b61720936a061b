import { VideoStream } from '@huanwei/terminal/messages/video'
import type { IngestCalls } from '../position/link.ts'
import type { Log } from '../position/log.ts'
import { defaultTimes } from './upstream-times.ts'

type Parts = {
  send: IngestCalls['send']
  /** Id of the terminal with this number, if its organisation's cameras are this process's. */
  terminalHere(terminalNo: string): Promise<number | undefined>
  /** True while somebody has pictures of the channel, or speaks with it. */
  isOn(terminalNo: string, channel: number): boolean
  /** For so long it sends before it is told to stop: what is under way when a picture ends is no stray. ms. */
  patience?: number | undefined
  log: Pick<Log, 'error'>
}

/** From one such word to a terminal to the next, ms. */
const restMs = 30_000
/** Channels that are remembered. */
const mostRemembered = 1000

/** Tells terminals to stop that go on sending over UDP what nobody waits for, as after the end of the process that did: they do not notice it themselves. */
export function createStrays({ send, terminalHere, isOn, patience = defaultTimes.stray, log }: Parts) {
  const heard = new Map<string, { since: number; last: number; toldAt: number }>()

  async function stop(terminalNo: string, channel: number) {
    const deviceId = await terminalHere(terminalNo)
    if (deviceId === undefined) return
    const closings = Object.values(VideoStream).map((stream) => ({ kind: 'closeVideo' as const, channel, stream }))
    for (const closing of [...closings, { kind: 'closeTalk' as const, channel }]) {
      // Somebody may have asked for it while the terminal answered.
      if (isOn(terminalNo, channel)) return
      await send(deviceId, closing)
    }
  }

  return (terminalNo: string, channel: number) => {
    const [key, now] = [`${terminalNo} ${channel}`, Date.now()]
    const before = heard.get(key)
    if (!before || now - before.last > patience || isOn(terminalNo, channel)) {
      if (heard.size >= mostRemembered) heard.clear()
      heard.set(key, { since: now, last: now, toldAt: Number.NEGATIVE_INFINITY })
      return
    }
    before.last = now
    if (now - before.since < patience || now - before.toldAt < restMs) return
    before.toldAt = now
    stop(terminalNo, channel).catch((error: Error) => log.error({ error: error.message }, 'a stray could not be stopped'))
  }
}
