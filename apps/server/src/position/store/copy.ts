import type pg from 'pg'

/** Message types CopyData and CopyDone of PostgreSQL's protocol. */
const [copyData, copyDone] = [0x64, 0x63]
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const pieceHeadLength = 5
const headLength = pieceHeadLength + signature.length
const tailLength = 2 + 5
const epoch2000 = 946_684_800_000
const high = 2 ** 32
/** Bytes of UTF-8 for a unit of UTF-16, at most. */
const longestCharacter = 3
/** Bytes of a CopyData. The server takes a message as a whole: it stores the first rows while the last ones are not sent yet. */
const pieceLength = 32 * 1024

/** Rows of one table in the binary format of COPY, column by column. The memory is reused after `clear`. */
export class CopyRows {
  #bytes: Buffer
  #view: DataView
  /** Where the CopyData begins that is being written. */
  #piece = 0
  #at = headLength

  constructor(size = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafe(size)
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, size)
  }

  clear(): void {
    this.#piece = 0
    this.#at = headLength
  }

  /** Begins a row with this number of columns. */
  row(columns: number): void {
    if (this.#at - this.#piece >= pieceLength) {
      const next = this.#room(pieceHeadLength)
      this.#endPiece(next)
      this.#piece = next
    }
    const at = this.#room(2)
    this.#view.setInt16(at, columns)
  }

  none(): void {
    const at = this.#room(4)
    this.#view.setInt32(at, -1)
  }

  int2(value: number): void {
    const at = this.#room(6)
    this.#view.setInt32(at, 2)
    this.#view.setInt16(at + 4, value)
  }

  /** Returns the place of the value, for `setInt4`. */
  int4(value: number): number {
    const at = this.#room(8)
    this.#view.setInt32(at, 4)
    this.#view.setInt32(at + 4, value)
    return at + 4
  }

  /** Changes the value that `int4` has written at a place. */
  setInt4(place: number, value: number): void {
    this.#view.setInt32(place, value)
  }

  /** Throws RangeError unless `value` is a whole number below 2^53. */
  int8(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`no bigint: ${value}`)
    const at = this.#room(12)
    this.#view.setInt32(at, 8)
    const upper = Math.floor(value / high)
    this.#view.setInt32(at + 4, upper)
    this.#view.setUint32(at + 8, value - upper * high)
  }

  /** Writes a timestamptz from epoch ms. */
  time(value: number): void {
    this.int8(Math.round((value - epoch2000) * 1000))
  }

  /** Writes a jsonb from JSON text. */
  json(text: string): void {
    const at = this.#room(5 + longestCharacter * text.length)
    const length = 1 + this.#bytes.write(text, at + 5)
    this.#view.setInt32(at, length)
    this.#bytes[at + 4] = 1
    this.#at = at + 4 + length
  }

  /** All rows as protocol messages: CopyData, as many as it takes, and one CopyDone. Valid until `clear`. */
  messages(): Buffer {
    this.#room(tailLength)
    const end = this.#at - tailLength
    this.#at = end
    signature.copy(this.#bytes, pieceHeadLength)
    this.#endPiece(end + 2)
    this.#view.setInt16(end, -1)
    this.#bytes[end + 2] = copyDone
    this.#view.setInt32(end + 3, 4)
    return this.#bytes.subarray(0, end + tailLength)
  }

  /** Writes type and length of the CopyData that ends before `end`. */
  #endPiece(end: number): void {
    this.#bytes[this.#piece] = copyData
    this.#view.setInt32(this.#piece + 1, end - this.#piece - 1)
  }

  /** Reserves `length` bytes and returns their offset. To be called before `#bytes` and `#view` are looked at, which it may replace. */
  #room(length: number): number {
    const at = this.#at
    this.#at += length
    if (this.#at <= this.#bytes.length) return at
    const larger = new CopyRows(Math.max(2 * this.#bytes.length, this.#at))
    this.#bytes.copy(larger.#bytes, 0, 0, at)
    this.#bytes = larger.#bytes
    this.#view = larger.#view
    return at
  }
}

/** Runs `copy … from stdin (format binary)` with these rows. Rejects with the server's error; then the transaction is aborted. */
export const copyIn = (client: pg.ClientBase, text: string, rows: CopyRows) =>
  new Promise<void>((resolve, reject) => {
    client.query({
      submit(connection: pg.Connection) {
        connection.query(text)
        // Sent without waiting for the server's request: after an error it skips the rows.
        connection.stream.write(rows.messages())
      },
      handleCopyInResponse: () => undefined,
      handleCommandComplete: () => undefined,
      handleError: reject,
      handleReadyForQuery: () => resolve(),
    })
  })
