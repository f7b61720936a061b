import { createStore } from 'zustand/vanilla'
import { parseTime } from '../../../lib/time.ts'

/** Span that is played, epoch ms, and minutes that a second shows. */
type Span = { from: number; to: number; rate: number }
type Start = {
  /** Moment in the address. */
  link: string | undefined
  /** First position of all, epoch ms, once it is known. */
  firstAt: number | undefined
}

/** `moved`: moment that a person or the player went to, epoch ms, and the link of that time. Another link counts more. */
type State = { isPlaying: boolean; moved: { at: number; link: string | undefined } | undefined }

export const createMoment = (link: string | undefined) =>
  createStore<State>(() => ({ isPlaying: false, moved: link ? { at: parseTime(link), link } : undefined }))

/** At ×1 a second shows a minute. */
const msPerMs = 60
/** A page that was out of sight does not leap, ms. */
const longestFrame = 250

/** Player of a span of time. The moment shown is in the store and moves outside of React. */
export function playbackOf(store: ReturnType<typeof createMoment>, { from, to, rate }: Span, { link, firstAt }: Start) {
  const within = (at: number) => Math.max(from, Math.min(to, at))

  /** The moment shown, epoch ms. */
  function at() {
    const { moved } = store.getState()
    const isCurrent = moved && (link === undefined || moved.link === link)
    if (isCurrent && moved.at === within(moved.at)) return moved.at
    return within(link ? parseTime(link) : (firstAt ?? from))
  }
  const seek = (moment: number) => store.setState({ moved: { at: within(moment), link } })
  const pause = () => store.setState({ isPlaying: false })

  return {
    store,
    from,
    to,
    rate,
    at,
    seek,
    pause,
    /** From the beginning when it stands at the end. */
    play() {
      if (at() >= to) seek(from)
      store.setState({ isPlaying: true })
    },
    /** Calls `show` now and at every move, until the returned function is called. */
    watch(show: (at: number) => void) {
      show(at())
      return store.subscribe(() => show(at()))
    },
    /** Moves with every frame to the end of the span, or until the returned function is called. */
    run() {
      let last = performance.now()
      let frame = requestAnimationFrame(function step(now) {
        seek(at() + Math.min(now - last, longestFrame) * msPerMs * rate)
        last = now
        if (at() >= to) pause()
        else frame = requestAnimationFrame(step)
      })
      return () => cancelAnimationFrame(frame)
    },
  }
}
export type Playback = ReturnType<typeof playbackOf>
