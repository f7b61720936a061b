import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { FrameAssembly } from '@huanwei/terminal/pictures/frames'
import type { Packet } from '@huanwei/terminal/pictures/packet'
import { PacketOrder } from '@huanwei/terminal/pictures/packet-order'
import { packetsIn } from '@huanwei/terminal/pictures/packet-reader'
import { terminalKey } from '@huanwei/terminal/wire/header'
import type { Log } from '../position/log.ts'
import type { CameraListener } from './camera-listener.ts'

/** Bytes that the system keeps while the process is busy. */
const receiveBuffer = 4 * 1024 * 1024

type Options = {
  host: string
  /** With 0 one that is free. */
  port: number
  /** As of the camera port. */
  expected(terminalNo: string, channel: number, isOverUdp: true): CameraListener | undefined
  stray?: ((terminalNo: string, channel: number) => void) | undefined
  log: Log
  /** Streams in all, and from one address. */
  limits: { connections: number; ofAddress: number }
}

/** What comes from one address and port of one channel: a connection as far as its listener knows. */
type Session = {
  listener: CameraListener
  terminalNo: string
  address: string
  order: PacketOrder
  assembly: FrameAssembly
  isOpen: boolean
}

/**
 * Listens for the pictures of terminals that send them over UDP. Nothing is kept of a datagram that nobody asked for, and nothing is answered to it. Source: spec
 * 4, IV.5.
 */
export async function startCameraDatagrams({ host, port, expected, stray, log, limits }: Options) {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', recvBufferSize: receiveBuffer })
  const sessions = new Map<string, Session>()

  function noteFault(address: string, error: Error) {
    log.debug({ address, error: error.message }, 'camera lost')
  }

  function end(key: string, session: Session) {
    if (sessions.get(key) === session) sessions.delete(key)
    if (!session.isOpen) return
    session.isOpen = false
    // As a socket tells it: after what is under way.
    queueMicrotask(() => session.listener.closed())
  }

  function hasRoom(address: string) {
    const ofAddress = [...sessions.values()].filter((one) => one.address === address).length
    if (sessions.size < limits.connections && ofAddress < limits.ofAddress) return true
    log.warn({ address }, 'too many streams of cameras over UDP')
    return false
  }

  function open(key: string, listener: CameraListener, { sim }: Packet, { address, port: from }: RemoteInfo) {
    const terminalNo = terminalKey({ terminalNo: sim })
    const made = { order: new PacketOrder(), assembly: new FrameAssembly() }
    const session: Session = { listener, terminalNo, address, ...made, isOpen: true }
    const former = sessions.get(key)
    sessions.set(key, session)
    listener.opened({
      sim,
      isOverUdp: true,
      close: () => end(key, session),
      write: (bytes) => socket.send(bytes, from, address, (error) => error && noteFault(address, error)),
      unsentBytes: () => socket.getSendQueueSize(),
    })
    if (former) end(key, former)
    return session
  }

  /** The session of a packet. One that is asked for again by who has it begins anew; another stream of the channel comes from another port. */
  function sessionOf(key: string, packet: Packet, from: RemoteInfo): Session | undefined {
    const known = sessions.get(key)
    const waiting = expected(known?.terminalNo ?? terminalKey({ terminalNo: packet.sim }), packet.channel, true)
    if (known && (!waiting || waiting.stream !== known.listener.stream)) return known
    return waiting && hasRoom(from.address) ? open(key, waiting, packet, from) : undefined
  }

  socket.on('message', (datagram, from) => {
    for (const packet of packetsIn(datagram)) {
      const key = `${from.address} ${from.port} ${packet.sim} ${packet.channel}`
      const session = sessionOf(key, packet, from)
      if (!session) {
        log.debug({ address: from.address, sim: packet.sim, channel: packet.channel }, 'datagrams that nobody asked for')
        return stray?.(terminalKey({ terminalNo: packet.sim }), packet.channel)
      }
      session.listener.heard(packet.body.length)
      for (const next of session.order.add(packet, Date.now())) {
        const frame = session.assembly.add(next)
        try {
          if (frame && session.isOpen) session.listener.frame(frame)
        } catch (error) {
          log.warn({ address: from.address, sim: packet.sim, channel: packet.channel, error }, 'pictures that cannot be read')
          end(key, session)
        }
      }
    }
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  socket.on('error', (error) => log.error({ error }, 'camera port over UDP'))
  return {
    port: socket.address().port,
    sessions: () => sessions.size,
    async close() {
      for (const [key, session] of sessions) end(key, session)
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}
