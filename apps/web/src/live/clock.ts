/** Time and chance. `after` returns the way to cancel. */
export type Clock = { now(): number; random(): number; after(ms: number, run: () => void): () => void }
