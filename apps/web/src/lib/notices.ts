/** One line for the person at the screen, shown as a toast by whoever draws toasts; with a title it stays until it is closed; one of the same `about` takes its place. */
export type Notice = { kind: 'error' | 'warning' | 'success'; text: string; title?: string; about?: string; way?: Way }

/** A button beside the words, for so long. */
type Way = { word: string; seconds: number; go: () => unknown }

const listeners = new Set<(notice: Notice) => void>()

/** Shows `notice` on the screen; lost when nothing on the screen draws toasts (the login shows errors in place). */
export function notify(notice: Notice) {
  for (const listener of listeners) listener(notice)
}

/** Calls `listener` for every notice until the returned function is called. */
export function onNotice(listener: (notice: Notice) => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
