/** What the stream of the live page tells: violations and alarms, those about areas with their ends, and pictures of terminals. */
export const streamKinds = ['alarm', 'area', 'photo'] as const
export type StreamKind = (typeof streamKinds)[number]

/** Items that it has at most, and the time that it looks back on, hours. */
export const mostStreamed = 40
export const streamHours = 24
