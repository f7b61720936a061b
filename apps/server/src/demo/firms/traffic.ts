import type { Tx } from '../../db/connect.ts'
import type { Department } from '../organisation.ts'
import { loadRules } from '../rules.ts'
import { pastTracks, storeTracks } from '../tracks.ts'
import { type DepartmentOf, type LoadedVehicle, loadAreas } from '../vehicles.ts'
import type { Recipient } from '../violations/history.ts'
import { pastViolations } from '../violations/history.ts'
import { storeHistory } from '../violations/store-history.ts'

type Traffic = {
  tenantId: number
  fleet: readonly LoadedVehicle[]
  /** Time of the first record. */
  started: string
  deptIdOf: DepartmentOf
  departments: readonly Department[]
  /** Who judges violations. */
  handlers: readonly Recipient[]
  violationsPerDay: number
}

/** Adds the grounds of an organisation's vehicles, rules for them, and their ways and violations until `now`. Returns the number of violations and of positions. */
export async function loadTraffic(tx: Tx, traffic: Traffic, now: Date) {
  const { tenantId, fleet, started, deptIdOf, departments, handlers, violationsPerDay: perDay } = traffic
  await loadAreas(tx, tenantId, deptIdOf, fleet, started)
  const rules = await loadRules(tx, tenantId, fleet)
  const deptNames = new Map(departments.map(({ id, name }) => [id, name]))
  const history = pastViolations({ tenantId, fleet, rules, deptNames, perDay }, now)
  const tracks = pastTracks(fleet, history, now.getTime())
  await storeHistory(tx, history, handlers, now)
  return { violations: history.length, fixes: await storeTracks(tx, tenantId, tracks) }
}
