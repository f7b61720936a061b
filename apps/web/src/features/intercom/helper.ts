import type { IntercomHelper } from '@huanwei/contract/units/endpoints'
import { z } from 'zod'
import { removeEntry, writeEntry } from '../../lib/entries.ts'
import { intercomTokenEntry } from '../../lib/request.ts'
import type { Power } from './intercom.ts'
import { parsed } from './parsed.ts'

/** Desktop helper of an organisation's own intercom. Source: spec 1, section 7; spec 4, Intercom. */
const helperAddress = 'ws://localhost:5003'

const OpType = { login: 1, heartbeat: 7 } as const
/** Source: spec 1, section 9. */
const [heartbeatMs, mostReconnects] = [40_000, 2]
/** An answer that does not come in this time will not come, ms. */
const answerMs = 10_000

const Answer = z.object({
  success: z.boolean(),
  opType: z.number(),
  data: z.string().nullish(),
  msg: z.string().optional(),
})

export type HelperListener = {
  onPower(power: Power): void
  /** The connection is over: `reason` is what the helper said, empty when it is away. */
  onEnd(reason: string): void
}

/** Connects with the helper and keeps the connection; returns what closes it. */
export function openHelper(
  { intercomAccount, intercomPassword, intercomUrl }: IntercomHelper,
  { onPower, onEnd }: HelperListener,
) {
  let socket: WebSocket | undefined
  let reconnects = 0
  let beating: ReturnType<typeof setInterval> | undefined
  let answering: ReturnType<typeof setTimeout> | undefined

  function ask(request: object) {
    clearTimeout(answering)
    answering = setTimeout(() => socket?.close(), answerMs)
    socket?.send(JSON.stringify(request))
  }

  function connect() {
    onPower('connecting')
    const opened = new WebSocket(helperAddress)
    socket = opened
    opened.onopen = () => ask({ opType: OpType.login, userName: intercomAccount, pwd: intercomPassword, serverIp: intercomUrl })
    opened.onmessage = ({ data }) => take(String(data))
    opened.onclose = () => socket === opened && lost()
  }

  function take(text: string) {
    clearTimeout(answering)
    const answer = Answer.safeParse(parsed(text))
    if (!answer.success) return socket?.close()
    const { success, opType, data, msg = '' } = answer.data
    if (!success) return end(msg)
    if (opType !== OpType.login || !data) return
    writeEntry(intercomTokenEntry, data, 'session')
    reconnects = 0
    onPower('open')
    beating = setInterval(() => ask({ opType: OpType.heartbeat }), heartbeatMs)
  }

  function forget() {
    clearTimeout(answering)
    clearInterval(beating)
    removeEntry(intercomTokenEntry)
    const closed = socket
    socket = undefined
    closed?.close()
  }

  function lost() {
    forget()
    if (reconnects++ < mostReconnects) connect()
    else onEnd('')
  }

  function end(reason: string) {
    forget()
    onEnd(reason)
  }

  connect()
  return {
    close() {
      onPower('closing')
      forget()
      onPower('closed')
    },
  }
}
