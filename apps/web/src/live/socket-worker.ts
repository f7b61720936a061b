import { Topic } from '@huanwei/contract/live/codes'
import { readPacked } from './packed.ts'
import { readMessage, type WholeMessage, type Wire } from './whole-messages.ts'

/** Requests of the page to its socket. */
export type SocketOrder = { open: { url: string; protocols: string[] } } | { send: Parameters<Wire['send']>[0] } | { close: true }
/** Listener. */
export type SocketNews =
  | { is: 'open' }
  | { is: 'message'; data: string | WholeMessage }
  | { is: 'closed'; code: number; reason: string }

const say = (news: SocketNews, transfer: Transferable[] = []) => postMessage(news, { transfer })

/** Topics of objects. */
const ofObjects = [Topic.person, Topic.vehicle, Topic.facility].map((topic) => `\ndestination:${topic}\n`)

/** Messages about objects are read here, however long; all else goes on as it came. */
function take(data: string) {
  const message = ofObjects.some((head) => data.includes(head)) ? readMessage(data) : undefined
  if (typeof message?.body !== 'string') return say({ is: 'message', data })
  try {
    const body = readPacked(message.body)
    say({ is: 'message', data: { ...message, body } }, [body.columns.buffer])
  } catch {
    // The page reads it again and says what is wrong with it.
    say({ is: 'message', data })
  }
}

let socket: Pick<Wire, 'send' | 'close'> | undefined

addEventListener('message', ({ data: order }: MessageEvent<SocketOrder>) => {
  if ('send' in order) socket?.send(order.send)
  else if ('close' in order) socket?.close()
  else {
    const opened = new WebSocket(order.open.url, order.open.protocols)
    opened.onopen = () => say({ is: 'open' })
    opened.onmessage = ({ data }) => take(String(data))
    opened.onclose = ({ code, reason }) => say({ is: 'closed', code, reason })
    socket = opened
  }
})
