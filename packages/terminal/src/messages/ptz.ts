import { BodyReader } from '../wire/body-reader.ts'
import { BodyWriter } from '../wire/body-writer.ts'
import { MessageId } from './ids.ts'

/** Directions of 0x9301. Source: JT/T 1078, 5.5.1. */
export const TurnDirection = { stop: 0, up: 1, down: 2, left: 3, right: 4 } as const

/** One step of focus, iris or zoom: to more of it, or to less. Source: JT/T 1078, 5.5.2, 5.5.3 and 5.5.6. */
export const LensStep = { more: 0, less: 1 } as const

/** Wiper and light. Source: JT/T 1078, 5.5.4 and 5.5.5. */
export const CameraSwitch = { off: 0, on: 1 } as const

/** Turns a camera until it is told to stop. */
export type TurnCamera = {
  id: typeof MessageId.turnCamera
  /** From 1. */
  channel: number
  /** Value of `TurnDirection`. */
  direction: number
  /** 0 to 255; 0 with a stop. */
  speed: number
}

/** Steps of the lens, and what a camera has besides. */
export type AdjustCamera = {
  id: (typeof MessageId)['adjustFocus' | 'adjustIris' | 'switchWiper' | 'switchLight' | 'adjustZoom']
  /** From 1. */
  channel: number
  /** Value of `LensStep`; of `CameraSwitch` for wiper and light. */
  value: number
}

export function decodeTurnCamera(body: Buffer): TurnCamera {
  const reader = new BodyReader(body)
  return { id: MessageId.turnCamera, channel: reader.u8(), direction: reader.u8(), speed: reader.u8() }
}

export const encodeTurnCamera = ({ channel, direction, speed }: TurnCamera) =>
  new BodyWriter().u8(channel).u8(direction).u8(speed).done()

export function decodeAdjustCamera(id: AdjustCamera['id'], body: Buffer): AdjustCamera {
  const reader = new BodyReader(body)
  return { id, channel: reader.u8(), value: reader.u8() }
}

export const encodeAdjustCamera = ({ channel, value }: AdjustCamera) => new BodyWriter().u8(channel).u8(value).done()
