import type * as Library from 'mpegts.js'

export type Mpegts = typeof Library.default.default
export type Loader = Library.default.BaseLoader
export type LoaderOf = Library.default.CustomLoaderConstructor
export type Source = Library.default.MediaSegment

/** Loads the player's library, once somebody looks at a picture. Its types say one `default` more than its code has. */
export async function loadMpegts(): Promise<Mpegts> {
  const { default: library } = await import('mpegts.js')
  const mpegts = 'default' in library ? library.default : library
  // What goes wrong is told on the picture.
  mpegts.LoggingControl.enableAll = false
  return mpegts
}
