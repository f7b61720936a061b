import { createServer, type Socket } from 'node:net'
import { FrameAssembly } from '@huanwei/terminal/pictures/frames'
import { PacketReader } from '@huanwei/terminal/pictures/packet-reader'
import { terminalKey } from '@huanwei/terminal/wire/header'
import { listenOn } from '../lib/listen-on.ts'
import type { Log } from '../position/log.ts'
import { startCameraDatagrams } from './camera-datagrams.ts'
import type { CameraListener } from './camera-listener.ts'

const defaultLimits = {
  connections: 5000,
  /** Of one address; terminals behind one operator's gateway share it. As many streams over UDP again. */
  ofAddress: 500,
  /** Time from the opening of a connection to its first packet, ms. */
  openingMs: 10_000,
  /** Bytes without any packet before a connection is closed. */
  garbage: 64 * 1024,
}
export type CameraLimits = typeof defaultLimits

type Options = {
  host: string
  /** Undefined where another process has the cameras. */
  port: number | undefined
  /** Returns who asked this channel of this terminal and waits for it, over UDP or over TCP; undefined for nobody: the connection is closed. */
  expected(terminalNo: string, channel: number, isOverUdp: boolean): CameraListener | undefined
  /** Called for what comes over UDP and nobody waits for. */
  stray?(terminalNo: string, channel: number): void
  log: Log
  limits?: Partial<CameraLimits> | undefined
}

/** Listens for the pictures of terminals, over TCP and over UDP at the same port. Source: spec 4, IV.5. */
export async function startCameraPort({ host, port, expected, stray, log, ...options }: Options) {
  const limits = { ...defaultLimits, ...options.limits }
  const sockets = new Set<Socket>()
  const byAddress = new Map<string, number>()

  function accept(socket: Socket) {
    const address = socket.remoteAddress ?? ''
    const count = (byAddress.get(address) ?? 0) + 1
    if (count > limits.ofAddress) {
      log.warn({ address }, 'too many connections of cameras from one address')
      return socket.destroy()
    }
    byAddress.set(address, count)
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      const left = (byAddress.get(address) ?? 1) - 1
      if (left) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    receive(socket, { expected, log, limits })
  }

  const server = createServer({ noDelay: true }, accept)
  server.maxConnections = limits.connections
  const listening = await listenOn(server, host, port)
  server.on('error', (error) => log.error({ error }, 'camera port'))
  // A port of 0 is any: the one that TCP got may be taken.
  const datagrams = port === undefined ? undefined : await startCameraDatagrams({ host, port, expected, stray, log, limits })
  return {
    port: listening,
    udpPort: datagrams?.port ?? 0,
    connections: () => sockets.size + (datagrams?.sessions() ?? 0),
    async close() {
      await datagrams?.close()
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Reads one connection: its first packet says whose it is, and it stays of that channel. */
function receive(socket: Socket, { expected, log, limits }: Pick<Options, 'expected' | 'log'> & { limits: CameraLimits }) {
  const reader = new PacketReader()
  const assembly = new FrameAssembly()
  let owner: { listener: CameraListener; sim: string; channel: number } | undefined
  const late = setTimeout(() => socket.destroy(), limits.openingMs)

  function ownerOf(sim: string, channel: number) {
    clearTimeout(late)
    const listener = expected(terminalKey({ terminalNo: sim }), channel, false)
    if (!listener) return undefined
    listener.opened({
      sim,
      close: () => socket.destroy(),
      write: (bytes) => void socket.write(bytes),
      unsentBytes: () => socket.writableLength,
    })
    return { listener, sim, channel }
  }

  socket.on('data', (chunk) => {
    const skippedBefore = reader.skippedBytes
    const packets = reader.push(chunk)
    for (const packet of packets) {
      owner ??= ownerOf(packet.sim, packet.channel)
      if (owner?.sim !== packet.sim || owner.channel !== packet.channel) {
        log.debug({ address: socket.remoteAddress, sim: packet.sim, channel: packet.channel }, 'pictures that nobody asked for')
        return socket.destroy()
      }
      const frame = assembly.add(packet)
      try {
        if (frame) owner.listener.frame(frame)
      } catch (error) {
        log.warn(
          { address: socket.remoteAddress, sim: packet.sim, channel: packet.channel, error },
          'pictures that cannot be read',
        )
        socket.destroy()
      }
      if (socket.destroyed) return
    }
    owner?.listener.heard(chunk.length)
    if (packets.length) reader.skippedBytes = 0
    else if (reader.skippedBytes > Math.max(skippedBefore, limits.garbage)) socket.destroy()
  })
  socket.on('error', (error) => log.debug({ address: socket.remoteAddress, error }, 'camera lost'))
  socket.on('close', () => {
    clearTimeout(late)
    owner?.listener.closed()
  })
}
