import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ObjectMessage } from '@huanwei/contract/live/messages'
import type { Bench } from './bench.ts'
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

const screensMain = join(import.meta.dirname, 'screens.ts')

/** Opens a socket on `/live/vehicle` for each of the first `amount` log-ins of `addLogIns`, until the measurement ends. */
export async function openSockets(bench: Bench, url: string, amount: number) {
  const screens = spawn(process.execPath, [screensMain, url, '/live/vehicle', String(amount)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(screens, 'exit')
  bench.onEnd(async () => {
    const isOpen = screens.kill()
    await ended
    if (!isOpen) throw new Error('the screens were closed during the measurement')
  })
  const [said] = await Promise.race([once(screens.stdout, 'data'), ended])
  if (String(said) !== 'open\n') throw new Error('the screens could not be opened')
  bench.log(`${count(amount)} sockets are open`)
}
