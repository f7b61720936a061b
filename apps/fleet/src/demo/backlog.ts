/** Items kept for later at most; older ones are dropped. */
const capacity = 500

/**
 * Returns a function that sends items in order. Items that could not be sent are kept and go with the next ones. `send` resolves to true when
 * all items were accepted.
 */
export function createBacklog<T>(send: (items: T[]) => Promise<boolean>) {
  let backlog: T[] = []
  let isSending = false
  return async (items: T[]) => {
    backlog = [...backlog, ...items].slice(-capacity)
    if (isSending) return
    isSending = true
    for (let batch = backlog; batch.length && (await send(batch).catch(() => false)); batch = backlog) {
      const accepted = new Set(batch)
      backlog = backlog.filter((item) => !accepted.has(item))
    }
    isSending = false
  }
}
