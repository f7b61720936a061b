/** Serialises the calls of `work`. */
export function oneAtATime<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  let last: Promise<unknown> = Promise.resolve()
  return (...args: Args): Promise<void> => {
    const next = last.then(() => work(...args))
    last = next.catch(() => undefined)
    return next
  }
}
