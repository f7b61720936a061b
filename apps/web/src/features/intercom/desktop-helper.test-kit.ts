import { once } from 'node:events'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'

const Request = z.discriminatedUnion('opType', [
  z.object({ opType: z.literal(1), userName: z.string(), pwd: z.string(), serverIp: z.string() }),
  z.object({ opType: z.literal(7) }),
])
type Login = Extract<z.infer<typeof Request>, { opType: 1 }>

/** A desktop helper as the family's: takes a login and heartbeats at port 5003. Source: spec 4, Intercom. */
export async function startDesktopHelper({ password }: { password: string }) {
  const server = new WebSocketServer({ port: 5003, host: 'localhost' })
  await once(server, 'listening')
  const logins: Login[] = []
  let beats = 0
  function answer(socket: WebSocket, text: string) {
    const request = Request.parse(JSON.parse(text))
    const { opType } = request
    const say = (reply: object) => socket.send(JSON.stringify({ success: true, opType, data: null, ...reply }))
    if (opType === 7) {
      beats++
      return say({})
    }
    logins.push(request)
    if (request.pwd === password) say({ data: `token ${logins.length}` })
    else say({ success: false, msg: '账号或密码错误' })
  }
  server.on('connection', (socket) => socket.on('message', (data) => answer(socket, String(data))))
  return {
    logins,
    beats: () => beats,
    connections: () => server.clients.size,
    /** Cuts every connection. */
    cut() {
      for (const socket of server.clients) socket.terminate()
    },
    close() {
      for (const socket of server.clients) socket.terminate()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
