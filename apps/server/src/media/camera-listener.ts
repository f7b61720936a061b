import type { Frame } from '@huanwei/terminal/pictures/frames'

/** What a camera's connection is given to. */
export type CameraListener = {
  /** Whose it is: over UDP a stream that is asked for again cannot be told from the one that goes on. */
  stream?: object | undefined
  opened(connection: CameraConnection): void
  /** Bytes that came, for the rate. */
  heard(bytes: number): void
  frame(frame: Frame): void
  closed(): void
}
export type CameraConnection = {
  close(): void
  /** The terminal does not notice that it is closed. */
  isOverUdp?: boolean
  /** Number of the terminal in its packets; empty where nothing can be sent to it. */
  readonly sim: string
  write(bytes: Buffer): void
  unsentBytes(): number
}
