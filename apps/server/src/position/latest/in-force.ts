import type { ObjectType } from '@huanwei/contract/objects'
import type { Database } from '../../db/connect.ts'
import { countViolationsInForce, type Which } from '../../features/trees/queries.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'

export type Counts = { alarms: number; warnings: number }
const nothingInForce: Counts = { alarms: 0, warnings: 0 }

/** The numbers of violations in force of the objects of one kind, as last read. */
export function createInForce(db: Database, objectType: ObjectType) {
  const tenants = new Map<number, Map<number, Counts>>()

  return {
    of: (tenantId: number, id: number): Counts => tenants.get(tenantId)?.get(id) ?? nothingInForce,
    /** Counts those of these objects anew, or of all. */
    read: oneAtATime(async (which: Which = {}) => {
      const rows = await db.system((tx) => countViolationsInForce(tx, objectType, which))
      const { objects, tenantIds = [...tenants.keys()] } = which
      if (objects) for (const [tenantId, ids] of objects) for (const id of ids) tenants.get(tenantId)?.delete(id)
      else for (const tenantId of tenantIds) tenants.delete(tenantId)
      for (const { tenantId, objectId, ...counts } of rows) {
        const ofTenant = tenants.get(tenantId) ?? new Map<number, Counts>()
        tenants.set(tenantId, ofTenant.set(objectId, counts))
      }
    }),
  }
}
