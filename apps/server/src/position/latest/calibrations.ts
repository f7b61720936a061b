import type { Metric } from '@huanwei/contract/readings/codes'
import { readingKey } from '@huanwei/contract/readings/rules'
import type { Database } from '../../db/connect.ts'
import { findCalibrationsInForce } from '../../features/boxes/queries.ts'
import type { Which } from '../../features/trees/queries.ts'
import { oneAtATime } from '../../lib/one-at-a-time.ts'

/** From `start` on, epoch ms of device time, `readingKey` of what it is about. */
export type Calibration = { key: string; metric: Metric; factor: number; offset: number; start: number }

const none: readonly Calibration[] = []

/** The calibrations in force of all facilities, as last read: a reading is given its meaning without asking the database. */
export function createCalibrations(db: Database) {
  const tenants = new Map<number, Map<number, Calibration[]>>()

  return {
    /** Those of a facility, each before those that had begun earlier. */
    of: (tenantId: number, id: number): readonly Calibration[] => tenants.get(tenantId)?.get(id) ?? none,
    /** Reads those of these facilities anew, or of all. */
    read: oneAtATime(async (which: Which = {}) => {
      const rows = await db.system((tx) => findCalibrationsInForce(tx, which))
      const { objects, tenantIds = [...tenants.keys()] } = which
      if (objects) for (const [tenantId, ids] of objects) for (const id of ids) tenants.get(tenantId)?.delete(id)
      else for (const tenantId of tenantIds) tenants.delete(tenantId)
      for (const { tenantId, facilityId, channel, ...calibration } of rows) {
        const ofTenant = tenants.get(tenantId) ?? new Map<number, Calibration[]>()
        const ofFacility = ofTenant.get(facilityId) ?? []
        ofFacility.push({ ...calibration, key: readingKey(calibration.metric, channel) })
        tenants.set(tenantId, ofTenant.set(facilityId, ofFacility))
      }
    }),
  }
}
