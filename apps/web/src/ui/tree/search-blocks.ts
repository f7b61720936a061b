/** One character that no label has, between the texts of two nodes. */
const separator = '\u0001'
/** Nodes per block. */
const blockNodes = 4096

/** The searchable text of a run of nodes as one lower-case string, and where every node's part starts: a search is one scan. */
export type SearchBlock = { first: number; text: string; starts: Int32Array<ArrayBuffer> }

/** A node as the search sees it. */
type Searched = { label: string; plateNumber?: string | undefined; initials: string }

export const searchParts = (item: Searched) => [item.label, item.plateNumber ?? '', item.initials]

/** Search texts of nodes, in the order of their layout. */
export function* searchBlocks(items: readonly Searched[]): Generator<SearchBlock> {
  for (let first = 0; first < items.length; first += blockNodes) {
    const parts = items.slice(first, first + blockNodes).map((item) => searchParts(item).join('\n') + separator)
    const text = parts.join('').toLowerCase()
    const starts = new Int32Array(parts.length)
    // After lower-casing, which may change lengths.
    for (let i = 1, from = 0; i < parts.length; i++) {
      from = text.indexOf(separator, from) + 1
      starts[i] = from
    }
    yield { first, text, starts }
  }
}
