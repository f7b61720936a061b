import { create } from 'zustand'

/** How many requests are under way; the bar at the top shows while there are any. */
export const useProgress = create<{ running: number }>(() => ({ running: 0 }))

/** Runs `work` with the progress bar shown. */
export async function withProgress<T>(work: () => Promise<T>): Promise<T> {
  useProgress.setState(({ running }) => ({ running: running + 1 }))
  try {
    return await work()
  } finally {
    useProgress.setState(({ running }) => ({ running: running - 1 }))
  }
}
