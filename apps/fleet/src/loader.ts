import { MessageId, ReplyResult } from '@huanwei/terminal/ids'
import { locationTemplate } from './frame-template.ts'
import { introduction } from './introduction.ts'
import { framesOf, openLink } from './link.ts'

/** One terminal of a load. */
export type Loader = {
  /** Sends the next location; false when as many as the window holds wait for their acknowledgement, or the connection is lost. */
  send(): boolean
  close(): void
}

type Options = {
  host: string
  port: number
  terminalNo: string
  /** Micro-degrees around which it stays. */
  lng: number
  lat: number
  window: number
  /** Told of every acknowledged location: serial, device time (epoch s), ms from sending to acknowledgement. */
  acknowledged(serial: number, second: number, latency: number): void
  lost(): void
}

/** Registers and authenticates a terminal that sends pre-encoded locations. Rejects when it cannot enter. */
export function openLoader({ host, port, terminalNo, lng, lat, window, acknowledged, lost }: Options): Promise<Loader> {
  const identity = { terminalNo, version2019: false }
  const papers = { plate: '川A00000', plateColour: 2 } as const
  const frameOf = locationTemplate(identity)
  /** When the location in each slot, serial % window, was sent; 0: free. */
  const sentAt = new Float64Array(window)
  const deviceTime = new Uint32Array(window)
  const { promise, resolve, reject } = Promise.withResolvers<Loader>()
  let serial = 0
  let isClosed = false

  function settle(answered: number) {
    const slot = answered % window
    const at = sentAt[slot] ?? 0
    if (at === 0) return
    sentAt[slot] = 0
    acknowledged(answered, deviceTime[slot] ?? 0, performance.now() - at)
  }

  function send() {
    const slot = serial % window
    if (isClosed || sentAt[slot]) return false
    const second = Math.floor(Date.now() / 1000)
    if (!link.write([frameOf(serial, second, lng + (serial % 97), lat + (serial % 89))])) return false
    sentAt[slot] = performance.now()
    deviceTime[slot] = second
    serial = (serial + 1) & 0xffff
    return true
  }

  function close() {
    isClosed = true
    link.close()
  }

  const link = openLink(
    { host, port },
    {
      open: () => link.write(framesOf(identity, introduction(papers, identity, undefined), 0)),
      message(_, message) {
        if (message?.id === MessageId.registered) {
          if (message.authCode === undefined) return reject(new Error(`not registered: result ${message.result}`))
          link.write(framesOf(identity, introduction(papers, identity, message.authCode), 1))
        } else if (message?.id === MessageId.platformReply) {
          if (message.replyId === MessageId.authenticate) return resolve({ send, close })
          if (message.replyId === MessageId.location && message.result === ReplyResult.ok) settle(message.replySerial)
        }
      },
      close(reason) {
        if (!isClosed) lost()
        isClosed = true
        reject(new Error(reason ?? 'closed by the gateway'))
      },
    },
  )
  return promise
}
