import type { PictureState } from '@huanwei/contract/video/codes'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defaultLimits } from '../position/ingest/gateway.ts'
import { type Answer, timedOut } from '../position/ingest/pending-commands.ts'
import type { Command } from '../position/link.ts'
import type { CameraListener } from './camera-listener.ts'
import { createMediaPlaces } from './media-places.ts'
import { keyFrame, otherFrame } from './simulated-terminal.test-kit.ts'
import { defaultTimes } from './upstream-times.ts'
import { createUpstreams } from './upstreams.ts'

/** From the end of a fault to the picture, and from its beginning to the words that say why there is none, ms. Source: spec 3, section 16. */
const mostMs = 5000
const camera = { deviceId: 1, terminalNo: '13900000001', channel: 1, stream: 1 }
/** SVAC. */
const unplayable = 101
const [answerMs, arrivalMs, pictureMs, picturesPerKey] = [100, 300, 100, 10]

/** What a terminal does wrong, with the state that tells its viewers so when the fault lasts. */
const faults = {
  offline: 'offline',
  /** It hears a command, and does not answer. */
  silent: 'noAnswer',
  refuses: 'refused',
  /** It says yes, and does not come. */
  forgets: 'noPicture',
  /** It sends nothing, on this line and on the next. */
  freezes: 'frozen',
  noKey: 'noKeyFrame',
  garbage: 'noPicture',
  /** Its pictures are of a codec that no page plays. */
  codec: 'cannotPlay',
  /** The line breaks off; the next one is good. */
  drops: undefined,
  /** The line carries nothing any more, and neither end is told. */
  cut: undefined,
} as const satisfies Record<string, PictureState | undefined>
type Fault = keyof typeof faults
const lasting: readonly Fault[] = ['offline', 'silent', 'refuses', 'forgets', 'freezes', 'noKey', 'garbage', 'codec']
const ofLine: readonly (Fault | undefined)[] = ['freezes', 'cut', 'garbage', 'codec']
/** A first packet says whose a line is: without one it is nobody's. */
const whileItComes: readonly (Fault | undefined)[] = [undefined, 'noKey', 'codec']

/** By the clock that the test moves. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** One viewer of one camera whose terminal is where the platform's commands end, by a clock that the test moves. `slowness`: it takes so long to come, ms. */
function start(slowness = arrivalMs) {
  let fault: Fault | undefined
  let line: { listener: CameraListener; end(): void; isCut?: boolean } | undefined
  let count = 0
  let isInFlight = false
  let coming: NodeJS.Timeout | undefined
  const asked: number[] = []
  const seen = { pictureAt: Number.NEGATIVE_INFINITY, states: [] as { state: PictureState; at: number }[] }

  async function answer(): Promise<Answer> {
    if (fault === 'offline') return { outcome: 'offline', result: null }
    if (fault === 'silent') {
      // The gateway looks at what is late once in a tick.
      await pause(defaultLimits.pictures + (asked.length % 10) * (defaultLimits.tick / 10))
      return timedOut
    }
    await pause(answerMs)
    return fault === 'refuses' ? { outcome: 'refused', result: 1 } : { outcome: 'confirmed', result: 0 }
  }
  async function send(_: number, command: Command) {
    if (command.kind !== 'openVideo') return { outcome: 'confirmed' as const, result: 0 }
    expect(isInFlight).toBe(false)
    isInFlight = true
    asked.push(Date.now())
    const answered = await answer()
    isInFlight = false
    if (answered.outcome !== 'confirmed') return answered
    // It begins anew.
    clearTimeout(coming)
    coming = setTimeout(come, slowness - answerMs)
    return answered
  }
  function come() {
    if (!whileItComes.includes(fault)) return
    const listener = upstreams.expected(camera.terminalNo, camera.channel)
    if (!listener) return
    count = 0
    const sending = setInterval(sendPicture, pictureMs)
    const own = {
      listener,
      end() {
        clearInterval(sending)
        if (line === own) line = undefined
        listener.closed()
      },
    }
    line?.end()
    line = own
    listener.opened({ sim: '', isOverUdp: false, close: own.end, write: () => undefined, unsentBytes: () => 0 })
  }
  function sendPicture() {
    if (!line || line.isCut || fault === 'freezes') return
    const isKey = count++ % picturesPerKey === 0
    const [kind, data] = isKey ? [PacketKind.intra, keyFrame] : [PacketKind.predicted, otherFrame]
    line.listener.heard(data.length)
    if (isKey && fault === 'noKey') return
    const codec = fault === 'codec' ? unplayable : Codec.h264
    line.listener.frame({ codec, kind, timestamp: Date.now(), data, isAfterLoss: false })
  }

  const upstreams = createUpstreams({
    send,
    places: createMediaPlaces(() => ({ host: 'here', port: 1, udpPort: 1 })),
    times: {},
    finished: () => undefined,
  })
  const upstream = upstreams.open({ camera })
  upstream.join({
    show: () => {
      seen.pictureAt = Date.now()
    },
    tell: ({ state }) => seen.states.push({ state, at: Date.now() }),
  })
  setInterval(() => upstream.tick(Date.now()), defaultTimes.tick)
  return {
    seen,
    asked,
    begin(one: Fault) {
      fault = one
      if (one === 'cut' && line) line.isCut = true
      // Who stops to send pictures while a line is good lets it go.
      if (!ofLine.includes(one)) line?.end()
      // The port ends a line of nothing but garbage soon.
      if (one === 'garbage') setTimeout(() => fault === 'garbage' && line?.end(), 500)
      if (!lasting.includes(one)) fault = undefined
    },
    end() {
      fault = undefined
    },
    isOpen: () => line !== undefined && !line.isCut,
    close: () => upstream.end(),
  }
}

/** Moves the clock until it is so, at most so far, ms; how far. */
async function until(isSo: () => boolean, most: number) {
  const from = Date.now()
  while (!isSo() && Date.now() - from < most) await vi.advanceTimersByTimeAsync(pictureMs / 2)
  expect(isSo()).toBe(true)
  return Date.now() - from
}

test.each(Object.entries(faults))('%s: the viewer is told %s in time, and again while it lasts', async (fault, state) => {
  const { seen, begin, end, close } = start()
  await until(() => seen.states.at(-1)?.state === 'playing', mostMs)
  for (const phase of [0, 300, 700]) {
    await vi.advanceTimersByTimeAsync(defaultTimes.retry + phase)
    const before = seen.states.length
    begin(fault as Fault)
    if (state) {
      await until(() => seen.states.slice(before).some((one) => one.state === state), mostMs)
      const told = seen.states.length
      await vi.advanceTimersByTimeAsync(30_000)
      expect(seen.states.slice(told).map((one) => one.state)).not.toContain('playing')
    }
    const from = Date.now()
    end()
    await until(() => seen.pictureAt > from + pictureMs && seen.states.at(-1)?.state === 'playing', mostMs)
  }
  close()
})

test('a terminal that begins anew at each request and takes longer than one is waited for comes in the end', async () => {
  const { seen, begin, close } = start(defaultTimes.arrival + 3000)
  const mostPatientMs = 60_000
  await until(() => seen.states.at(-1)?.state === 'playing', mostPatientMs)
  begin('drops')
  const before = seen.states.length
  await until(() => seen.states.slice(before).some(({ state }) => state === 'noPicture'), 2 * mostMs)
  await until(() => seen.states.at(-1)?.state === 'playing', mostPatientMs)
  close()
})

const randomFault = fc.record({
  fault: fc.constantFrom(...(Object.keys(faults) as Fault[])),
  /** Time before it, and that it lasts, ms. */
  wait: fc.nat(3000),
  lasts: fc.nat(25_000),
})

test('after each of 500 random faults of an open line the picture is back in time, and no terminal is asked more often than it may be', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(randomFault, { minLength: 500, maxLength: 500 }), async (all) => {
      const { seen, asked, begin, end, isOpen, close } = start()
      await until(() => seen.pictureAt > 0, mostMs)
      for (const { fault, wait, lasts } of all) {
        await vi.advanceTimersByTimeAsync(wait)
        expect(isOpen()).toBe(true)
        const began = Date.now()
        begin(fault)
        if (lasting.includes(fault)) await vi.advanceTimersByTimeAsync(lasts)
        // It says why, however soon after the last request it began.
        if (lasting.includes(fault) && lasts >= mostMs + defaultTimes.retry)
          expect(seen.states.some(({ state, at }) => at >= began && state !== 'playing' && state !== 'connecting')).toBe(true)
        seen.states.length = 0
        const from = Date.now()
        end()
        await until(() => seen.pictureAt > from + (isOpen() ? 0 : pictureMs), mostMs)
      }
      const shortest = Math.min(...asked.slice(1).map((at, i) => at - asked[i]!))
      expect(shortest).toBeGreaterThanOrEqual(defaultTimes.retry)
      close()
    }),
    { numRuns: 1, endOnFailure: true },
  )
}, 120_000)
