import { MessageId } from '@huanwei/terminal/messages/ids'
import type { Location } from '@huanwei/terminal/messages/location'
import type { Message } from '@huanwei/terminal/messages/message'
import type { Registered } from '@huanwei/terminal/messages/registration'
import { framesOf, openConnection } from './connection.ts'
import { registrationOrAuthentication } from './registration.ts'

type Options = {
  host?: string
  port: number
  terminalNo: string
  version?: '2013' | '2019'
  /** ms to wait for an answer. */
  timeout?: number
}

export type TerminalClient = Awaited<ReturnType<typeof connectTerminal>>

/**
 * Connects one terminal whose messages are sent one call at a time, for recordings, tests and measurements. Every call rejects when its answer
 * does not come in time or the connection ends; the function itself rejects when there is no connection.
 */
export async function connectTerminal({ host = '127.0.0.1', port, terminalNo, version = '2013', timeout = 10_000 }: Options) {
  const identity = { terminalNo, version2019: version === '2019' }
  const { connection, answers, closed } = await openAnswered({ host, port }, timeout)
  let nextSerial = 0

  /** Sends a message with the given or the next serial; returns the serial. */
  function send(message: Message, givenSerial?: number): number {
    const serial = givenSerial ?? nextSerial
    const frames = framesOf(identity, message, serial)
    if (givenSerial === undefined) nextSerial = (serial + frames.length) & 0xffff
    connection.write(frames)
    return serial
  }

  /** Sends a message and waits for its general reply; resolves to the result as in `ReplyResult`. */
  async function ask(message: Message, givenSerial?: number): Promise<number> {
    const serial = send(message, givenSerial)
    return answers.next((answer) =>
      answer.id === MessageId.platformReply && answer.replySerial === serial ? answer.result : undefined,
    )
  }

  async function register(plate = '川A00000'): Promise<Registered> {
    const serial = send(registrationOrAuthentication({ plate, plateColour: 2 }, identity, undefined))
    return answers.next((answer) => (answer.id === MessageId.registered && answer.replySerial === serial ? answer : undefined))
  }

  return {
    send,
    ask,
    /** Registers and authenticates; resolves to the authentication code. Throws when refused. */
    async enter(plate?: string): Promise<string> {
      const { result, authCode } = await register(plate)
      if (authCode === undefined) throw new Error(`${terminalNo} was not registered: result ${result}`)
      const answer = await ask(registrationOrAuthentication({ plate: '', plateColour: 2 }, identity, authCode))
      if (answer !== 0) throw new Error(`${terminalNo} was not authenticated: result ${answer}`)
      return authCode
    },
    /** Sends a location; true when it was acknowledged. */
    report: async (location: Location) => (await ask({ id: MessageId.location, location })) === 0,
    /** Sends bytes unchanged. */
    write: (bytes: Buffer) => connection.write([bytes]),
    closed,
    close: () => connection.close(),
  }
}

/** Opens a connection whose messages go to those who wait for them. `closed` resolves at its end. */
async function openAnswered(address: { host: string; port: number }, timeout: number) {
  const answers = awaitedAnswers(timeout)
  const ended = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  const connection = openConnection(address, {
    open: opened.resolve,
    message: (_, message) => message && answers.receive(message),
    close(reason) {
      const error = new Error(reason ?? 'the connection was closed')
      opened.reject(error)
      answers.fail(error)
      ended.resolve()
    },
  })
  await opened.promise
  return { connection, answers, closed: ended.promise }
}

/** Answers that somebody waits for, each for at most `timeout` ms. */
function awaitedAnswers(timeout: number) {
  type Waiting = { offer(message: Message): boolean; fail(error: Error): void }
  const waiting = new Set<Waiting>()
  return {
    /** Resolves to what `pick` makes of the first message for which it is not undefined. */
    next<T>(pick: (message: Message) => T | undefined): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const end = () => {
        clearTimeout(timer)
        waiting.delete(entry)
      }
      const entry: Waiting = {
        offer(message) {
          const answer = pick(message)
          if (answer === undefined) return false
          end()
          resolve(answer)
          return true
        },
        fail(error) {
          end()
          reject(error)
        },
      }
      const timer = setTimeout(() => entry.fail(new Error(`no answer within ${timeout} ms`)), timeout)
      waiting.add(entry)
      return promise
    },
    receive(message: Message) {
      for (const entry of waiting) if (entry.offer(message)) return
    },
    fail(error: Error) {
      for (const entry of waiting) entry.fail(error)
    },
  }
}
