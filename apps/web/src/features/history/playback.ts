import { createStore } from 'zustand/vanilla'

/** Epoch ms. `at` is the moment shown; it moves while playing, outside of React. */
type State = { at: number; isPlaying: boolean; rate: number; from: number; to: number }

/** At ×1 a second shows a minute. */
const msPerMs = 60
/** A page that was out of sight does not leap, ms. */
const longestFrame = 250

/** Player of a span of time. */
export function createPlayback(start: State) {
  const store = createStore<State>(() => start)
  let frame = 0
  let last = 0

  function step(now: number) {
    const { at, rate, to } = store.getState()
    const next = at + Math.min(now - last, longestFrame) * msPerMs * rate
    last = now
    if (next >= to) return pause(to)
    store.setState({ at: next })
    frame = requestAnimationFrame(step)
  }
  function pause(at = store.getState().at) {
    cancelAnimationFrame(frame)
    store.setState({ at, isPlaying: false })
  }
  const within = (at: number) => Math.max(store.getState().from, Math.min(store.getState().to, at))

  return {
    store,
    /** From the beginning when it stands at the end. */
    play() {
      const { at, from, to } = store.getState()
      last = performance.now()
      cancelAnimationFrame(frame)
      store.setState({ at: at >= to ? from : at, isPlaying: true })
      frame = requestAnimationFrame(step)
    },
    pause: () => pause(),
    /** Shows this moment, unless a later one is shown. */
    begin: (at: number) => {
      if (store.getState().at < at) store.setState({ at: within(at) })
    },
    seek: (at: number) => store.setState({ at: within(at) }),
    setRate: (rate: number) => store.setState({ rate }),
    /** Another span; the moment goes on being shown when it lies in it. */
    setSpan(from: number, to: number) {
      const { at } = store.getState()
      store.setState({ from, to, at: at < from || at > to ? from : at })
    },
  }
}
export type Playback = ReturnType<typeof createPlayback>
