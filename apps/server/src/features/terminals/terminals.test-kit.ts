import type { Database } from '../../db/connect.ts'
import { positions, terminals } from './table.ts'

let count = 0

/** A terminal as it registers by itself: nobody's. */
export async function newTerminal(db: Database, fields: Partial<typeof terminals.$inferInsert> = {}) {
  const terminalNo = String(13_900_000_000 + ++count)
  const [terminal] = await db.system((tx) =>
    tx
      .insert(terminals)
      .values({ terminalNo, authCode: 'secret-code', ...fields })
      .returning(),
  )
  return terminal!
}

/** Stores a fix at `time`, `yyyy-MM-dd HH:mm:ss`. */
export const storeFix = (
  db: Database,
  deviceId: number,
  tenantId: number,
  time: string,
  fields: Partial<typeof positions.$inferInsert> = {},
) =>
  db.system((tx) =>
    tx.insert(positions).values({
      tenantId,
      deviceId,
      time: `${time}+08`,
      messageId: 0x0200,
      serial: ++count,
      received: `${time}+08`,
      lng: 121_473_701,
      lat: 31_230_416,
      speed: 365,
      direction: 90,
      altitude: 4,
      status: 3,
      alarm: 0,
      mileage: 123,
      ...fields,
    }),
  )
