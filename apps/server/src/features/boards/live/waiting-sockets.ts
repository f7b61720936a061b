import type { BoardSocket } from './screen-line.ts'

/** Sockets that have not joined yet, of one sender and in all: strangers must not take the places of screens. */
const [mostOfSender, mostInAll] = [200, 1500]

/** Counts the sockets that have not joined yet. */
export function countWaitingSockets() {
  const bySender = new Map<string, number>()
  let inAll = 0
  /** Counts one until it closes or the returned function is called; undefined for one too many. */
  return (socket: Pick<BoardSocket, 'once'>, sender: string): (() => void) | undefined => {
    const own = bySender.get(sender) ?? 0
    if (own >= mostOfSender || inAll >= mostInAll) return undefined
    bySender.set(sender, own + 1)
    inAll++
    let isCounted = true
    function leave() {
      if (!isCounted) return
      isCounted = false
      inAll--
      const left = (bySender.get(sender) ?? 1) - 1
      if (left) bySender.set(sender, left)
      else bySender.delete(sender)
    }
    socket.once('close', leave)
    return leave
  }
}
