/** A row of a tree with those above it, from the top down. */
export type TreeLine<Row> = Row & { above: Row[] }

/** The rows of a tree, each followed by what stands below it, in the order given. Where its parent is not among them, a row stands at the top. */
export function treeLines<Row extends { parentId: number }>(rows: readonly Row[], idOf: (row: Row) => number): TreeLine<Row>[] {
  const ids = new Set(rows.map(idOf))
  const below = Map.groupBy(rows, ({ parentId }) => (ids.has(parentId) ? parentId : undefined))
  const from = (parent: number | undefined, above: Row[]): TreeLine<Row>[] =>
    (below.get(parent) ?? []).flatMap((row) => [{ ...row, above }, ...from(idOf(row), [...above, row])])
  return from(undefined, [])
}

/** Sum of `figure` over each row and all rows below it, by id. */
export function sumsBelow<Row extends { parentId: number }>(
  lines: readonly TreeLine<Row>[],
  idOf: (row: Row) => number,
  figure: (row: Row) => number,
) {
  const sums = new Map<number, number>()
  for (const line of lines)
    for (const row of [line, ...line.above]) sums.set(idOf(row), (sums.get(idOf(row)) ?? 0) + figure(line))
  return sums
}
