/** Rows of one statement; PostgreSQL takes 65 535 values. */
const mostRows = 1000

/** A list in parts that one statement takes. */
export function* piecesOf<T>(list: readonly T[]): Generator<T[]> {
  for (let i = 0; i < list.length; i += mostRows) yield list.slice(i, i + mostRows)
}
