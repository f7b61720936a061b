import { type BoardJoin, BoardMessage, type BoardSign } from '@huanwei/contract/boards/messages'

/** A line on which nothing comes for this long is dead, ms. */
const silenceMs = 15_000
/** A screen says that it is there once in this time, ms. */
const hereMs = 10_000

export type LineListener = {
  onMessage(message: BoardMessage): void
  /** Called once: closed, refused or dead. */
  onEnd(): void
  /** Age of the figures that are shown, seconds. */
  dataAge(): number
}
export type BoardLine = {
  /** Asks for the whole board again. */
  restart(): void
  close(): void
}

const address = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live/board`

/** A socket on which the server pushes a board. Source: spec 3, section 14. */
export function openBoardLine(join: BoardJoin, { onMessage, onEnd, dataAge }: LineListener): BoardLine {
  const socket = new WebSocket(address())
  const say = (sign: BoardSign) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(sign))
  let silence = setTimeout(end, silenceMs)
  const here = setInterval(() => say({ dataAge: dataAge() }), hereMs)
  let isOver = false

  function stop() {
    isOver = true
    clearTimeout(silence)
    clearInterval(here)
    socket.close()
  }
  function end() {
    if (isOver) return
    stop()
    onEnd()
  }

  socket.onopen = () => socket.send(JSON.stringify(join))
  socket.onclose = end
  socket.onmessage = ({ data }) => {
    if (isOver) return
    clearTimeout(silence)
    silence = setTimeout(end, silenceMs)
    const message = read(String(data))
    if (message) onMessage(message)
    else end()
  }
  return { restart: () => say({ wants: 'whole' }), close: stop }
}

/** What does not parse ends the line: the board is asked for anew. */
function read(text: string): BoardMessage | undefined {
  try {
    return BoardMessage.parse(JSON.parse(text))
  } catch (error) {
    console.warn('huanwei: a message of a board did not parse', error)
    return undefined
  }
}
