import type { z } from 'zod'
import type { Body } from './packed.ts'
import { follow, type Head, type SequenceState } from './sequence.ts'

/** One destination of the socket and what to do with what arrives there. */
export type Channel = {
  destination: string
  /** Called at every (re-)subscription: what follows is a snapshot. */
  begin(): void
  /** Takes one message body; 'resync' asks to subscribe anew. */
  read(body: Body): 'ok' | 'resync'
}

/** A topic of snapshots and patches that are texts of a shape. */
export const sequenced = <M extends Head>(destination: string, shape: z.ZodType<M>, apply: (message: M) => void) =>
  inOrder(destination, (body) => shape.parse(typeof body === 'string' ? JSON.parse(body) : body), apply)

/** A topic of snapshots and patches, parsed at this edge and handed on in order. What does not parse is logged and asks for a snapshot. */
export function inOrder<M extends Head>(destination: string, parse: (body: Body) => M, apply: (message: M) => void): Channel {
  let place: SequenceState
  return {
    destination,
    begin() {
      place = undefined
    },
    read(body) {
      const message = attempt(parse, body)
      if (!message) return 'resync'
      const verdict = follow(place, message)
      if (verdict === 'resync') return 'resync'
      if (verdict === 'apply') {
        place = { epoch: message.epoch, seq: message.seq }
        apply(message)
      }
      return 'ok'
    },
  }
}

function attempt<M>(parse: (body: Body) => M, body: Body): M | undefined {
  try {
    return parse(body)
  } catch (error) {
    console.warn('huanwei: a live message did not parse', error)
    return undefined
  }
}
