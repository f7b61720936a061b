import { minuteMs } from '@huanwei/contract/time'
import type { PictureStream } from '@huanwei/contract/video/codes'
import { VideoStream } from '@huanwei/terminal/messages/video'
import type { Switched } from './switching.ts'

/** A line whose browser answers later than this carries less than it is sent, ms. */
const thinMs = 1500
/** From a step down to the next attempt with the large stream, at first and at most, ms. */
const [firstRest, longestRest] = [20_000, 5 * minuteMs]

type Step = { rest: number; triedAt: number }

/**
 * Gives a viewer whose line is too thin for the large stream the small one, and tries the large one again after a while, each time later. What a page asks for
 * itself is done at once.
 */
export function createThinLines(switchTo: (one: Switched, stream: PictureStream) => Promise<void>) {
  const steps = new WeakMap<Switched, Step>()
  const isLarge = ({ camera }: Switched) => camera.stream === VideoStream.main

  return {
    wish(one: Switched, stream: PictureStream) {
      one.isThin = false
      void switchTo(one, stream)
    },
    /** Looks at a line; true for one that has to be looked at often. `now` in epoch ms. */
    mind(one: Switched & { grant: { playback?: unknown } }, now: number): boolean {
      // A playback has one stream, and is paced by its terminal.
      if (one.grant.playback) return false
      one.viewer.isBehind = one.viewer.lag(now) > thinMs
      const before = steps.get(one)
      if (one.viewer.isBehind && isLarge(one) && !one.isThin) {
        steps.set(one, { rest: Math.min(before ? before.rest * 2 : firstRest, longestRest), triedAt: now })
        one.isThin = true
        void switchTo(one, 'sub')
      } else if (one.isThin && before && !one.viewer.isBehind && now - before.triedAt > before.rest) {
        one.isThin = false
        void switchTo(one, 'main')
      } else if (before && !one.isThin && now - before.triedAt > before.rest + longestRest) steps.delete(one)
      return isLarge(one) || one.isThin === true
    },
  }
}
