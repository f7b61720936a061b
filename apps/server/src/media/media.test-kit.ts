import { connect } from 'node:net'
import { MessageId, ReplyResult } from '@huanwei/terminal/messages/ids'
import type { PlayVideo } from '@huanwei/terminal/messages/playback'
import type { OpenVideo } from '@huanwei/terminal/messages/video'
import { packetsOf } from '@huanwei/terminal/pictures/frames'
import { Codec, encodePacket, PacketKind } from '@huanwei/terminal/pictures/packet'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, vi } from 'vitest'
import { WebSocket } from 'ws'
import { readConfig } from '../config.ts'
import { dial } from '../position/ingest/terminal.test-kit.ts'
import { type Ingest, startIngest } from '../position/link.ts'
import { addVehicle, startTestServer } from '../test-kit.ts'

const terminalNo = '13900000001'

/** For tests: a server with a gateway, a vehicle with two cameras of which the second is hidden, and its terminal on a socket. */
export function mediaKit(settings: Record<string, string> = {}) {
  let server: Awaited<ReturnType<typeof startTestServer>>
  let ingest: Ingest
  let app: (typeof server)['app']
  let web: string
  let vehicleId: number
  let deviceId: number
  let terminal: Awaited<ReturnType<typeof dial>>

  beforeAll(async () => {
    server = await startTestServer(settings, undefined, async ({ DATA_DIR }, { addresses }) => {
      const config = readConfig({ JT808_PORT: '0', DEMO: 'off', LOG_LEVEL: 'error', DATA_DIR })
      ingest = await startIngest({ config, addresses, log: console })
      return ingest
    })
    app = server.app
    web = (await app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
    ;({ vehicleId, deviceId } = await addVehicle(server.db, { terminalNo }))
    await server.db.owner.query('update vehicle set vehicle_camera = 2, hide_channel = $1 where id = $2', [[2], vehicleId])
    await vi.waitUntil(() => server.latest.vehicles.of(1).get(vehicleId)?.vehicleCamera === 2, 60_000)
    terminal = await dial(ingest.port, terminalNo)
    await terminal.open()
  })
  afterAll(async () => {
    terminal.close()
    await server.close()
    await ingest.close()
  })

  /** Calls as this person, about the first channel of the vehicle unless `input` says else. */
  async function call(username: string, method: 'GET' | 'POST' | 'PUT', url: string, input: object = {}, tenantId = 1) {
    const { token } = await server.login(username, tenantId)
    const headers = { authorization: `Bearer ${token.access_token}` }
    const payload = { vehicleId, channel: 1, ...input }
    const reply = await app.inject({ method, url, headers, ...(method === 'GET' ? { query: textsOf(payload) } : { payload }) })
    return { status: reply.statusCode, data: reply.json().data, headers }
  }

  /** Answers the next command to send live or recorded pictures; the returned camera sends a frame at each call. */
  async function openCamera(id: typeof MessageId.openVideo | typeof MessageId.playVideo = MessageId.openVideo, channel = 1) {
    const { header, message } = await terminal.next((one) => one.message.id === id)
    const asked = message as OpenVideo | PlayVideo
    terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: id, result: ReplyResult.ok })
    const socket = connect(asked.tcpPort, asked.host).on('error', () => undefined)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    let sequence = 0
    function send(isKey: boolean, timestamp = 1000 + sequence * 80) {
      const kind = isKey ? PacketKind.intra : PacketKind.predicted
      const head = { codec: Codec.h264, sim: terminalNo.padStart(12, '0'), channel, timestamp }
      const data = isKey ? keyFrame : otherFrame
      for (const packet of packetsOf({ ...head, kind, sequence: sequence++, sinceKey: 0, sinceLast: 80, data }))
        socket.write(encodePacket(packet))
    }
    /** `samples`: of A-law. */
    function sound(timestamp: number, samples: Buffer, codec: number = Codec.g711a) {
      const head = { codec, sim: terminalNo.padStart(12, '0'), channel, timestamp, kind: PacketKind.sound }
      for (const packet of packetsOf({ ...head, sequence: sequence++, sinceKey: 0, sinceLast: 0, data: samples }))
        socket.write(encodePacket(packet))
    }
    return { send, sound, closed, asked, close: () => socket.destroy() }
  }

  return {
    get: (url: string, headers: Record<string, string>) => app.inject({ url, headers }),
    ask: (username: string, input: object = {}, tenantId = 1) => call(username, 'POST', '/admin/video/ticket', input, tenantId),
    call,
    /** Calls without a log-in, about the first channel of the vehicle unless `input` says else. */
    post: (url: string, input: object) => post(app, url, { vehicleId, channel: 1, ...input }),
    watch: (url: string) => watchAt(web + url),
    openCamera,
    /** Sends the terminal a command; how it answered. */
    send: (command: Parameters<Ingest['send']>[1]) => ingest.send(deviceId, command),
    /** Answers the next command of this kind; what it was. */
    answerNext: (id: number, result?: ReplyResult) => answerNext(terminal, id, result),
    query: (sql: string, values: unknown[] = []) => server.db.owner.query(sql, values),
    logOut: (headers: Record<string, string>) => app.inject({ method: 'DELETE', url: '/auth/token/logout', headers }),
    db: () => server.db,
    server: () => server,
    terminal: () => terminal,
    /** Address of the server's sockets. */
    web: () => web,
    terminalNo,
    vehicleId: () => vehicleId,
  }
}

/** Tag types and frame kinds of what a viewer got: `key`, `other`, `description`; and its texts. */
export function watchAt(url: string) {
  const socket = new WebSocket(url)
  const pictures: string[] = []
  /** Of the tags of pictures, ms. */
  const times: number[] = []
  const statuses: {
    state: string
    reason?: string
    time?: string
    hasSound?: boolean
    unheard?: string
    stream?: string
    unswitched?: string
  }[] = []
  const sounds: { time: number; code: number | undefined; samples: Buffer }[] = []
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return statuses.push(JSON.parse(String(data)))
    if (data[0] === soundTagType)
      return sounds.push({ time: data.readUIntBE(4, 3), code: data[11], samples: data.subarray(12, -4) })
    if (data[0] === pictureTagType) times.push(data.readUIntBE(4, 3))
    return pictures.push(kindOf(data))
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, pictures, times, sounds, statuses, closed }
}

async function answerNext(terminal: Awaited<ReturnType<typeof dial>>, id: number, result: ReplyResult = ReplyResult.ok) {
  const { header, message } = await terminal.next((one) => one.message.id === id)
  terminal.send({ id: MessageId.terminalReply, replySerial: header.serial, replyId: id, result })
  return message
}

async function post(app: FastifyInstance, url: string, payload: object) {
  const reply = await app.inject({ method: 'POST', url, payload })
  return { status: reply.statusCode, data: reply.json().data }
}

/** Kind of a message with pictures. */
function kindOf(data: Buffer) {
  if (data.subarray(0, 3).toString() === 'FLV') return 'header'
  return data[12] === 0 ? 'description' : (data[11] ?? 0) >> 4 === 1 ? 'key' : 'other'
}

const textsOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])))

/** Of FLV. */
const [soundTagType, pictureTagType] = [8, 9]
const startCode = [0, 0, 0, 1]
const keyFrame = Buffer.from([...startCode, 0x67, 0x42, 0, 0x1e, 1, ...startCode, 0x68, 1, 2, ...startCode, 0x65, 9, 9, 9])
const otherFrame = Buffer.from([...startCode, 0x41, 7, 7, 7])
