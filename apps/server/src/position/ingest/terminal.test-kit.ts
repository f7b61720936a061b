import { connect } from 'node:net'
import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { FrameReader } from '@huanwei/terminal/wire/frame'
import type { Header } from '@huanwei/terminal/wire/header'
import { versionOf } from '@huanwei/terminal/wire/header'
import { encodeFrames } from '@huanwei/terminal/wire/splitting'

/** For tests: a fix at `time`, epoch ms. */
export const fixAt = (time: number, fields: Partial<Location> = {}): Location => ({
  alarm: 0,
  status: 3,
  lat: 31.230416,
  lng: 121.473701,
  altitude: 4,
  speed: 36.5,
  direction: 90,
  time,
  additions: { activeSafety: [], raw: [], mileageKm: 12.3, satellites: 9, signalStrength: 20 },
  ...fields,
})

export type Received = { header: Header; message: Message }

type Caller = { version2019?: boolean; from?: string }

/**
 * For tests: one terminal on a real socket, whose own address is `from`. `next` waits for the next message that `wanted` picks and drops those before it
 * that no other call waits for.
 */
export async function dial(port: number, terminalNo: string, { version2019 = false, from }: Caller = {}) {
  const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
  const reader = new FrameReader()
  const inbox = createInbox()
  const { next, drop } = inbox
  let serial = 0
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk))
      if (frame.ok) inbox.hear({ header: frame.header, message: decodeMessage(frame.header, frame.body) })
      else throw new Error(`the platform sent a bad frame: ${frame.reason}`)
  })
  socket.on('error', () => undefined)
  socket.on('close', inbox.close)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))

  /** Sends a message; with the serial given or the next of its own. Returns the serial. */
  function send(message: Message, given?: number) {
    const used = given ?? serial
    const header = { messageId: messageIdOf(message), version2019, terminalNo, serial: used }
    const frames = encodeFrames(header, encodeMessage(message, versionOf(header)))
    for (const frame of frames) socket.write(frame)
    if (given === undefined) serial = (serial + frames.length) & 0xffff
    return used
  }

  /** The result of the general reply to `sent`; `to` is the message's id, where noise with the same serial may have been answered too. */
  async function resultOf(sent: number, timeoutMs?: number, to?: number) {
    const isIt = ({ message }: Received) =>
      message.id === MessageId.platformReply && message.replySerial === sent && (to === undefined || message.replyId === to)
    const { message } = await next(isIt, timeoutMs)
    return message.id === MessageId.platformReply ? message.result : undefined
  }

  const ask = (message: Message) => resultOf(send(message), undefined, messageIdOf(message))

  /** Registers as `model` of a maker; the answer to it. */
  async function register(model = 'HW-1', plate = '沪A12345') {
    send({
      id: MessageId.register,
      provinceId: 31,
      cityId: 115,
      manufacturer: 'HW',
      model,
      terminalId: `T${terminalNo.slice(-6)}`,
      plateColour: 1,
      plate,
    })
    const { message } = await next((one) => one.message.id === MessageId.registered)
    if (message.id !== MessageId.registered) throw new Error('no answer to a registration')
    return message
  }

  const authenticate = (authCode: string) => ask({ id: MessageId.authenticate, authCode })

  /** Registers and authenticates; the code. */
  async function open() {
    const { authCode } = await register()
    if (authCode === undefined || (await authenticate(authCode)) !== 0) throw new Error('the terminal was refused')
    return authCode
  }

  /** Resolves when the platform closes the connection. */
  const closed = () =>
    new Promise<void>((resolve) => {
      if (socket.closed) resolve()
      else socket.once('close', () => resolve())
    })

  return { socket, send, drop, next, ask, resultOf, register, authenticate, open, closed, close: () => socket.destroy() }
}

type Waiter = { wanted(one: Received): boolean; take(one: Received): void; fail(error: Error): void }

/** Messages that have come, and the calls that wait for others. */
function createInbox() {
  const received: Received[] = []
  const waiters = new Set<Waiter>()
  let isOpen = true

  async function next(wanted: (one: Received) => boolean = () => true, timeoutMs = 60_000): Promise<Received> {
    for (let one = received.shift(); one; one = received.shift()) if (wanted(one)) return one
    if (!isOpen) throw new Error('connection closed')
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.fail(new Error('nothing came')), timeoutMs)
      const settle = () => {
        clearTimeout(timer)
        waiters.delete(waiter)
      }
      const waiter: Waiter = {
        wanted,
        take(one) {
          settle()
          resolve(one)
        },
        fail(error) {
          settle()
          reject(error)
        },
      }
      waiters.add(waiter)
    })
  }

  return {
    next,
    hear(one: Received) {
      const waiter = [...waiters].find(({ wanted }) => wanted(one))
      if (!waiter) return received.push(one)
      received.length = 0
      return waiter.take(one)
    },
    close() {
      isOpen = false
      for (const { fail } of waiters) fail(new Error('connection closed'))
    },
    /** Removes and returns the received messages that no call waited for. */
    drop: () => received.splice(0),
  }
}
