import { startMedia } from '@huanwei/server/media/media'
import { WebSocketServer } from 'ws'
import { readyWith } from './relay-link.ts'

/** The role `media` alone, in a process of its own: asks its parent for the cameras, and gives a ticket to whoever names one. */

const accountsOf = 50
const log = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error }
const obeyed = { outcome: 'confirmed', result: null } as const

const media = await startMedia({
  host: '127.0.0.1',
  port: 0,
  publicHost: '127.0.0.1',
  log,
  async send(deviceId, command) {
    if (command.kind === 'openVideo') process.send?.({ camera: deviceId })
    return obeyed
  },
  terminalHere: async () => undefined,
  viewersOf: async (tokens) => new Map(tokens.map((token) => [token, token])),
})
let viewers = 0
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket, { url = '' }) => {
  const deviceId = Number(url.slice(1))
  const account = `viewer ${Math.floor(viewers++ / accountsOf)}`
  const camera = { deviceId, terminalNo: String(13_000_000_000 + deviceId), channel: 1, stream: 1 }
  const issued = media.issue({ account, token: account, camera, mayWatch: () => true })
  void media.accept(socket, issued?.ticket ?? '')
})
server.on('listening', () => readyWith(media.port, server.address()))
