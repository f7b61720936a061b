import { once } from 'node:events'
import { headToBrowser, headToServer } from '@huanwei/contract/intercom/codes'
import { LineNews } from '@huanwei/contract/intercom/messages'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '../db/connect.ts'

/** Gives roles of tenant 1 the right to use the intercom. */
export const grantIntercom = (db: Pick<Database, 'system'>, roleNames: string[]) =>
  db.system((tx) =>
    tx.execute(sql`insert into sys_role_menu (tenant_id, role_id, menu_id) select r.tenant_id, r.role_id, m.menu_id from sys_role r
      join sys_menu m on m.tenant_id = r.tenant_id and m.permission = 'intercom'
      where r.tenant_id = 1 and r.role_name = any(${sql.param(roleNames)}::text[])`),
  )

/** A browser on the line: opens it, says who it is, notes what it hears. */
export async function openLine(url: string, session: string) {
  const socket = new WebSocket(`${url}/live/intercom?tenant=1`)
  await once(socket, 'open')
  const news: LineNews[] = []
  const heard = new Map<number, Buffer>()
  let code: number | undefined
  socket.on('message', (data, isBinary) => {
    if (!isBinary) return void news.push(LineNews.parse(JSON.parse(String(data))))
    const bytes = data as Buffer
    const [speechId, at] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
    const before = heard.get(speechId) ?? Buffer.alloc(0)
    expect(at).toBe(before.length)
    heard.set(speechId, Buffer.concat([before, bytes.subarray(headToBrowser)]))
  })
  socket.on('close', (closed) => {
    code = closed
  })
  const say = (order: object) => socket.send(JSON.stringify(order))
  say({ session })
  const all = <T extends LineNews['type']>(type: T) =>
    news.filter((one): one is Extract<LineNews, { type: T }> => one.type === type)
  return {
    socket,
    news,
    heard,
    say,
    all,
    code: () => code,
    /** Sends a piece of voice of a speech. */
    speak(speechId: number, voice: Buffer) {
      const head = Buffer.alloc(headToServer)
      head.writeUInt32BE(speechId)
      socket.send(Buffer.concat([head, voice]))
    },
    /** Waits for the first of a kind of news after so many of them. */
    async next<T extends LineNews['type']>(type: T, after = 0) {
      await expect.poll(() => all(type).length, { timeout: 10_000 }).toBeGreaterThan(after)
      return all(type)[after]!
    },
    leave: () => socket.close(),
  }
}
export type OpenLine = Awaited<ReturnType<typeof openLine>>
