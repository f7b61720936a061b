import type { Board } from '@huanwei/contract/boards/endpoints'
import type { BoardMessage } from '@huanwei/contract/boards/messages'
import { panelChanges } from '@huanwei/contract/boards/rules'
import type { BoardQuestion, OpenBoard } from '../open-board.ts'
import type { BoardReading } from '../read-board.ts'
import type { ScreenLine } from './screen-line.ts'
import type { Feed } from './watch-feed.ts'

/** A screen hears at least this often that its figures are of now, ms. */
const beatMs = 5000

/** `epoch` is another one with each start of the server. */
type ChannelParts = { question: BoardQuestion; open: OpenBoard; feed: Feed; epoch: string; build: string }
type News = { reading: BoardReading; isChanged: boolean; patch: string | undefined }

/** One board for all screens that ask alike: it is read once and told to all of them, numbered. */
export class BoardChannel {
  readonly question: BoardQuestion
  readonly #parts: ChannelParts
  readonly #lines = new Set<ScreenLine>()
  #read: (() => Promise<BoardReading>) | undefined
  /** Raised whenever the definition is to be looked for again. */
  #opening = 0
  #reading: BoardReading | undefined
  /** Number of the reading. */
  #seq = 0
  /** Text of the whole board of the reading. */
  #whole: string | undefined

  constructor(parts: ChannelParts) {
    this.question = parts.question
    this.#parts = parts
  }

  get isEmpty() {
    return this.#lines.size === 0
  }

  /** Adds a screen, which gets the board at once when it has been read. */
  join(line: ScreenLine, now: number) {
    this.#lines.add(line)
    if (this.#reading) this.#sendWhole(line, this.#reading, now)
  }

  leave(line: ScreenLine) {
    this.#lines.delete(line)
  }

  /** Looks for the definition again with the next reading. */
  forget() {
    this.#opening++
    this.#read = undefined
  }

  /** Reads the board and tells each screen what changed. Rejects with a refusal where there is none any more. */
  async pass(clock: () => number) {
    const opening = this.#opening
    const read = this.#read ?? (await this.#parts.open(this.question))
    // What was forgotten meanwhile may have been found before the change.
    if (opening === this.#opening) this.#read = read
    const reading = await read()
    const before = this.#reading
    this.#reading = reading
    const isChanged = reading.version !== before?.version
    if (isChanged) {
      this.#seq++
      this.#whole = undefined
    }
    const patch = isChanged && before?.form === reading.form ? this.#patch(before, reading) : undefined
    const now = clock()
    for (const line of this.#lines) this.#tell(line, { reading, isChanged, patch }, now)
  }

  /** Ends the lines of all screens. */
  end(code: number) {
    for (const line of this.#lines) line.end(code)
  }

  #tell(line: ScreenLine, { reading, isChanged, patch }: News, now: number) {
    if (line.isSlow) line.isBehind ||= isChanged
    else if (line.isBehind || (isChanged && patch === undefined)) this.#sendWhole(line, reading, now)
    else if (patch !== undefined) line.send(patch, now)
    // Or the clock was set back.
    else if (now - line.sentAt >= beatMs || now < line.sentAt)
      line.send(textOf({ type: 'beat', ...this.#head, ...this.#feed }), now)
  }

  #sendWhole(line: ScreenLine, reading: BoardReading, now: number) {
    const isKnown = line.known === reading.version
    line.isBehind = false
    line.known = undefined
    if (isKnown) return line.send(this.#snapshot(reading, null), now)
    this.#whole ??= this.#snapshot(reading, reading.whole())
    line.send(this.#whole, now)
  }

  get #head() {
    return { epoch: this.#parts.epoch, seq: this.#seq }
  }

  get #feed() {
    const feedAge = this.#parts.feed.age()
    return feedAge > 0 ? { feedAge } : {}
  }

  #snapshot({ version }: BoardReading, board: Board | null) {
    return textOf({ type: 'snapshot', ...this.#head, version, build: this.#parts.build, board })
  }

  #patch(before: BoardReading, { version, panels }: BoardReading) {
    return textOf({ type: 'patch', ...this.#head, ...this.#feed, version, panels: panelChanges(before.panels, panels) })
  }
}

const textOf = (message: BoardMessage) => JSON.stringify(message)
