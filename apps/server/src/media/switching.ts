import { setTimeout as pause } from 'node:timers/promises'
import { PictureState, type PictureStream } from '@huanwei/contract/video/codes'
import type { PictureStatus } from '@huanwei/contract/video/endpoints'
import { VideoStream } from '@huanwei/terminal/messages/video'
import type { PictureListener, PictureViewer } from './picture-viewer.ts'
import type { Camera, Upstream } from './upstream.ts'
import type { createUpstreams } from './upstreams.ts'

/** A viewer, and the stream that it gets. */
export type Switched = {
  viewer: PictureViewer
  camera: Camera
  upstream: Upstream
  /** False once its socket is closed. */
  isOpen: boolean
  /** The stream that it asked for last; undefined while none is on its way. */
  wanted?: PictureStream | undefined
  /** The line carries the small stream alone; see `thin-lines.ts`. */
  isThin?: boolean
}

type Failure = NonNullable<PictureStatus['unswitched']>

/** From one change of a viewer to its next, ms. */
const shortestMs = 1000
/** Until the first picture of the other stream, ms. */
const longestMs = 12_000

const streams: Record<PictureStream, number> = VideoStream
const failures: Partial<Record<PictureState, Failure>> = {
  [PictureState.offline]: 'offline',
  [PictureState.refused]: 'refused',
  [PictureState.noAnswer]: 'timedOut',
  [PictureState.noPicture]: 'timedOut',
}

/**
 * Returns a function that gives a viewer the other stream of its camera while its picture goes on: a terminal that sends to this viewer alone
 * switches (0x9102), else the other stream is opened besides, and the old one left when it is there.
 */
export function createSwitching(upstreams: Pick<ReturnType<typeof createUpstreams>, 'open' | 'isOn'>) {
  /** Returns why it failed, if it did. */
  async function change(one: Switched, stream: number): Promise<Failure | undefined> {
    const camera = { ...one.camera, stream }
    const before = one.upstream
    if (before.isOnlyFor(one.viewer) && !upstreams.isOn(camera)) {
      const answer = await before.switchStream(stream)
      if (answer?.outcome === 'confirmed' && !before.isEnded) {
        one.camera = camera
        return undefined
      }
      if (answer?.outcome === 'offline') return answer.outcome
      // Nobody would leave a stream that is opened for who has left meanwhile.
      if (!one.isOpen) return undefined
    }
    const next = upstreams.open({ camera })
    const failed = before.isConnected ? await firstPicture(next) : undefined
    if (failed || !one.isOpen) return failed
    before.leave(one.viewer)
    one.viewer.change()
    next.join(one.viewer)
    one.upstream = next
    one.camera = camera
    return undefined
  }

  return async (one: Switched, wanted: PictureStream) => {
    const isOnItsWay = one.wanted !== undefined
    one.wanted = wanted
    if (isOnItsWay) return
    while (one.isOpen) {
      const asked: PictureStream = one.wanted ?? wanted
      const failed = streams[asked] === one.camera.stream ? undefined : await change(one, streams[asked])
      const stream = one.camera.stream === VideoStream.main ? 'main' : 'sub'
      const unswitched = failed ?? (one.isThin && stream === 'sub' ? 'thinLine' : undefined)
      one.viewer.note = unswitched ? { stream, unswitched } : { stream }
      await pause(shortestMs, undefined, { ref: false })
      if (one.wanted === asked) break
    }
    one.wanted = undefined
  }
}

/** Resolves with the next key frame of a stream, or with the reason why none comes. */
async function firstPicture(upstream: Upstream): Promise<Failure | undefined> {
  let isPast = true
  let end: (failed: Failure | undefined) => void = () => undefined
  const ended = new Promise<Failure | undefined>((resolve) => {
    end = resolve
  })
  const probe: PictureListener = {
    show({ isKey }) {
      if (isKey && !isPast) end(undefined)
    },
    tell({ state }) {
      const failed = failures[state]
      if (failed) end(failed)
    },
  }
  upstream.join(probe)
  isPast = false
  const stop = new AbortController()
  const tooLate = pause(longestMs, 'timedOut' as const, { ref: false, signal: stop.signal }).catch(() => undefined)
  const failed = await Promise.race([ended, tooLate])
  stop.abort()
  upstream.leave(probe)
  return failed
}
