import type { AddressInfo } from 'node:net'

/** Tells the parent where cameras and where viewers connect. */
export const readyWith = (cameraPort: number, viewers: AddressInfo | string | null) =>
  process.send?.({ cameraPort, viewerPort: typeof viewers === 'object' ? viewers?.port : undefined })

/** Bytes with which cameras and viewers of the bare relay name the camera. */
export const nameBytes = 4
