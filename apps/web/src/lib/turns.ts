/**
 * Runs `step` again and again until it says that it is done, one task of the browser each: what a person does meanwhile comes in between.
 * Returns the way to cancel.
 */
export function inTurns(step: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout>
  const next = () => {
    if (!step()) timer = setTimeout(next)
  }
  timer = setTimeout(next)
  return () => clearTimeout(timer)
}

/** Work of one task at most, ms: a slow machine still draws in between. */
const sliceMs = 8

/** Goes through `steps`, short ones, in slices with everything else in between, then calls `done`. Returns the way to cancel. */
export function inSlices<T>(steps: Generator<void, T>, done: (result: T) => void): () => void {
  return inTurns(() => {
    for (const until = performance.now() + sliceMs; ; ) {
      const step = steps.next()
      if (step.done) done(step.value)
      if (step.done || performance.now() >= until) return step.done === true
    }
  })
}
