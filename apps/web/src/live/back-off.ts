/** Longest wait between two attempts, ms. */
export const maxDelayMs = 30_000
const firstDelayMs = 500

/** Ms before attempt number `attempt` (1 is the first after a loss): doubling, anywhere below the bound so that a thousand browsers spread out. `random` is in [0, 1). */
export const backOff = (attempt: number, random: number) =>
  Math.floor(random * Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(attempt, 20)))
