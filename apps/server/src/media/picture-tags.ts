import type { Frame } from '@huanwei/terminal/pictures/frames'
import { samplesOf } from '@huanwei/terminal/pictures/g711'
import { unitsOf } from '@huanwei/terminal/pictures/h264'
import { PacketKind } from '@huanwei/terminal/pictures/packet'
import { type Syntax, syntaxOf } from '@huanwei/terminal/pictures/syntax'
import { recordOf } from './decoder-records.ts'
import { descriptionTag, pictureTag, soundTag } from './flv.ts'

/** A picture as viewers get it; `time` in ms on the clock of its tags. */
export type PictureTag = { bytes: Buffer; isKey: boolean; time: number }

/** Room for the past of all cameras together, bytes. */
export type PastRoom = { left: number }

/** After the time in the tag of a description. */
const descriptionAt = 8
/** Pictures of a group are not kept above, bytes: a viewer then waits for the next key frame. */
const longestGroup = 4 * 1024 * 1024
/** Time before the group of now that is kept for recordings, ms, and the most of it, bytes. */
const longestPast = 10_000
const mostPast = 4 * 1024 * 1024
/** Parameter sets longer than this are ignored, bytes: no camera has such, and a description has no room for them. */
const longestSet = 4096
/** Steps of the terminal's clock that are believed, ms; others count as one picture. */
export const longestStep = 5000
export const usualStep = 80

/** Turns the frames of a camera into tags of FLV, and keeps the pictures since the last key frame. */
export class PictureTags {
  #codec: number | undefined
  /** Parameter sets by their types. */
  readonly #sets = new Map<number, Buffer>()
  #description: Buffer | undefined
  #group: PictureTag[] = []
  /** Groups before it, the oldest first. */
  #former: { tags: PictureTag[]; bytes: number }[] = []
  readonly #room: PastRoom
  #groupBytes = 0
  #time = 0
  #lastTimestamp: number | undefined
  /** True from a loss to the next key frame: the pictures between refer to one that is missing. */
  #isBroken = true
  /** Times as fast as they were taken that the pictures come. */
  speed = 1

  constructor(room: PastRoom = { left: 0 }) {
    this.#room = room
  }

  /** Tag that goes before the pictures; undefined until the first key frame. */
  get description(): Buffer | undefined {
    return this.#description
  }

  /** The pictures since the last key frame. */
  get group(): readonly PictureTag[] {
    return this.#group
  }

  /** The pictures of the last ms, and before them those since the key frame that they need; fewer where there was no room. */
  past(ms: number): PictureTag[] {
    const groups = [...this.#former.map(({ tags }) => tags), this.#group].filter(([key]) => key)
    const first = groups.findLastIndex(([key]) => (key?.time ?? 0) <= this.#time - ms)
    return groups.slice(Math.max(0, first)).flat()
  }

  /** Forgets what was before the group of now. */
  forgetPast() {
    for (const { bytes } of this.#former) this.#room.left += bytes
    this.#former = []
  }

  /** The next frame has no known picture before it. */
  interrupt() {
    this.#keepGroup()
    this.forgetPast()
    this.#isBroken = true
    this.#lastTimestamp = undefined
  }

  /** The picture that a frame holds; `unplayable` for another codec, undefined for sound and for pictures that cannot be shown. */
  take({ codec, kind, timestamp, data, isAfterLoss }: Frame): PictureTag | 'unplayable' | undefined {
    if (kind === PacketKind.sound) return undefined
    const syntax = syntaxOf(codec)
    if (codec !== this.#codec) {
      this.#sets.clear()
      // What follows stands under no description until its first key frame.
      this.#isBroken = true
    }
    this.#codec = codec
    if (!syntax) return 'unplayable'
    const units = unitsOf(data)
    const isKey = units.some((unit) => syntax.isKey(syntax.typeOf(unit)))
    const sets = units.filter((unit) => unit.length <= longestSet && syntax.parameterSets.includes(syntax.typeOf(unit)))
    for (const set of sets) this.#sets.set(syntax.typeOf(set), set)
    const slices = units.filter((unit) => syntax.isSlice(syntax.typeOf(unit)))
    this.#advance(timestamp)
    if (isKey) this.#begin(codec, syntax)
    else if (isAfterLoss) this.#isBroken = true
    if (!slices.length || this.#isBroken) return undefined
    const tag = { bytes: pictureTag(codec, this.#time, isKey, slices), isKey, time: this.#time }
    this.#keep(tag)
    return tag
  }

  /**
   * The sound that a frame holds, at the time of the pictures that go with it; `unplayable` for a codec that no page plays, undefined before the first
   * picture, and where it would be heard too fast.
   */
  sound({ codec, timestamp, data }: Frame): Buffer | 'unplayable' | undefined {
    if (this.#lastTimestamp === undefined || this.speed !== 1) return undefined
    const apart = timestamp - this.#lastTimestamp
    if (Math.abs(apart) > longestStep) return undefined
    return soundTag(Math.max(0, Math.round(this.#time + apart)), codec, samplesOf(data)) ?? 'unplayable'
  }

  /** Begins a group, with the parameters of now. */
  #begin(codec: number, { parameterSets }: Syntax) {
    this.#keepGroup()
    const record = recordOf(
      codec,
      parameterSets.map((type) => this.#sets.get(type)),
    )
    this.#isBroken = !record
    if (!record) return
    const description = descriptionTag(codec, this.#time, record)
    // Pictures of another size cannot stand in one recording with those before.
    if (this.#description && !description.subarray(descriptionAt).equals(this.#description.subarray(descriptionAt)))
      this.forgetPast()
    this.#description = description
  }

  /** Lets the group of now become one of the former ones, as far as there is room. */
  #keepGroup() {
    const [tags, bytes] = [this.#group, this.#groupBytes]
    this.#group = []
    this.#groupBytes = 0
    if (tags.length && bytes <= this.#room.left) {
      this.#former.push({ tags, bytes })
      this.#room.left -= bytes
    } else this.forgetPast()
    let sum = this.#former.reduce((all, one) => all + one.bytes, 0)
    for (let [, second] = this.#former; second; [, second] = this.#former) {
      const isNeeded = (second.tags[0]?.time ?? 0) > this.#time - longestPast
      if (isNeeded && sum <= mostPast) break
      const bytesOfFirst = this.#former.shift()?.bytes ?? 0
      this.#room.left += bytesOfFirst
      sum -= bytesOfFirst
    }
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
