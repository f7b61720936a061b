import { createStore } from 'zustand/vanilla'

/** Number of requests under way; the bar at the top shows while there are any. */
export const progress = createStore<{ running: number }>(() => ({ running: 0 }))

/** Runs `work` with the progress bar shown. */
export async function withProgress<T>(work: () => Promise<T>): Promise<T> {
  progress.setState(({ running }) => ({ running: running + 1 }))
  try {
    return await work()
  } finally {
    progress.setState(({ running }) => ({ running: running - 1 }))
  }
}
