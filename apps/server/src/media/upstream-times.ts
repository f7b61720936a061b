/** Times in ms. A live picture of a terminal is back within 5 s of its cause's end: no two of them that follow each other are longer. */
export const defaultTimes = {
  /** From one look at what comes to the next. */
  tick: 1000,
  /** From the command to the terminal's connection. */
  arrival: 4000,
  /** From the last viewer to the end. */
  linger: 10_000,
  /** From one request for live pictures to the next at least, and from the end of a playback's attempt. */
  retry: 2000,
  refusedRetry: 3000,
  /** From the end of a connection to the next request at least: the terminal has to notice it first. */
  parting: 300,
  /** Longest one before the next attempt of a playback that brought no picture: it doubles, as the vehicle's owner pays for each. */
  longestRetry: 30_000,
  /** Without a picture: then it counts as frozen, and after the second time is asked for anew. */
  frozen: 2000,
  stalled: 10_000,
  /** Without a byte of live pictures: then the line is dead, and they are asked for anew. */
  dead: 3000,
  noKey: 3000,
  /** Without sound: then a camera counts as one that sends none. */
  silent: 5000,
  /** Datagrams that nobody waits for: then their terminal is told to stop. */
  stray: 5000,
  /** Without anybody who listens: then the sound is not sent any more, as the vehicle's owner pays for it. */
  unheard: 10_000,
}
export type UpstreamTimes = typeof defaultTimes

/** Where it takes longer, and costs more: a terminal reads its disk for a playback, another video server has to ask the terminal first. */
export const patientTimes = { arrival: 12_000, refusedRetry: 10_000 } satisfies Partial<UpstreamTimes>
