/** Height of every line, px. */
export const rowHeight = 32

/** Below one leaf, without being in the tree: say the video channels of a vehicle. The same object while nothing changed. */
export type Below = { leafId: number; rows: readonly { key: string; label: string }[] }

/** The rows of a tree with what stands below one of them, line by line. `leafRow` is the place of that one in the rows, -1 for none. */
export function createLines(rowCount: number, leafRow: number, below: Below['rows']) {
  const extra = leafRow < 0 ? 0 : below.length
  const isBelow = (line: number) => line > leafRow && line <= leafRow + extra
  return {
    count: rowCount + extra,
    /** True when lines of others pass below this row. */
    hasBelow: (row: number) => extra > 0 && row === leafRow,
    lineOf: (row: number) => (row > leafRow ? row + extra : row),
    rowAt: (line: number) => (line > leafRow + extra ? line - extra : Math.min(line, leafRow)),
    belowAt: (line: number) => (extra && isBelow(line) ? below[line - leafRow - 1] : undefined),
    lineBelow(key: string | undefined) {
      const at = extra ? below.findIndex((one) => one.key === key) : -1
      return at < 0 ? undefined : leafRow + 1 + at
    },
  }
}

/** Target row of a vertical key; undefined for other keys. Source: WAI-ARIA Authoring Practices, tree view. */
export function lineMove(key: string, at: number, count: number, pageRows: number): number | undefined {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1, PageDown: at + pageRows, PageUp: at - pageRows }[key]
  return to === undefined || count === 0 ? undefined : Math.max(0, Math.min(count - 1, to))
}
