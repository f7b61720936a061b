import type { Header } from '@huanwei/terminal/header'
import { MessageId } from '@huanwei/terminal/ids'
import type { Location } from '@huanwei/terminal/location'
import type { Message } from '@huanwei/terminal/message'
import type { Registered } from '@huanwei/terminal/registration'
import { introduction } from './introduction.ts'
import { framesOf, openLink } from './link.ts'

export type ClientOptions = {
  host?: string
  port: number
  terminalNo: string
  version?: '2013' | '2019'
  /** ms to wait for an answer. */
  timeout?: number
}

type Waiting = { wants(header: Header, message: Message): boolean; take(message: Message): void; fail(error: Error): void }

export type TerminalClient = Awaited<ReturnType<typeof connectTerminal>>

/**
 * One terminal on a real socket, for tests and measurements. Every call rejects when its answer does not come in time or the
 * connection ends. Rejects itself when there is no connection.
 */
export async function connectTerminal(options: ClientOptions) {
  const { host = '127.0.0.1', port, terminalNo, version = '2013', timeout = 10_000 } = options
  const identity = { terminalNo, version2019: version === '2019' }
  const waiting = new Set<Waiting>()
  const orders: { header: Header; message: Message }[] = []
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  let serial = 0

  const link = openLink(
    { host, port },
    {
      open: opened.resolve,
      message(header, message) {
        if (!message) return
        const found = [...waiting].find((one) => one.wants(header, message))
        if (found) found.take(message)
        else orders.push({ header, message })
      },
      close(reason) {
        const error = new Error(reason ?? 'the connection was closed')
        opened.reject(error)
        for (const one of waiting) one.fail(error)
        ended.resolve()
      },
    },
  )
  await opened.promise

  /** Sends a message with this serial or the next of its own; returns the serial. */
  function send(message: Message, given?: number): number {
    const used = given ?? serial
    const frames = framesOf(identity, message, used)
    if (given === undefined) serial = (serial + frames.length) & 0xffff
    link.write(frames)
    return used
  }

  /** The next message that `wants` picks. */
  function next(wants: Waiting['wants']): Promise<Message> {
    const { promise, resolve, reject } = Promise.withResolvers<Message>()
    const timer = setTimeout(() => one.fail(new Error(`no answer within ${timeout} ms`)), timeout)
    const done = () => {
      clearTimeout(timer)
      waiting.delete(one)
    }
    const one: Waiting = {
      wants,
      take(message) {
        done()
        resolve(message)
      },
      fail(error) {
        done()
        reject(error)
      },
    }
    waiting.add(one)
    return promise
  }

  /** Sends a message and waits for its general reply; the result as in `ReplyResult`. */
  async function ask(message: Message, given?: number): Promise<number> {
    const sent = send(message, given)
    const reply = await next((_, one) => one.id === MessageId.platformReply && one.replySerial === sent)
    return reply.id === MessageId.platformReply ? reply.result : -1
  }

  async function register(plate = '川A00000'): Promise<Registered> {
    const sent = send(introduction({ plate, plateColour: 2 }, identity, undefined))
    const answer = await next((_, one) => one.id === MessageId.registered && one.replySerial === sent)
    if (answer.id !== MessageId.registered) throw new Error('not a registration')
    return answer
  }

  const authenticate = (authCode: string) => ask(introduction({ plate: '', plateColour: 2 }, identity, authCode))

  return {
    send,
    ask,
    next,
    register,
    authenticate,
    /** Registers and authenticates; the code. Throws when refused. */
    async enter(plate?: string): Promise<string> {
      const { result, authCode } = await register(plate)
      if (authCode === undefined) throw new Error(`${terminalNo} was not registered: result ${result}`)
      const answer = await authenticate(authCode)
      if (answer !== 0) throw new Error(`${terminalNo} was not authenticated: result ${answer}`)
      return authCode
    },
    /** Sends a location; true when it was acknowledged. */
    report: async (location: Location, given?: number) => (await ask({ id: MessageId.location, location }, given)) === 0,
    /** What came from the platform and nobody waited for. */
    orders,
    /** Sends bytes as they are. */
    write: (bytes: Buffer) => link.write([bytes]),
    closed: ended.promise,
    close: () => link.close(),
  }
}
