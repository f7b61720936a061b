/** Step of a mark, ms: so the longest task, a day, fits. */
const stepMs = 2000

/** Moments of a task as marks: 0 for none, else one more than the steps since its beginning. */
export const markOf = (time: number, start: number) => 1 + Math.floor((time - start) / stepMs)
/** Epoch ms, to the step. */
export const timeOfMark = (mark: number, start: number) => start + (mark - 1) * stepMs

/** Sets a mark where there is none, or a later one. */
export function markFirst(marks: Uint16Array, at: number, mark: number) {
  const known = marks[at]!
  if (known === 0 || mark < known) marks[at] = mark
}

/** Sets a mark where there is none, or an earlier one. */
export function markLast(marks: Uint16Array, at: number, mark: number) {
  if (mark > marks[at]!) marks[at] = mark
}

/** Marks as they are stored: base64 of two bytes each, the lower first. */
export const storedMarks = (marks: Uint16Array) =>
  marks.some((mark) => mark > 0) ? Buffer.from(marks.buffer, marks.byteOffset, marks.byteLength).toString('base64') : ''

/** Stored marks; none where nothing is stored, or another number of them. */
export function marksFrom(text: string, count: number): Uint16Array {
  const bytes = Buffer.from(text, 'base64')
  const marks = new Uint16Array(count)
  if (bytes.length === 2 * count) for (let i = 0; i < count; i++) marks[i] = bytes.readUInt16LE(2 * i)
  return marks
}
