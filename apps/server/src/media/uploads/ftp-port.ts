import { mkdir, rm } from 'node:fs/promises'
import { createServer, isIPv4, type Socket } from 'node:net'
import { listenOn } from '../../lib/listen-on.ts'
import type { Log } from '../../position/log.ts'
import { createDataPorts } from './data-ports.ts'
import { type FileLimits, FileUpload, fileLimits, type UploadOrder } from './file-upload.ts'
import { FtpSession } from './ftp-session.ts'

/** Connections in all, and of one address: terminals behind one operator's gateway share it. */
const [mostInAll, mostOfAddress] = [200, 32]
/** Ports after that of the log-in, on which the bytes of files come. */
export const dataPorts = 32
/** Time to log in, silence, and the longest that one connection may last, ms. */
const [loginMs, idleMs, wholeMs] = [20_000, 300_000, 4 * 3_600_000]

type Options = {
  host: string
  /** 0 for any; then the bytes come on any port, too. Undefined where another process takes the uploads. */
  port: number | undefined
  /** Address that terminals are told; empty: the one at which they reach this port. */
  publicHost: string
  /** Where files are while they come; what an earlier process left there is removed. */
  folder: string
  log: Log
  limits?: Partial<FileLimits> | undefined
}

export type FtpPort = Awaited<ReturnType<typeof startFtpPort>>

/** An FTP server for terminals that were asked to upload what they have recorded, and for nobody else. Source: spec 4, IV.5, 0x9206. */
export async function startFtpPort({ host, port, publicHost, folder, log, limits }: Options) {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const uploads = new Map<string, FileUpload>()
  const sessions = new Map<Socket, Promise<void>>()
  const data = createDataPorts(host, port ? port + 1 : 0, dataPorts)

  function uploadOf(user: string, password: string) {
    const upload = uploads.get(user)
    return upload?.isPassword(password) ? upload : undefined
  }

  async function serve(socket: Socket) {
    const session = new FtpSession({
      socket,
      uploadOf,
      openData: () => data.open(socket.remoteAddress),
      ownAddress: () => [publicHost, socket.localAddress?.replace(/^::ffff:/, '') ?? ''].find((one) => isIPv4(one)),
    })
    const late = setTimeout(() => session.upload ?? socket.destroy(), loginMs)
    const over = setTimeout(() => socket.destroy(), wholeMs)
    socket.setTimeout(idleMs, () => session.isReceiving || socket.destroy())
    socket.on('close', () => session.end())
    try {
      await session.run()
    } finally {
      clearTimeout(late)
      clearTimeout(over)
      session.end()
      session.upload?.lines.delete(socket)
      socket.destroySoon()
    }
  }

  function accept(socket: Socket) {
    const address = socket.remoteAddress
    const own = [...sessions.keys()].filter((one) => one.remoteAddress === address)
    if (own.length >= mostOfAddress) return socket.destroy()
    socket.on('error', () => undefined)
    const serving = serve(socket).catch((error: Error) => {
      if (socket.errored || socket.destroyed) log.debug({ address, error }, 'an upload broke off')
      else log.error({ address, error }, 'an upload could not be taken')
    })
    sessions.set(socket, serving)
    void serving.then(() => sessions.delete(socket))
    return undefined
  }

  const server = createServer(accept)
  server.maxConnections = mostInAll
  const listening = await listenOn(server, host, port)
  server.on('error', (error) => log.error({ error }, 'port of uploads'))
  return {
    port: listening,
    /** Lets a terminal upload from now on; what came of it before stays. */
    expect(order: UploadOrder) {
      if (!uploads.has(order.user)) uploads.set(order.user, new FileUpload(order, folder, { ...fileLimits, ...limits }))
    },
    /** What has come of an upload; `isOn` while its terminal is connected. Undefined when it is not expected. */
    stateOf(user: string) {
      const upload = uploads.get(user)
      return upload && { bytes: upload.receivedBytes, files: upload.wholeFiles, isOn: upload.lines.size > 0 }
    },
    /** Takes nothing more of this upload, and removes what came in part. */
    async forget(user: string) {
      const upload = uploads.get(user)
      uploads.delete(user)
      await upload?.drop()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sessions.keys()) socket.destroy()
      await closed
      await Promise.all(sessions.values())
    },
  }
}
