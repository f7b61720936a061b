/** A piece of sound: samples from -1 to 1, and how many of them a second has. */
export type SoundPiece = { samples: Float32Array<ArrayBuffer>; rate: number }
