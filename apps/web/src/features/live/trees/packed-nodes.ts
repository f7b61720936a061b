import { Status } from '@huanwei/contract/live/codes'
import type { LiveNode } from './live-node.ts'

/** The texts of a node, in this order. */
const texts = ['label', 'name', 'plateNumber', 'initials', 'vehicleType'] as const

const statuses = new Map<number, Status>(Object.values(Status).map((status) => [status, status]))
/** Shown without a location. */
const unknown = -1

/** Nodes as numbers: handed from thread to thread without copying, and nothing for the garbage collector to walk or to move. */
export type PackedNodes = {
  ids: Int32Array<ArrayBuffer>
  parentIds: Int32Array<ArrayBuffer>
  isParent: Uint8Array<ArrayBuffer>
  statuses: Int8Array<ArrayBuffer>
  /** All texts one after the other as UTF-16, and where each ends. */
  text: Uint16Array<ArrayBuffer>
  ends: Int32Array<ArrayBuffer>
}

export function packNodes(nodes: readonly LiveNode[]): PackedNodes {
  const ends = new Int32Array(nodes.length * texts.length)
  let text = ''
  nodes.forEach((node, at) => {
    texts.forEach((name, place) => {
      text += node[name] ?? ''
      ends[at * texts.length + place] = text.length
    })
  })
  return {
    ids: Int32Array.from(nodes, ({ id }) => id),
    parentIds: Int32Array.from(nodes, ({ parentId }) => parentId),
    isParent: Uint8Array.from(nodes, ({ isParent }) => Number(isParent)),
    statuses: Int8Array.from(nodes, ({ locationData }) => locationData?.status ?? unknown),
    text: Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
    ends,
  }
}

/** Buffers to transfer without copying. */
export const buffersOf = (nodes: PackedNodes) => Object.values(nodes).map(({ buffer }) => buffer)

/** One node among packed ones, read when asked. */
class PackedNode implements LiveNode {
  readonly #nodes: PackedNodes
  readonly #at: number

  constructor(nodes: PackedNodes, at: number) {
    this.#nodes = nodes
    this.#at = at
  }

  get id() {
    return this.#nodes.ids[this.#at]!
  }
  get parentId() {
    return this.#nodes.parentIds[this.#at]!
  }
  get isParent() {
    return this.#nodes.isParent[this.#at] === 1
  }
  get label() {
    return this.#text('label')
  }
  get name() {
    return this.#text('name')
  }
  get plateNumber() {
    return this.#text('plateNumber') || undefined
  }
  get initials() {
    return this.#text('initials')
  }
  get vehicleType() {
    return this.#text('vehicleType') || undefined
  }
  get locationData() {
    const status = statuses.get(this.#nodes.statuses[this.#at]!)
    return status === undefined ? null : { status }
  }

  #text(name: (typeof texts)[number]) {
    const { text, ends } = this.#nodes
    const place = this.#at * texts.length + texts.indexOf(name)
    return String.fromCharCode(...text.subarray(ends[place - 1] ?? 0, ends[place]))
  }
}

export function* unpackNodes(nodes: PackedNodes): Generator<LiveNode> {
  for (let at = 0; at < nodes.ids.length; at++) yield new PackedNode(nodes, at)
}
