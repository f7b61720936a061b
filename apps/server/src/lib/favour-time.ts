import { setFlagsFromString } from 'node:v8'

/** The process returns memory as soon as it can when it was started with this flag; see tools/ensure-installed.mjs. */
const flag = 'optimize-for-size'
/** Time after the last call until memory is returned again, ms. */
const calmMs = 10_000

/**
 * Returns a function that makes V8 keep its memory for a while, to be called again and again while much is to do: returning it shrinks the young
 * generation at once, so that what waits for its commit becomes old, and collecting that costs as much as all the rest.
 */
export function createFavourTime(): () => void {
  if (!process.execArgv.includes(`--${flag}`)) return () => undefined
  let calming: NodeJS.Timeout | undefined
  function calm() {
    calming = undefined
    setFlagsFromString(`--${flag}`)
  }
  return () => {
    // Another thread that has become calm may have set the flag, which the process has one of.
    setFlagsFromString(`--no-${flag}`)
    if (calming) calming.refresh()
    else calming = setTimeout(calm, calmMs).unref()
  }
}

/** Returns the same for what happens many times a second, to be called each time: memory is kept from the thirtieth within a second on. */
export function createFavourTimeWhenMany(): () => void {
  const favourTime = createFavourTime()
  let second = { until: 0, calls: 0 }
  return () => {
    const now = performance.now()
    if (now > second.until) second = { until: now + 1000, calls: 0 }
    if (++second.calls >= many) favourTime()
  }
}
const many = 30
