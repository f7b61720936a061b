import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import type { Answer } from '../position/ingest/pending-commands.ts'
import type { Command } from '../position/link.ts'

/** How a terminal takes commands: it obeys, is away, refuses, or says yes and sends nothing. */
export const moods = ['obeys', 'offline', 'refuses', 'forgets'] as const
export type Mood = (typeof moods)[number]
/** What an open line does wrong. */
export const faults = ['drop', 'freeze', 'noKey', 'garbage', 'stranger'] as const
export type Fault = (typeof faults)[number]

type Line = { socket: Socket; key: string; does: 'well' | 'freeze' | 'noKey' | 'garbage' }
type OpenVideo = Extract<Command, { kind: 'openVideo' }>

const pictureMs = 20
const picturesPerKey = 10
/** Time for which a stream may be on twice, ms: a busy machine closes late. */
const longestTwiceMs = 10_000
const garbage = Buffer.alloc(16 * 1024, 7)

/** For tests: the cameras of one terminal on real sockets; they send pictures well or badly, and count what is asked for twice. */
export class SimulatedTerminal {
  mood: Mood = 'obeys'
  /** Streams that it has begun to send. */
  opened = 0
  /** Streams that were asked for although they were on, and stayed on. */
  readonly twice: string[] = []
  readonly #terminalNo: string
  readonly #lines = new Set<Line>()

  constructor(terminalNo: string) {
    this.#terminalNo = terminalNo
  }

  /** Streams that it sends right now. */
  get lines(): number {
    return this.#lines.size
  }

  /** How often a stream is sent right now. */
  on(channel: number, stream: number): number {
    return this.#linesOf(`${channel} ${stream}`).length
  }

  /** Does what the platform says. */
  async send(command: Command): Promise<Answer> {
    if (this.mood === 'offline') return { outcome: 'offline', result: null }
    if (this.mood === 'refuses') return { outcome: 'refused', result: 1 }
    if (command.kind === 'openVideo' && this.mood === 'obeys') this.#open(command)
    if (command.kind === 'closeVideo') this.#close(`${command.channel} ${command.stream}`)
    if (command.kind === 'switchStream') this.#switch(command)
    return { outcome: 'confirmed', result: 0 }
  }

  /** Lets all lines do something wrong; one that nobody asked for comes from a `stranger`. */
  misbehave(fault: Fault, port: number) {
    if (fault === 'stranger') return this.#sendTo({ host: '127.0.0.1', port, channel: 9, stream: 1 }, 'stranger')
    for (const line of this.#lines) {
      if (fault === 'drop') line.socket.destroy()
      else line.does = fault
    }
  }

  behave() {
    this.mood = 'obeys'
    for (const line of this.#lines) line.does = 'well'
  }

  #switch({ channel, stream }: { channel: number; stream: number }) {
    for (const line of this.#lines) if (line.key.startsWith(`${channel} `)) line.key = `${channel} ${stream}`
  }

  #close(key: string) {
    for (const { socket } of this.#linesOf(key)) socket.destroy()
  }

  #open({ host, port, channel, stream }: OpenVideo) {
    this.opened++
    const key = `${channel} ${stream}`
    this.#sendTo({ host: host || '127.0.0.1', port, channel, stream }, key)
    void this.#watch(key)
  }

  /** A line that the server closes may not know it for a while, as may one that came too late. */
  async #watch(key: string) {
    for (let waited = 0; this.#linesOf(key).length > 1; waited += pictureMs) {
      if (waited > longestTwiceMs) return this.twice.push(`${this.#terminalNo} ${key}`)
      await pause(pictureMs)
    }
  }

  #linesOf(key: string) {
    return [...this.#lines].filter((line) => line.key === key)
  }

  #sendTo({ host, port, channel }: Pick<OpenVideo, 'host' | 'port' | 'channel' | 'stream'>, key: string) {
    const socket = connect(port, host)
    const line: Line = { socket, key, does: 'well' }
    this.#lines.add(line)
    let sequence = 0
    let count = 0
    const sending = setInterval(() => {
      if (line.does === 'freeze') return
      if (line.does === 'garbage') return socket.write(garbage)
      const isKey = count++ % picturesPerKey === 0
      if (isKey && line.does === 'noKey') return
      const head = { codec: Codec.h264, sim: this.#terminalNo.padStart(12, '0'), channel, timestamp: Date.now() }
      const kind = isKey ? PacketKind.intra : PacketKind.predicted
      const data = isKey ? keyFrame : otherFrame
      for (const packet of packetsOf({ ...head, kind, sequence: sequence++ & 0xffff, sinceKey: 0, sinceLast: pictureMs, data }))
        socket.write(encodePacket(packet))
    }, pictureMs)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(sending)
      this.#lines.delete(line)
    })
  }
}

const startCode = [0, 0, 0, 1]
export const keyFrame = Buffer.from([...startCode, 0x67, 0x42, 0, 0x1e, 1, ...startCode, 0x68, 1, 2, ...startCode, 0x65, 9, 9, 9])
export const otherFrame = Buffer.from([...startCode, 0x41, 7, 7, 7])
