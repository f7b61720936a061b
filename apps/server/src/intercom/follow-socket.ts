import { headToServer, LineClose, longestPiece } from '@huanwei/contract/intercom/codes'
import { LineJoin, LineOrder } from '@huanwei/contract/intercom/messages'
import { parsed } from '../lib/parsed.ts'
import { createRateLimiter } from '../lib/rate-limiter.ts'
import type { Log } from '../position/log.ts'
import { closeSocket } from '../position/push/stomp.ts'
import type { Line, LineSocket } from './room.ts'

/** Time limit of the first text, ms. */
const joinMs = 10_000
/** Texts of one socket: presses, changes of the group. */
const texts = { burst: 30, perSecond: 5 }
/** Pieces of voice of one socket: many small ones would cost all who hear them. */
const pieces = { burst: 300, perSecond: 100 }

type Parts = {
  join(socket: LineSocket, token: string): Promise<Line | undefined>
  obey(line: Line, order: LineOrder): void
  hear(line: Line, speechId: number, voice: Buffer): void
  log: Pick<Log, 'error'>
}

/** Takes what a browser sends, of which the first text says who it is. What no browser sends closes the socket. */
export function followSocket(socket: LineSocket, { join, obey, hear, log }: Parts) {
  let isJoining = false
  let line: Line | undefined
  const [mayText, maySound] = [createRateLimiter(texts), createRateLimiter(pieces)]
  const late = setTimeout(() => closeSocket(socket, LineClose.unauthorised), joinMs)
  socket.on('close', () => clearTimeout(late))

  function begin(token: string) {
    isJoining = true
    clearTimeout(late)
    join(socket, token)
      .then((joined) => {
        line = joined
      })
      .catch((error: Error) => {
        log.error({ error }, 'a line of the intercom could not be opened')
        closeSocket(socket, LineClose.goingAway)
      })
  }

  function takeText(said: unknown) {
    const order = LineOrder.safeParse(said)
    const asked = LineJoin.safeParse(said)
    if (line && order.success) {
      if ('release' in order.data || mayText('', Date.now())) obey(line, order.data)
      else if ('press' in order.data) line.tell({ type: 'refused', groupId: order.data.press, reason: 'tooOften', by: '' })
    } else if (!isJoining && asked.success) begin(asked.data.session)
    else closeSocket(socket, LineClose.garbled)
  }

  function takeVoice(bytes: Buffer) {
    const isPiece = bytes.length > headToServer && bytes.length <= headToServer + longestPiece
    if (!line || !isPiece || !maySound('', Date.now())) return closeSocket(socket, LineClose.garbled)
    hear(line, bytes.readUInt32BE(0), bytes.subarray(headToServer))
  }

  socket.on('message', (data, isBinary) => (isBinary ? takeVoice(data as Buffer) : takeText(parsed(data))))
}
