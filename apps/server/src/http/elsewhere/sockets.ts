import type { FastifyRequest } from 'fastify'
import WebSocket from 'ws'
import { z } from 'zod'
import { type Elsewhere, elsewhere, headersOnward, type Places } from './place.ts'

/** Bytes that wait for a slow reader before the other side is not read any more, and until it is read again. */
const [mostUnsent, fewUnsent] = [256 * 1024, 64 * 1024]

const Named = z.object({ tenant: z.coerce.number().int().catch(0) })

/** Interval of looks at which organisations are still this process's, ms. */
const lookMs = 1000
/** Time for which a socket stays all the same, ms: who passed it on may know earlier that the other process is gone. */
const graceMs = 6000
const goingAway = 1001

/**
 * Accepts sockets, whose address names the organisation as `tenant`, in the process that has it: here, or joined to that one. They are closed when another
 * process has it: who comes again is joined to that one.
 */
export function acceptInPlace(places: Places, accept: (socket: WebSocket, request: FastifyRequest) => void) {
  const accepted = new Map<WebSocket, { tenant: number; since: number }>()
  let looking: NodeJS.Timeout | undefined

  function look() {
    const tenants = new Set(Array.from(accepted.values(), ({ tenant }) => tenant))
    const moved = new Set([...tenants].filter((tenant) => places.of(tenant)))
    const before = Date.now() - graceMs
    for (const [socket, { tenant, since }] of accepted) if (moved.has(tenant) && since < before) socket.close(goingAway)
  }
  return (socket: WebSocket, request: FastifyRequest) => {
    const { tenant } = Named.parse(request.query)
    const place = elsewhere(places, tenant, request)
    if (place) return passSocketOn(socket, request, place)
    accepted.set(socket, { tenant, since: Date.now() })
    looking ??= setInterval(look, lookMs)
    socket.on('close', () => {
      accepted.delete(socket)
      if (accepted.size) return
      clearInterval(looking)
      looking = undefined
    })
    accept(socket, request)
  }
}

/** Joins a socket to the same path of another process, until one of the two ends. */
function passSocketOn(socket: WebSocket, request: FastifyRequest, place: Elsewhere) {
  const { address } = place
  const path = address.replace(/^http/, 'ws') + request.url
  const onward = new WebSocket(path, { headers: headersOnward(request, place), perMessageDeflate: false, autoPong: false })
  onward.on('error', (error) => {
    request.log.warn({ address, error }, 'a socket could not be passed on')
    place.noteFault(error)
  })
  socket.on('error', () => socket.terminate())
  // Until the other process is there.
  socket.pause()
  onward.once('open', () => socket.resume())
  join(socket, onward)
  join(onward, socket)
  // Whether the browser is alive is asked, and seen, by the other process.
  onward.on('ping', (data) => socket.readyState === socket.OPEN && socket.ping(data))
  socket.on('pong', (data) => onward.readyState === onward.OPEN && onward.pong(data))
}

function join(from: WebSocket, to: WebSocket) {
  from.on('message', (data, isBinary) => {
    if (to.readyState !== to.OPEN) return
    to.send(data as Buffer, { binary: isBinary }, () => {
      if (from.isPaused && to.bufferedAmount < fewUnsent) from.resume()
    })
    if (to.bufferedAmount > mostUnsent) from.pause()
  })
  from.on('close', (code, reason) => {
    // One that is not read does not hear that it is closed.
    to.resume()
    if (to.readyState === to.CONNECTING) to.terminate()
    // 1005 and 1006 stand for no code, and may not be sent.
    else if (code === 1005 || code === 1006) to.close(code === 1005 ? 1000 : 1001)
    else to.close(code, reason)
  })
}
