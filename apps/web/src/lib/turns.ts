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
