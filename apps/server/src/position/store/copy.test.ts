import { expect, test } from 'vitest'
import { CopyRows } from './copy.ts'

/** The messages of some rows that are written into `size` bytes at first. */
function messagesOf(size: number, count = 5) {
  const rows = new CopyRows(size)
  for (let row = 0; row < count; row++) {
    rows.row(6)
    rows.int2(row)
    rows.int4(row)
    rows.int8(2 ** 40 + row)
    rows.none()
    rows.json('{"车":1}')
    rows.none()
  }
  return Buffer.from(rows.messages())
}

test('rows are the same wherever the memory for them ends', () => {
  const whole = messagesOf(4096)
  for (let size = 24; size < whole.length + 32; size++) expect(messagesOf(size), `${size} bytes`).toEqual(whole)
})

/** Types and contents of protocol messages. */
function split(bytes: Buffer) {
  const messages: { type: string; content: Buffer }[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    messages.push({ type: bytes.toString('latin1', at, at + 1), content: bytes.subarray(at + 5, end) })
    at = end
  }
  return messages
}

test('many rows are the same in several messages, wherever the memory for them ends', () => {
  const count = 1000
  const whole = messagesOf(128 * 1024, count)
  const messages = split(whole)
  expect(messages.map(({ type }) => type).join('')).toMatch(/^d{2,}c$/)
  expect(Math.max(...messages.map(({ content }) => content.length))).toBeLessThan(40_000)
  const few = split(messagesOf(4096))[0]!.content
  const rowsOf = (content: Buffer) => content.subarray(19, -2)
  const rows = rowsOf(Buffer.concat(messages.map(({ content }) => content)))
  const length = rowsOf(few).length / 5
  expect(rows.length).toBe(count * length)
  expect(rows.subarray(0, 5 * length)).toEqual(rowsOf(few))
  for (let row = 0; row < count; row++) expect(rows.readInt32BE(row * length + 12)).toBe(row)
  for (let size = 32_740; size < 32_840; size++) expect(messagesOf(size, count).equals(whole), `${size} bytes`).toBe(true)
})
