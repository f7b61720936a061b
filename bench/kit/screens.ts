/**
 * Screens on one topic of the live channel, as a program: `node screens.ts URL TOPIC AMOUNT`. They read what they are sent and parse nothing, and they
 * are a process of their own: their users have processors of their own. Writes a line to its output when all have their snapshot, and one to its errors
 * for each that is closed.
 */
import { connect } from 'node:net'
import { tokenOf } from './seed-log-ins.ts'

/** Screens that are opened at a time. */
const together = 100
/** Shared by all sockets, which are read one after the other. */
const readBuffer = Buffer.allocUnsafe(64 * 1024)

const [url = '', topic = '', amount = ''] = process.argv.slice(2)
const { hostname, port, host } = new URL(url)

const upgrade = `GET /act/ws HTTP/1.1\r\nhost: ${host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`

/** A WebSocket frame of a client with a short text; the mask is zeros. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text)
  if (body.length > 125) throw new RangeError(`${body.length} bytes in a short frame`)
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body])
}

/** Resolves when a screen with this token has its snapshot. */
function open(token: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let beginning: string | undefined = ''
  const callback = (length: number) => {
    if (beginning === undefined) return true
    const isUpgraded = beginning.includes('\r\n\r\n')
    beginning += readBuffer.toString('latin1', 0, length)
    if (!isUpgraded && beginning.includes('\r\n\r\n')) {
      socket.write(textFrame(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`))
      socket.write(textFrame(`SUBSCRIBE\nid:0\ndestination:${topic}\n\n\0`))
    }
    if (!beginning.includes('"type":"snapshot"')) return true
    beginning = undefined
    resolve()
    return true
  }
  const socket = connect({ port: Number(port), host: hostname, onread: { buffer: readBuffer, callback } })
  socket.on('connect', () => socket.write(upgrade))
  socket.on('error', reject)
  socket.on('close', () => {
    console.error(`a screen was closed ${beginning === undefined ? 'after' : 'before'} its snapshot`)
    reject(new Error(beginning))
  })
  return promise
}

for (let opened = 0; opened < Number(amount); opened += together)
  await Promise.all(Array.from({ length: together }, (_, i) => open(tokenOf(opened + i))))
console.log('open')
