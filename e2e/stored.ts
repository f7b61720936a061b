import { join } from 'node:path'
import { openOwner } from '@huanwei/server/db/connect'
import type { Acknowledged } from './load.ts'

/** Address of the embedded database of a running product. */
export const databaseIn = (dataDir: string) =>
  `postgres://huanwei@localhost:5432/huanwei?host=${encodeURIComponent(join(dataDir, 'run'))}`

/** A connection to the embedded database of a running product; end it before the product is stopped. */
const open = (dataDir: string) => openOwner(databaseIn(dataDir), 1)

/** Recount of the unread messages of each recipient: `[user, message type, count]`. */
export async function recountUnread(dataDir: string) {
  const db = open(dataDir)
  try {
    const { rows } = await db.query<{ counted: [number, string, number] }>(
      `select jsonb_build_array(push_object_id, msg_type, count(*)) as counted from msg_push where read_unread = 0 and not folded and not merged
       group by push_object_id, msg_type`,
    )
    return rows.map(({ counted }) => counted)
  } finally {
    await db.end()
  }
}

/** Numbers of acknowledged reports that are missing in the table of the database at `url`, and that occur more than once. */
export async function compareWithStored(url: string, acknowledged: readonly Acknowledged[]) {
  const numbers = [...new Set(acknowledged.map(({ terminalNo }) => terminalNo))]
  const db = openOwner(url, 1)
  try {
    const { rows } = await db.query<{ key: string; times: number }>(
      `select concat_ws(' ', d.terminal_no, extract(epoch from p.time)::int8, p.serial) as key, count(*)::int as times
       from position p join device d on d.id = p.device_id where d.terminal_no = any($1) group by 1`,
      [numbers],
    )
    const times = new Map(rows.map((row) => [row.key, row.times]))
    const missing = acknowledged.filter(({ terminalNo, time, serial }) => !times.has(`${terminalNo} ${time} ${serial}`))
    return { missing: missing.length, twice: rows.filter((row) => row.times > 1).length, stored: rows.length }
  } finally {
    await db.end()
  }
}
