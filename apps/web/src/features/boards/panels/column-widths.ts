/** Width of a text in halves of a Chinese character. */
const lengthOf = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)
/** Px of half a Chinese character, and of what is beside a text. */
const [halfCharacter, beside] = [10.6, 26]
/** Px of a column whose texts are cut; with less it says nothing. */
const leastCut = 136

/**
 * Px of each column by its longest text. Where there is room all share what is left; else the texts of the longest are cut, whose width is
 * undefined; the last columns are left out where that would leave too little of them.
 */
export function columnWidths(heads: readonly string[], rows: readonly (readonly string[])[], room: number) {
  const lengths = heads.map((head, place) => Math.max(lengthOf(head), ...rows.map((cells) => lengthOf(cells[place] ?? ''))))
  const wanted = lengths.map((one) => Math.ceil(one * halfCharacter) + beside)
  for (let shown = heads.length; shown > 1; shown--) {
    const some = wanted.slice(0, shown)
    const sum = some.reduce((all, one) => all + one, 0)
    if (sum <= room) return some
    const most = Math.max(...some)
    const longest = some.indexOf(most)
    if (sum - most + leastCut <= room) return some.map((one, place) => (place === longest ? undefined : one))
  }
  return [undefined]
}
