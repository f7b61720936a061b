import type { z } from 'zod'
import { follow, type Head, type Place } from './sequence.ts'

/** One destination of the socket and what to do with what arrives there. */
export type Channel = {
  destination: string
  /** Called at every (re-)subscription: what follows is a snapshot. */
  begin(): void
  /** Takes one message body; 'resync' asks to subscribe anew. */
  read(body: string): 'ok' | 'resync'
}

/** A topic of snapshots and patches, parsed at this edge and handed on in order. What does not parse is logged and asks for a snapshot. */
export function sequenced<M extends Head>(destination: string, shape: z.ZodType<M>, apply: (message: M) => void): Channel {
  let place: Place
  return {
    destination,
    begin() {
      place = undefined
    },
    read(body) {
      const message = parse(body, shape)
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

function parse<M>(body: string, shape: z.ZodType<M>): M | undefined {
  try {
    return shape.parse(JSON.parse(body))
  } catch (error) {
    console.warn('huanwei: a live message did not parse', error)
    return undefined
  }
}
