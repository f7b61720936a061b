import { expect, test } from 'vitest'
import { CopyRows } from './copy.ts'

/** The message of a few rows that are written into `size` bytes at first. */
function messageOf(size: number) {
  const rows = new CopyRows(size)
  for (let row = 0; row < 5; row++) {
    rows.row(6)
    rows.int2(row)
    rows.int4(row)
    rows.int8(2 ** 40 + row)
    rows.none()
    rows.json('{"车":1}')
    rows.none()
  }
  return rows.message().toString('hex')
}

test('rows are the same wherever the memory for them ends', () => {
  const whole = messageOf(4096)
  for (let size = 24; size < whole.length / 2 + 32; size++) expect(messageOf(size), `${size} bytes`).toBe(whole)
})
