import { ObjectMessage } from '@huanwei/contract/live/messages'
import type { Bench } from './bench.ts'
import { tokenOf } from './seed-log-ins.ts'
import { count } from './table.ts'

/** Subscribes to a topic of the live channel as a browser does; resolves when its snapshot has arrived. */
export function subscribe(url: string, token: string, topic: string, onMessage: (message: ObjectMessage) => void) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/act/ws`)
  const { promise, resolve, reject } = Promise.withResolvers<{ close(): void }>()
  const send = (command: string, headers: Record<string, string>) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`)
    socket.send(`${[command, ...lines].join('\n')}\n\n\0`)
  }
  socket.onopen = () => send('CONNECT', { 'accept-version': '1.2', host: 'localhost', Authorization: `Bearer ${token}` })
  socket.onmessage = ({ data }) => {
    const text = String(data)
    const headEnd = text.indexOf('\n\n')
    if (text.startsWith('CONNECTED')) send('SUBSCRIBE', { id: '0', destination: topic })
    else if (text.startsWith('ERROR')) reject(new Error(text.slice(0, 200)))
    else if (text.startsWith('MESSAGE')) {
      const message = ObjectMessage.parse(JSON.parse(text.slice(headEnd + 2, text.lastIndexOf('\0'))))
      onMessage(message)
      if (message.type === 'snapshot') resolve({ close: () => socket.close() })
    }
  }
  socket.onclose = ({ code }) => reject(new Error(`the live channel closed (${code})`))
  return promise
}

/** Opens a socket on `/live/vehicle` for each of the first `amount` log-ins of `addLogIns`, until the measurement ends. */
export async function openSockets(bench: Bench, url: string, amount: number) {
  for (let opened = 0; opened < amount; opened += 100) {
    const batch = Array.from({ length: 100 }, (_, i) => subscribe(url, tokenOf(opened + i), '/live/vehicle', () => undefined))
    for (const socket of await Promise.all(batch)) bench.onEnd(socket.close)
  }
  bench.log(`${count(amount)} sockets are open`)
}
