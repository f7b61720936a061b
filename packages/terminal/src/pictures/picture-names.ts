/** Names of codecs of pictures by their numbers. Source: JT/T 1078-2016, table 12. */
const names: Partial<Record<number, string>> = { 98: 'H.264', 99: 'H.265', 100: 'AVS', 101: 'SVAC' }

/** Name of a codec of pictures, for people; its number where the standard has none. */
export const pictureName = (codec: number) => names[codec] ?? `JT/T 1078 #${codec}`
