/** Names of codecs of sound by their numbers. Source: JT/T 1078-2016, table 12. */
const names: Partial<Record<number, string>> = {
  1: 'G.721',
  2: 'G.722',
  3: 'G.723',
  4: 'G.728',
  5: 'G.729',
  6: 'G.711A',
  7: 'G.711U',
  8: 'G.726',
  9: 'G.729A',
  10: 'DVI4',
  11: 'DVI4',
  12: 'DVI4',
  13: 'DVI4',
  14: 'LPC',
  15: 'PCM',
  16: 'PCM',
  17: 'MPEG',
  18: 'LPCM',
  19: 'AAC',
  20: 'WMA',
  21: 'HE-AAC',
  22: 'PCM',
  23: 'PCM',
  24: 'AAC-LC',
  25: 'MP3',
  26: 'ADPCM',
  27: 'MPEG-4',
  28: 'AMR',
}

/** Name of a codec of sound, for people; its number where the standard has none. */
export const soundName = (codec: number) => names[codec] ?? `JT/T 1078 #${codec}`
