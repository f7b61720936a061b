import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The last tick; while nothing ticks, the clock in whole seconds: who asks first is not told a time of long ago. */
function read() {
  if (timer === undefined) now = Math.floor(Date.now() / 1000) * 1000
  return now
}

/** The browser's clock, epoch ms, once a second. Draws only the component that asks; one timer for all of them. */
export const useTick = () => useSyncExternalStore(subscribe, read)
