import { headToBrowser, headToServer, LineClose } from '@huanwei/contract/intercom/codes'
import { LineNews, type LineOrder } from '@huanwei/contract/intercom/messages'
import { backOff } from '../../live/back-off.ts'
import { parsed } from './parsed.ts'

/** What somebody on the line wants to know. */
export type VoiceListener = {
  onOpen(): void
  onNews(news: LineNews): void
  /** The next bytes of a speech, from the sample `at` on. */
  onVoice(speechId: number, at: number, voice: Uint8Array): void
  /** The line is away; it is tried again, unless the server does not want this session. */
  onLost(isRefused: boolean): void
}

const address = (tenantId: number) =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live/intercom?tenant=${tenantId}`

type LineSession = { accessToken: string; user: { tenantId: number } }

/** The line to `/live/intercom`, opened again as long as it is wanted. Source: spec 3, section 17. */
export function openLine(current: () => LineSession | undefined, listener: VoiceListener) {
  let socket: WebSocket | undefined
  let isWanted = true
  let attempt = 0
  /** True until the server has let the session in. */
  let isNew = true
  let waiting: ReturnType<typeof setTimeout> | undefined

  function connect() {
    const session = current()
    if (!isWanted || !session) return
    const opened = new WebSocket(address(session.user.tenantId))
    opened.binaryType = 'arraybuffer'
    socket = opened
    isNew = true
    opened.onopen = () => opened.send(JSON.stringify({ session: session.accessToken }))
    opened.onmessage = ({ data }) => (data instanceof ArrayBuffer ? hear(data) : read(String(data)))
    opened.onclose = ({ code }) => {
      if (socket !== opened) return
      socket = undefined
      // Another session may have come in the meantime, as it does when it is renewed.
      const isRefused = code === LineClose.unauthorised && current()?.accessToken === session.accessToken
      listener.onLost(isRefused)
      if (isRefused || !isWanted) return
      attempt++
      waiting = setTimeout(connect, backOff(attempt, Math.random()))
    }
  }

  function read(text: string) {
    const news = LineNews.safeParse(parsed(text))
    if (!news.success) return console.warn('huanwei: a text of the intercom did not parse', news.error)
    if (news.data.type === 'groups' && isNew) {
      isNew = false
      attempt = 0
      listener.onOpen()
    }
    listener.onNews(news.data)
  }

  function hear(data: ArrayBuffer) {
    const head = new DataView(data)
    listener.onVoice(head.getUint32(0), head.getUint32(4), new Uint8Array(data, headToBrowser))
  }

  const isOpen = () => socket?.readyState === WebSocket.OPEN
  connect()
  return {
    isOpen,
    say: (order: LineOrder) => isOpen() && socket?.send(JSON.stringify(order)),
    /** Sends a piece of voice of the own speech. */
    speak(speechId: number, voice: Uint8Array) {
      const message = new Uint8Array(headToServer + voice.length)
      new DataView(message.buffer).setUint32(0, speechId)
      message.set(voice, headToServer)
      if (isOpen()) socket?.send(message)
    },
    close() {
      isWanted = false
      clearTimeout(waiting)
      socket?.close()
    },
  }
}
export type IntercomLine = ReturnType<typeof openLine>
