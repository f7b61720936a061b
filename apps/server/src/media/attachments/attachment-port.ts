import { mkdir, rm, statfs } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { AttachmentReader } from '@huanwei/terminal/attachments/attachment-reader'
import type { AttachmentList } from '@huanwei/terminal/messages/attachments'
import { BadMessage } from '@huanwei/terminal/wire/bad-message'
import { listenOn } from '../../lib/listen-on.ts'
import type { Log } from '../../position/log.ts'
import { AlarmUpload, type AttachmentOrder, BadUpload, type UploadLimits, uploadLimits } from './alarm-upload.ts'
import { AttachmentLine } from './attachment-line.ts'

const lineLimits = {
  connections: 1000,
  /** Of one address; terminals behind one operator's gateway share it. */
  ofAddress: 64,
  /** Time from the opening of a connection to the list of files, ms. */
  openingMs: 10_000,
  /** Silence after which a connection is closed, ms. */
  idleMs: 30_000,
  /** The longest that one connection may last, ms. */
  wholeMs: 900_000,
  /** Bytes that are neither message nor file before a connection is closed. */
  garbage: 64 * 1024,
  /** Announced bytes of all files that are being received. */
  heldBytes: 1024 * 1024 * 1024,
  /** Room that is left free on the disk, bytes. */
  leastRoom: 256 * 1024 * 1024,
}
export type AttachmentLimits = typeof lineLimits & UploadLimits

type Options = {
  host: string
  /** Undefined where another process takes the files. */
  port: number | undefined
  /** Where files are while they come; what an earlier process left there is removed. */
  folder: string
  log: Log
  limits?: Partial<AttachmentLimits> | undefined
}

export type AttachmentPort = Awaited<ReturnType<typeof startAttachmentPort>>

/** Listens for the files of alarms that terminals were asked for. Source: spec 4, IV.6. */
export async function startAttachmentPort({ host, port, folder, log, ...options }: Options) {
  const limits = { ...lineLimits, ...uploadLimits, ...options.limits }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const uploads = new Map<string, AlarmUpload>()
  /** The connection on which an alarm's files come. */
  const lines = new Map<AlarmUpload, Socket>()
  const admitted = countByAddress(limits.ofAddress)
  /** Open connections, each with the end of its work. */
  const sockets = new Map<Socket, Promise<void>>()

  /** The upload that this terminal may begin, which it then has on this connection alone. */
  async function uploadOf({ alarmNumber, mark }: AttachmentList, terminalNo: string, socket: Socket) {
    const upload = uploads.get(alarmNumber)
    if (upload?.order.terminalNo !== terminalNo || upload.order.mark !== mark) return undefined
    for (let before = lines.get(upload); before && before !== socket; before = lines.get(upload)) {
      before.destroy()
      await sockets.get(before)
    }
    lines.set(upload, socket)
    return upload
  }

  async function serve(socket: Socket) {
    const reader = new AttachmentReader()
    const line = new AttachmentLine(socket, (list, terminalNo) => uploadOf(list, terminalNo, socket))
    const late = setTimeout(() => line.upload ?? socket.destroy(), limits.openingMs)
    const over = setTimeout(() => socket.destroy(), limits.wholeMs)
    socket.setTimeout(limits.idleMs, () => socket.destroy())
    try {
      for await (const chunk of socket) {
        for (const piece of reader.push(chunk)) {
          if (socket.destroyed) return
          await line.take(piece)
        }
        if (reader.skippedBytes > limits.garbage) throw new BadUpload('bytes that mean nothing')
        if (line.upload && !(await hasRoom(uploads.values(), folder, limits))) throw new BadUpload('no room')
      }
    } finally {
      clearTimeout(late)
      clearTimeout(over)
      if (line.upload && lines.get(line.upload) === socket) {
        lines.delete(line.upload)
        await line.upload.pause()
      }
      socket.destroy()
    }
  }

  function accept(socket: Socket) {
    const address = socket.remoteAddress ?? ''
    if (!admitted.add(address, socket)) {
      log.warn({ address }, 'too many connections with files of alarms from one address')
      return socket.destroy()
    }
    socket.on('error', () => undefined)
    const serving = serve(socket).catch((error: Error) => {
      const isExpected = error instanceof BadUpload || error instanceof BadMessage || isConnectionLoss(error)
      if (isExpected) log.debug({ address, error }, 'files of an alarm broken off')
      else log.error({ address, error }, 'files of an alarm could not be stored')
    })
    sockets.set(socket, serving)
    void serving.then(() => sockets.delete(socket))
  }

  const server = createServer(accept)
  server.maxConnections = limits.connections
  const listening = await listenOn(server, host, port)
  server.on('error', (error) => log.error({ error }, 'port of the files of alarms'))
  return {
    port: listening,
    connections: () => sockets.size,
    /** Lets the terminal send the files of this alarm from now on; what came of them before stays. */
    expect(order: AttachmentOrder) {
      if (!uploads.has(order.alarmNumber)) uploads.set(order.alarmNumber, new AlarmUpload(order, folder, limits))
    },
    /** True while files of this alarm come. */
    isOn(alarmNumber: string) {
      const upload = uploads.get(alarmNumber)
      return upload !== undefined && lines.has(upload)
    },
    /** Takes nothing more of this alarm, and removes what came in part. */
    async forget(alarmNumber: string) {
      const upload = uploads.get(alarmNumber)
      if (!upload) return
      uploads.delete(alarmNumber)
      lines.get(upload)?.destroySoon()
      lines.delete(upload)
      await upload.drop()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets.keys()) socket.destroy()
      await closed
      await Promise.all(sockets.values())
      for (const upload of uploads.values()) await upload.drop()
    },
  }
}

const isConnectionLoss = (error: Error) =>
  'code' in error && ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ECONNABORTED'].includes(String(error.code))

/** Counts open connections of each address. */
function countByAddress(most: number) {
  const counts = new Map<string, number>()
  return {
    /** False when the address has too many. */
    add(address: string, socket: Socket) {
      const count = (counts.get(address) ?? 0) + 1
      if (count > most) return false
      counts.set(address, count)
      socket.on('close', () => {
        const left = (counts.get(address) ?? 1) - 1
        if (left) counts.set(address, left)
        else counts.delete(address)
      })
      return true
    },
  }
}

type Room = Pick<AttachmentLimits, 'heldBytes' | 'leastRoom'>

/** True while the uploads hold no more than they may, and the disk has room. */
async function hasRoom(uploads: Iterable<AlarmUpload>, folder: string, { heldBytes, leastRoom }: Room) {
  const held = Array.from(uploads, (one) => one.heldBytes).reduce((all, bytes) => all + bytes, 0)
  const { bavail, bsize } = await statfs(folder)
  return held < heldBytes && bavail * bsize > leastRoom
}
