import { connect } from 'node:net'
import { Assembly } from '@huanwei/terminal/assembly'
import { BadMessage } from '@huanwei/terminal/bad-message'
import { FrameReader } from '@huanwei/terminal/frame'
import type { Header } from '@huanwei/terminal/header'
import { versionOf } from '@huanwei/terminal/header'
import { decodeMessage, encodeMessage, type Message, messageIdOf } from '@huanwei/terminal/message'
import { encodeFrames } from '@huanwei/terminal/splitting'

export type Identity = { terminalNo: string; version2019: boolean }

/** The frames of a message from a terminal; one, unless it is longer than 1000 bytes. */
export function framesOf(identity: Identity, message: Message, serial: number): Buffer[] {
  const header = { ...identity, messageId: messageIdOf(message), serial }
  return encodeFrames(header, encodeMessage(message, versionOf(identity)))
}

export type Link = {
  /** False when what was written before has not left yet, or the connection is not there; then nothing was sent. */
  write(frames: readonly Buffer[]): boolean
  close(): void
}

type Listener = {
  open(): void
  /** A whole message from the platform. `undefined`: one that cannot be read. */
  message(header: Header, message: Message | undefined): void
  /** Once, whoever closed; `reason` is the socket's error when there was one. */
  close(reason: string | undefined): void
}

/** Unsent bytes above which a terminal waits. */
const fullAt = 64 * 1024

/** One TCP connection of a terminal. */
export function openLink({ host, port }: { host: string; port: number }, listener: Listener): Link {
  const socket = connect({ host, port, noDelay: true })
  const reader = new FrameReader()
  let assembly: Assembly | undefined
  let reason: string | undefined
  let isOpen = false

  function take(header: Header, body: Buffer) {
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
    for (const frame of reader.push(chunk)) if (frame.ok) take(frame.header, frame.body)
  })
  socket.on('error', (error) => {
    reason = error.message
  })
  socket.on('close', () => {
    isOpen = false
    listener.close(reason)
  })
  return {
    write(frames) {
      if (!isOpen || socket.writableLength > fullAt) return false
      for (const frame of frames) socket.write(frame)
      return true
    },
    close: () => socket.destroy(),
  }
}
