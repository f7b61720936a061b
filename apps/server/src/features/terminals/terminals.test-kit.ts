import { and, eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Database } from '../../db/connect.ts'
import { startLatest } from '../../position/latest/latest.ts'
import { type Ingest, noIngest } from '../../position/link.ts'
import type { startTestServer } from '../../test-kit.ts'
import { departments } from '../departments/table.ts'
import { vehicles } from '../vehicles/table.ts'
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

/** A vehicle without a terminal. */
export const newVehicle = (db: Database, tenantId = 1, deptName = '一部') =>
  db.system(async (tx) => {
    const [dept] = await tx
      .select()
      .from(departments)
      .where(and(eq(departments.tenantId, tenantId), eq(departments.name, deptName)))
    const plateNumber = `沪A${String(++count).padStart(5, '0')}`
    const kind = { plateColour: 2, initials: 'h', vehicleType: '1', vehicleFunction: '1' }
    const [vehicle] = await tx
      .insert(vehicles)
      .values({ tenantId, deptId: dept!.id, plateNumber, ...kind })
      .returning()
    return vehicle!
  })

/** Commands of the administrator to a terminal that answers as `send` says. */
export async function commanding(server: Awaited<ReturnType<typeof startTestServer>>, send: Ingest['send']) {
  const latest = await startLatest({ ...server, log: server.app.log })
  const app = await buildApp({ ...server, latest, ingest: { ...noIngest, send } })
  const { token } = await server.login('admin')
  onTestFinished(async () => {
    await app.close()
    await latest.close()
  })
  return async (method: 'POST' | 'PUT', url: string, payload: object = {}) => {
    const reply = await app.inject({ method, url, payload, headers: { authorization: `Bearer ${token.access_token}` } })
    return reply.json()
  }
}
