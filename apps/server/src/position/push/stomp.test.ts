import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import { speakStomp, type Wire } from './stomp.ts'

/** A socket that keeps what is sent, and how it ended. */
class TestWire extends EventEmitter implements Wire {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: string[] = []
  ended = ''

  send(text: string) {
    this.sent.push(text)
  }
  close(code?: number) {
    this.#end(`closed ${code}`)
  }
  terminate() {
    this.#end('terminated')
  }
  #end(how: string) {
    this.readyState = 3
    this.ended ||= how
    this.emit('close')
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})

async function connected(heartbeat: string) {
  const wire = new TestWire()
  const subscribed: string[] = []
  speakStomp(wire, async () => ({
    subscribe: (_, destination) => void subscribed.push(destination),
    unsubscribe: () => undefined,
    closed: () => undefined,
  }))
  const say = (...lines: string[]) => wire.emit('message', `${lines.join('\n')}\n\n\0`)
  say('CONNECT', 'accept-version:1.2', 'Authorization:Bearer x', `heart-beat:${heartbeat}`)
  await vi.waitFor(() => expect(wire.sent).toHaveLength(1))
  return { wire, say, subscribed }
}

test('a client that does not authenticate within ten seconds is disconnected', () => {
  const wire = new TestWire()
  speakStomp(wire, async () => undefined)
  vi.advanceTimersByTime(9_999)
  expect(wire.ended).toBe('')
  vi.advanceTimersByTime(1)
  expect(wire.ended).toBe('closed 4401')
})

test('every frame that asks for a receipt gets one, DISCONNECT before the end', async () => {
  const { wire, say, subscribed } = await connected('0,0')
  say('SUBSCRIBE', 'id:1', 'destination:/a', 'receipt:r\\c1')
  say('SEND', 'destination:/b', 'receipt:2')
  say('UNSUBSCRIBE', 'id:1')
  say('DISCONNECT', 'receipt:3')
  expect(subscribed).toEqual(['/a'])
  expect(wire.sent.slice(1)).toEqual(['r\\c1', '2', '3'].map((id) => `RECEIPT\nreceipt-id:${id}\n\n\0`))
  expect(wire.ended).toBe('closed 1000')
})

test('a client that asks for receipts and reads none is cut off', async () => {
  const { wire, say } = await connected('0,0')
  wire.bufferedAmount = 2_000_000
  say('SEND', 'destination:/b', 'receipt:2')
  expect(wire.ended).toBe('terminated')
})

test.each(['60000,0', '5000,0'])(
  'a client that promised heartbeats (%s) and is silent is gone after three minutes',
  async (offered) => {
    const { wire } = await connected(offered)
    expect(wire.sent[0]).toContain('heart-beat:10000,60000')
    vi.advanceTimersByTime(170_000)
    wire.emit('message', '\n')
    vi.advanceTimersByTime(170_000)
    expect(wire.ended).toBe('')
    vi.advanceTimersByTime(20_000)
    expect(wire.ended).toBe('terminated')
  },
)

test.each([
  ['0,10000', 6],
  ['0,30000', 2],
  ['0,1', 6],
  ['0,0', 0],
  ['0,99999999999', 0],
  ['x,-5', 0],
])('with %s a client gets %i heartbeats a minute, and may be silent', async (offered, expected) => {
  const { wire } = await connected(offered)
  vi.advanceTimersByTime(60_000)
  expect(wire.sent.slice(1)).toEqual(Array.from({ length: expected }, () => '\n'))
  expect(wire.ended).toBe('')
})
