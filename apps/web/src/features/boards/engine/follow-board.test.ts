import type { Board } from '@huanwei/contract/boards/endpoints'
import type { BoardMessage } from '@huanwei/contract/boards/messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '../../../lib/errors.ts'
import type { LineListener } from './board-line.ts'
import { type BoardState, followBoard, noBoard, type ShownBoard } from './follow-board.ts'

const boardOf = (text: string): Board => ({
  title: 'one',
  about: '',
  width: 1,
  widest: 1,
  height: 1,
  theme: 'blue',
  day: null,
  span: null,
  listDept: null,
  ground: null,
  panels: [
    {
      id: 'a',
      kind: 'code',
      title: '',
      x: 0,
      y: 0,
      w: 1,
      h: 1,
      pace: 'live',
      madeAt: 0,
      data: { shape: 'page', path: '', text },
    },
  ],
})
type Answer = { version: string; build: string; feedAge?: number; board: Board | null } | Error

let state: BoardState
let asked: ShownBoard[]
let answers: Answer[]
let lines: (LineListener & { shown: ShownBoard; restarts: number; isClosed: boolean })[]
let newer: boolean[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  state = noBoard
  asked = []
  lines = []
  newer = []
  answers = [{ version: 'v1', build: 'b1', board: boardOf('asked') }]
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Begins to follow; the last of the answers goes on for ever. */
async function begin() {
  stop = followBoard({
    read: async (shown) => {
      asked.push(shown)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer || answer instanceof Error) throw answer
      const { board, ...reply } = { feedAge: 0, ...answer }
      return { ...reply, board: answer.version === shown.known ? null : board }
    },
    openLine(shown, listener) {
      const line = { ...listener, shown, restarts: 0, isClosed: false }
      lines.push(line)
      return {
        restart: () => line.restarts++,
        close: () => {
          line.isClosed = true
        },
      }
    },
    tell: (change) => {
      state = change(state)
    },
    heard: (_, isNewer) => newer.push(isNewer),
  })
  await vi.advanceTimersByTimeAsync(0)
}
const textShown = () => {
  const data = state.board?.panels[0]?.data
  return data?.shape === 'page' ? data.text : undefined
}
const push = (message: BoardMessage, line = lines.at(-1)) => line?.onMessage(message)
const head = { epoch: 'e', seq: 1 }
const joined = () => push({ type: 'snapshot', ...head, version: 'v1', build: 'b1', board: null })
const patch = (seq: number, text: string, epoch = 'e') =>
  push({
    type: 'patch',
    epoch,
    seq,
    version: `v${seq}`,
    panels: [{ id: 'a', madeAt: seq, data: { shape: 'page', path: '', text } }],
  })

test('a board is asked for once, then pushed, and not asked for again while something comes', async () => {
  await begin()
  expect([textShown(), lines[0]?.shown.known]).toEqual(['asked', 'v1'])
  joined()
  patch(2, 'two')
  patch(3, 'three')
  await vi.advanceTimersByTimeAsync(60_000)
  push({ type: 'beat', ...head, seq: 3 })
  expect([textShown(), asked.length, state.heardAt]).toEqual(['three', 1, Date.now()])
})

test('a gap, another epoch or a beat of another number asks for the whole board, and patches wait for it', async () => {
  await begin()
  joined()
  const lose = [() => patch(3, 'three'), () => patch(6, 'other', 'f'), () => push({ type: 'beat', ...head, seq: 9 })]
  for (const [n, one] of lose.entries()) {
    one()
    patch(4, 'four')
    expect([lines[0]?.restarts, textShown()]).toEqual([n + 1, n ? 'whole' : 'asked'])
    push({ type: 'snapshot', ...head, seq: 5, version: 'v5', build: 'b1', board: boardOf('whole') })
    expect(textShown()).toBe('whole')
  }
})

test('a lost line is opened again after an answer of the server, with the version that is shown', async () => {
  await begin()
  joined()
  patch(2, 'two')
  answers = [new NetworkError('away'), { version: 'v9', build: 'b2', board: boardOf('nine') }]
  lines[0]?.onEnd()
  await vi.advanceTimersByTimeAsync(0)
  expect([state.isLost, textShown(), lines.length]).toEqual([true, 'two', 1])
  await vi.advanceTimersByTimeAsync(8000)
  expect([state.isLost, textShown(), lines.length, lines[1]?.shown.known]).toEqual([false, 'nine', 2, 'v9'])
  expect(newer.at(-1)).toBe(true)
})

test('what is refused shows the words, and nothing is pushed until it is allowed again', async () => {
  await begin()
  joined()
  answers = [new ApiError(200, 1, 'revoked', 'board_token')]
  lines[0]?.onEnd()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([state.refusal, state.board, lines.length]).toEqual(['revoked', null, 1])
  answers = [{ version: 'v1', build: 'b1', board: boardOf('again') }]
  await vi.advanceTimersByTimeAsync(8000)
  expect([state.refusal, textShown(), lines.length]).toEqual([null, 'again', 2])
})

test('where no line can be had, the board is asked for again and again, and the line tried at longer intervals', async () => {
  await begin()
  for (let second = 0; second < 120; second++) {
    if (lines.at(-1)?.isClosed === false) lines.at(-1)?.onEnd()
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(asked.length).toBeGreaterThan(55)
  expect(asked.at(-1)?.known).toBe('v1')
  expect(lines.length).toBeLessThan(40)
})

test('an answer that comes after something was pushed is older', async () => {
  await begin()
  answers = [{ version: 'v1', build: 'b1', board: boardOf('old') }]
  await vi.advanceTimersByTimeAsync(1999)
  const asking = vi.advanceTimersByTimeAsync(1)
  joined()
  patch(2, 'two')
  await asking
  expect(textShown()).toBe('two')
})

test('the age of the feed is that of the last answer, change or beat that told it', async () => {
  answers = [{ version: 'v1', build: 'b1', feedAge: 40, board: boardOf('asked') }]
  await begin()
  expect([state.feedAge, lines[0]?.shown.dataAge]).toEqual([40, 40])
  joined()
  expect(state.feedAge).toBe(40)
  push({ type: 'beat', ...head, feedAge: 45 })
  expect([state.feedAge, lines[0]?.dataAge()]).toEqual([45, 45])
  patch(2, 'two')
  expect(state.feedAge).toBe(0)
})
