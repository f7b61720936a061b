import type { Frame } from '@huanwei/terminal/pictures/frames'
import { samplesOf } from '@huanwei/terminal/pictures/g711'
import { typeOf, UnitType, unitsOf } from '@huanwei/terminal/pictures/h264'
import { Codec, PacketKind } from '@huanwei/terminal/pictures/packet'
import { descriptionTag, pictureTag, soundTag } from './flv.ts'

/** A picture as viewers get it. */
export type PictureTag = { bytes: Buffer; isKey: boolean }

/** Pictures of a group are not kept above, bytes: a viewer then waits for the next key frame. */
const longestGroup = 4 * 1024 * 1024
/** Steps of the terminal's clock that are believed, ms; others count as one picture. */
export const longestStep = 5000
export const usualStep = 80

/** Turns the frames of a camera into tags of FLV, and keeps the pictures since the last key frame. */
export class PictureTags {
  #sequence: Buffer | undefined
  #picture: Buffer | undefined
  #description: Buffer | undefined
  #group: PictureTag[] = []
  #groupBytes = 0
  #time = 0
  #lastTimestamp: number | undefined
  /** True from a loss to the next key frame: the pictures between refer to one that is missing. */
  #isBroken = true
  /** Times as fast as they were taken that the pictures come. */
  speed = 1

  /** Tag that goes before the pictures; undefined until the first key frame. */
  get description(): Buffer | undefined {
    return this.#description
  }

  /** The pictures since the last key frame. */
  get group(): readonly PictureTag[] {
    return this.#group
  }

  /** The next frame has no known picture before it. */
  interrupt() {
    this.#isBroken = true
    this.#lastTimestamp = undefined
  }

  /** The picture that a frame holds; `unplayable` for another codec, undefined for sound and for pictures that cannot be shown. */
  take({ codec, kind, timestamp, data, isAfterLoss }: Frame): PictureTag | 'unplayable' | undefined {
    if (kind === PacketKind.sound) return undefined
    if (codec !== Codec.h264) return 'unplayable'
    const units = unitsOf(data)
    const isKey = units.some((unit) => typeOf(unit) === UnitType.keySlice)
    for (const unit of units) this.#keepParameters(unit)
    const slices = units.filter((unit) => typeOf(unit) === UnitType.slice || typeOf(unit) === UnitType.keySlice)
    this.#advance(timestamp)
    if (isKey) this.#begin()
    else if (isAfterLoss) this.#isBroken = true
    if (!slices.length || this.#isBroken) return undefined
    const tag = { bytes: pictureTag(this.#time, isKey, slices), isKey }
    this.#keep(tag)
    return tag
  }

  /** The sound that a frame holds, at the time of the pictures that go with it; undefined before the first one, and where it would be heard too fast. */
  sound({ codec, timestamp, data }: Frame): Buffer | undefined {
    if (this.#lastTimestamp === undefined || this.speed !== 1) return undefined
    const apart = timestamp - this.#lastTimestamp
    return Math.abs(apart) > longestStep
      ? undefined
      : soundTag(Math.max(0, Math.round(this.#time + apart)), codec, samplesOf(data))
  }

  #keepParameters(unit: Buffer) {
    if (typeOf(unit) === UnitType.sequenceParameters && unit.length >= 4) this.#sequence = unit
    if (typeOf(unit) === UnitType.pictureParameters) this.#picture = unit
  }

  /** Begins a group, with the parameters of now. */
  #begin() {
    this.#group = []
    this.#groupBytes = 0
    this.#isBroken = !this.#sequence || !this.#picture
    if (this.#sequence && this.#picture) this.#description = descriptionTag(this.#time, this.#sequence, this.#picture)
  }

  #keep(tag: PictureTag) {
    if (!tag.isKey && !this.#group.length) return
    this.#groupBytes += tag.bytes.length
    if (this.#groupBytes > longestGroup) this.#group = []
    else this.#group.push(tag)
  }

  #advance(timestamp: number) {
    const step = timestamp - (this.#lastTimestamp ?? timestamp - usualStep)
    this.#time += (step >= 0 && step <= longestStep ? step : usualStep) / this.speed
    this.#lastTimestamp = timestamp
  }
}
