/** Interval of the questions, and the silence after which nothing is said to come, ms: a busy thread answers late. */
const [askMs, patienceMs] = [2000, 10_000]

/** What is known of the way from the terminals to this process. */
export type Feed = Pick<ReturnType<typeof watchFeed>, 'age'>

/** Watches whether what terminals report reaches this process. `isFed` does not resolve while that hangs. */
export function watchFeed(isFed: () => Promise<boolean>, clock: () => number = () => performance.now()) {
  let fedAt = clock()
  let isAsking = false

  async function ask() {
    if (isAsking) return
    isAsking = true
    if (await isFed()) fedAt = clock()
    isAsking = false
  }
  const asking = setInterval(ask, askMs)

  return {
    /** Seconds for which nothing has come; 0 while it comes. */
    age() {
      const silence = clock() - fedAt
      return silence < patienceMs ? 0 : Math.round(silence / 1000)
    },
    end: () => clearInterval(asking),
  }
}
