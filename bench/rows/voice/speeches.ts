import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { headToBrowser, headToServer, voiceRate } from '@huanwei/contract/intercom/codes'
import type { OwnedDatabase } from '@huanwei/server/db/owned'
import { WebSocket } from 'ws'
import type { Bench } from '../../kit/bench.ts'
import { processorMs } from '../../kit/process-usage.ts'
import { addLogIns, tokenOf } from '../../kit/seed-log-ins.ts'
import { count, ms, quantile, type Result } from '../../kit/table.ts'
import { measureBrowsers } from './browsers.ts'

const groups = 50
const inGroup = 20
/** Of one address the server takes so many lines a second. */
const arrivalMs = 60
const forMs = 30_000
const pieceMs = 20
const pieceBytes = (voiceRate * pieceMs) / 1000
/** From the mouth to the first byte: a piece; and from the last one to the ear: the cushion (`media/voice/jitter-buffer.ts`), the filter and a block of sound. */
const inBrowserMs = pieceMs + 80 + 5
const mostMs = 250

/** Measures how late a voice is at those who hear it, while somebody speaks in every group and one of each reads nothing. Source: spec 3, section 17. */
export async function measureSpeeches(bench: Bench): Promise<Result[]> {
  const { url, db } = await bench.createDatabase('speeches')
  await addLogIns(db, groups * inGroup)
  const groupIds = await addGroups(db)
  const product = await bench.startProduct({ DATABASE_URL: url, DEMO: 'off' })
  const late: number[] = []
  bench.log(`${groups * inGroup} lines`)
  const rooms = []
  for (const [i, groupId] of groupIds.entries()) rooms.push(await openRoom(bench, product.url, i, groupId, late))
  bench.log(`speaking for ${forMs / 1000} s`)
  const before = processorMs(product.pid)
  const spoken = await Promise.all(rooms.map((room) => room.speak(forMs)))
  const used = processorMs(product.pid) - before
  // The last pieces arrive.
  await sleep(1000)
  const pieces = spoken.reduce((sum, one) => sum + one, 0)
  const heard = rooms.reduce((sum, room) => sum + room.heard(), 0)
  const whole = pieces * pieceBytes * (inGroup - 2)
  const p99 = quantile(late, 0.99) + inBrowserMs
  return [
    {
      label: `From mouth to ear, ${groups} groups of ${inGroup} in each of which somebody speaks and one listener reads nothing, p99 of ${count(late.length)} pieces`,
      measured: `${ms(p99)} (median ${ms(quantile(late, 0.5) + inBrowserMs)}), of which ${ms(inBrowserMs)} in the browsers`,
      budget: `≤ ${mostMs} ms`,
      met: p99 <= mostMs,
    },
    {
      label: '… samples that the others were given, of those that were said',
      measured: `${count(heard)} of ${count(whole)}`,
      budget: 'all',
      met: heard === whole,
    },
    { label: '… processor time of the server', measured: `${ms(used)} of ${ms(forMs)}` },
    ...(await measureBrowsers(bench)),
  ]
}

/** A role that may speak in place of the administrator's, and groups of two accounts, each with ten lines. */
async function addGroups(db: OwnedDatabase) {
  const { rows } = await db.owner.query(`
    with r as (insert into sys_role (tenant_id, role_name, role_code) values (1, 'talkers', 'ROLE_TALKERS') returning role_id),
      m as (insert into sys_role_menu (tenant_id, role_id, menu_id) select 1, r.role_id, m.menu_id from r, sys_menu m where m.tenant_id = 1 and m.permission = 'intercom'),
      u as (update sys_user_role ur set role_id = r.role_id from r, sys_user u
        where ur.tenant_id = 1 and u.tenant_id = 1 and u.user_id = ur.user_id and u.username like 'bench%'),
      g as (insert into intercom_group (tenant_id, kind, name, dept_id)
        select 1, 'fixed', 'bench ' || n, (select min(dept_id) from sys_dept where tenant_id = 1) from generate_series(1, ${groups}) n returning id)
    select id from g order by id`)
  const groupIds = rows.map(({ id }: { id: number }) => id)
  await db.owner.query(
    `insert into intercom_member (tenant_id, group_id, user_id)
     select 1, ($1::int[])[1 + (p.place - 1) / 2], p.id
     from (select user_id as id, row_number() over (order by user_id) as place from sys_user where tenant_id = 1 and username like 'bench%') p`,
    [groupIds],
  )
  return groupIds
}

type Room = { speak(forMs: number): Promise<number>; heard(): number }

/** The lines of a group: the first speaks, the last one reads nothing from then on. */
async function openRoom(bench: Bench, url: string, index: number, groupId: number, late: number[]): Promise<Room> {
  const sentAt: number[] = []
  let heard = 0
  const lines: WebSocket[] = []
  for (let i = 0; i < inGroup; i++) {
    const line = new WebSocket(`${url.replace('http', 'ws')}/live/intercom`)
    bench.onEnd(() => line.terminate())
    lines.push(line)
    await once(line, 'open')
    line.send(JSON.stringify({ session: tokenOf(index * inGroup + i) }))
    await once(line, 'message')
    line.send(JSON.stringify({ listen: groupId }))
    await sleep(arrivalMs)
    if (i > 0 && i < inGroup - 1)
      line.on('message', (data, isBinary) => {
        if (!isBinary) return
        const bytes = data as Buffer
        const now = performance.now()
        heard += bytes.length - headToBrowser
        const at = bytes.readUInt32BE(4)
        for (let piece = at / pieceBytes; piece < (at + bytes.length - headToBrowser) / pieceBytes; piece++)
          late.push(now - sentAt[piece]!)
      })
  }
  lines.at(-1)?.pause()

  async function speak(forMs: number) {
    const [speaker] = lines as [WebSocket]
    const granted = new Promise<number>((resolve) =>
      speaker.on('message', (data, isBinary) => {
        const news = isBinary ? undefined : JSON.parse(String(data))
        if (news?.type === 'granted') resolve(news.speechId)
      }),
    )
    speaker.send(JSON.stringify({ press: groupId }))
    const speechId = await granted
    const message = Buffer.alloc(headToServer + pieceBytes, 0x55)
    message.writeUInt32BE(speechId)
    const begun = performance.now() + Math.random() * pieceMs
    for (let piece = 0; piece * pieceMs < forMs; piece++) {
      await sleep(Math.max(0, begun + piece * pieceMs - performance.now()))
      sentAt.push(performance.now())
      speaker.send(message)
    }
    speaker.send(JSON.stringify({ release: true }))
    return sentAt.length
  }
  return { speak, heard: () => heard }
}
