/** Returns a function that asks for `work` on something: on so many at once in the order of asking, and again on what is asked for during its turn. */
export function inTurns<T>(mostAtOnce: number, work: (one: T) => Promise<void>) {
  const waiting = new Set<T>()
  const running = new Set<T>()

  async function run(one: T) {
    waiting.delete(one)
    running.add(one)
    await work(one)
    running.delete(one)
    begin()
  }

  function begin() {
    for (const one of waiting) {
      if (running.size >= mostAtOnce) return
      if (!running.has(one)) void run(one)
    }
  }

  return (one: T) => {
    waiting.add(one)
    begin()
  }
}
