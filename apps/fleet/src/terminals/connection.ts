import { connect } from 'node:net'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/messages/message'
import { Assembly } from '@huanwei/terminal/wire/assembly'
import { BadMessage } from '@huanwei/terminal/wire/bad-message'
import { FrameReader } from '@huanwei/terminal/wire/frame'
import type { Header } from '@huanwei/terminal/wire/header'
import { versionOf } from '@huanwei/terminal/wire/header'
import { encodeFrames } from '@huanwei/terminal/wire/splitting'

export type Identity = { terminalNo: string; version2019: boolean }

/** The frames of a message from a terminal: one, unless its body is longer than 1000 bytes. */
export function framesOf(identity: Identity, message: Message, serial: number): Buffer[] {
  const header = { ...identity, messageId: messageIdOf(message), serial }
  return encodeFrames(header, encodeMessage(message, versionOf(identity)))
}

export type Connection = {
  /** Writes frames. False when earlier bytes are still unsent or the socket is closed; then nothing was sent. */
  write(frames: readonly Buffer[]): boolean
  close(): void
}

type Listener = {
  open(): void
  /** A whole message from the platform; undefined for one that cannot be decoded. */
  message(header: Header, message: Message | undefined): void
  /** Called once, whichever side closed; `reason` is the socket's error if any. */
  close(reason: string | undefined): void
}

/** Unsent bytes above which a terminal waits. */
const highWaterMark = 64 * 1024

/** Opens one TCP connection of a terminal. */
export function openConnection({ host, port }: { host: string; port: number }, listener: Listener): Connection {
  const socket = connect({ host, port, noDelay: true })
  const reader = new FrameReader()
  let assembly: Assembly | undefined
  let socketError: string | undefined
  let isOpen = false

  function receive(header: Header, body: Buffer) {
    if (header.total !== undefined) assembly ??= new Assembly({ maxSets: 2, maxBytes: 64 * 1024 })
    try {
      const whole = assembly ? assembly.add(header, body, Date.now()) : { header, body }
      if (whole) listener.message(whole.header, decodeMessage(whole.header, whole.body))
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error
      listener.message(header, undefined)
    }
  }

  socket.on('connect', () => {
    isOpen = true
    listener.open()
  })
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) if (frame.ok) receive(frame.header, frame.body)
  })
  socket.on('error', (error) => {
    socketError = error.message
  })
  socket.on('close', () => {
    isOpen = false
    listener.close(socketError)
  })
  return {
    write(frames) {
      if (!isOpen || socket.writableLength > highWaterMark) return false
      for (const frame of frames) socket.write(frame)
      return true
    },
    close: () => socket.destroy(),
  }
}
