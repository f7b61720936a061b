import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { pick } from '@huanwei/city/random'
import { PostedEvent } from '@huanwei/contract/subscriptions/endpoints'
import { hashOf, hmacOf } from '@huanwei/server/http/open/signature'

/** Behaviours of a receiver; `received` ones keep the event, whatever their answer. */
const moods = {
  received: ['thanks', 'thanks', 'thanks', 'thanks', 'slow', 'cut', 'endless', 'half', 'nonsense'],
  refused: ['broken', 'busy', 'moved', 'deaf', 'silent'],
} as const
type Mood = (typeof moods)[keyof typeof moods][number]

const slowMs = 300

/** Line of an event: those of one object in one subscription. */
const lineOf = ({ objectType, objectId }: PostedEvent) => `${objectType} ${objectId}`

/**
 * A system that receives events on a port of its own and that fails, hangs, lies and cuts connections as `random` draws. It keeps what it
 * received, and notes every post that its sender should not have made.
 */
export class MoodyReceiver {
  /** Newest received data of each line, and the numbers of its events in the order of their first arrival. */
  readonly lines = new Map<string, { sequences: number[]; data: PostedEvent['data'] }>()
  readonly faults: string[] = []
  posts = 0
  /** Posts of events that were received before. */
  repeats = 0
  secret = ''
  /** Receives everything from now on. */
  isKind = false
  #port = 0
  #server: Server | undefined
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  get url() {
    return `http://127.0.0.1:${this.#port}/events?from=huanwei`
  }

  /** Listens, again on the port that it had. */
  async open() {
    this.#server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()))
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (typeof address === 'object' && address) this.#port = address.port
  }

  /** Refuses connections, and cuts those that there are. */
  async close() {
    const server = this.#server
    if (!server) return
    this.#server = undefined
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  get isOpen() {
    return this.#server !== undefined
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const mood = this.isKind ? 'thanks' : this.#mood()
    if (mood === 'deaf') return void request.socket.destroy()
    const bytes = await buffer(request)
    if (request.url !== new URL(this.url).pathname + new URL(this.url).search) this.faults.push(`posted to ${request.url}`)
    this.#check(request, bytes)
    const event = PostedEvent.parse(JSON.parse(bytes.toString()))
    this.#checkOrder(event)
    if (moods.received.some((one) => one === mood)) this.#receive(event)
    await this.#reply(mood, response)
  }

  #mood(): Mood {
    return this.#random() < 0.7 ? pick(this.#random, moods.received) : pick(this.#random, moods.refused)
  }

  #check({ headers, url = '' }: IncomingMessage, bytes: Buffer) {
    const text = (name: string) => String(headers[name])
    const signed = { method: 'POST', path: url, timestamp: text('timestamp'), nonce: text('nonce'), bodyHash: hashOf(bytes) }
    if (headers.sign !== hmacOf(this.secret, signed)) this.faults.push('a post with a wrong signature')
  }

  #checkOrder(event: PostedEvent) {
    this.posts++
    const sequences = this.lines.get(lineOf(event))?.sequences ?? []
    if (sequences.includes(event.sequence)) this.repeats++
    else if (event.sequence !== sequences.length + 1)
      this.faults.push(`${lineOf(event)}: ${event.sequence} was posted when ${sequences.length} were received`)
  }

  #receive(event: PostedEvent) {
    const line = this.lines.get(lineOf(event)) ?? { sequences: [], data: {} }
    this.lines.set(lineOf(event), line)
    if (line.sequences.includes(event.sequence)) return
    line.sequences.push(event.sequence)
    line.data = event.data
  }

  async #reply(mood: Mood, response: ServerResponse) {
    if (mood === 'silent') return
    if (mood === 'cut') return void response.destroy()
    if (mood === 'nonsense') return void response.socket?.end('not a word of HTTP\r\n\r\n')
    if (mood === 'slow') await new Promise((passed) => setTimeout(passed, slowMs))
    if (mood === 'endless') return void response.writeHead(200).write('more will come')
    if (mood === 'half') return void response.writeHead(201, { 'content-length': '100' }).end('less', () => response.destroy())
    if (mood === 'broken') return void response.writeHead(500).end('x'.repeat(100_000))
    if (mood === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end()
    if (mood === 'moved') return void response.writeHead(307, { location: '/elsewhere' }).end()
    response.writeHead(204).end()
  }
}
