import { teams } from '@huanwei/city/teams'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/connect.ts'
import { ensureMonths } from '../db/partitions.ts'
import { tenants } from '../features/tenants/table.ts'
import type { FileStore } from '../lib/file-store.ts'
import { timeText } from '../lib/time.ts'
import { loadApprovals } from './approvals.ts'
import { loadCleaning } from './cleaning.ts'
import { loadComplaints } from './complaints.ts'
import { loadCans, loadFacilities, loadHouseholdToilets } from './facilities.ts'
import { pastViolations } from './history.ts'
import { loadInspections } from './inspections.ts'
import { idOf, loadOrganisations, password } from './organisation.ts'
import { otherViolations } from './other-violations.ts'
import { loadPhotos } from './photos.ts'
import { loadPlans } from './plans.ts'
import { loadRules } from './rules.ts'
import { storeHistory } from './store-history.ts'
import { loadAreas, loadVehicles } from './vehicles.ts'
import { loadWorkers } from './workers.ts'

const dayMs = 86_400_000
/** How long the demo has been going on, for its records. */
const past = 31 * dayMs

/** Where to log in and as whom, for who starts the demo; every host is this machine. */
export const accountsText = [
  `Demo accounts, password ${password}:`,
  '  localhost          智慧环卫   admin (all) · dispatcher (one company, handles) · inspector (looks) · viewer (one crew)',
  '  toilet.localhost   农村改厕   admin',
  '  gps.localhost      车辆定位   admin',
  '  plain.localhost    no title   admin',
].join('\n')

/** Loads the demo city into a database that has no tenant 1 yet, in one transaction; says what it did. Its photos go to `store`. Dates count from `now`. */
export async function loadDemo(db: Database, store: FileStore, now: Date): Promise<string> {
  const client = await db.owner.connect()
  try {
    await ensureMonths(client, [now.getTime() - past, now.getTime()])
  } finally {
    client.release()
  }
  return db.system(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(809)`)
    const known = await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, 1))
    if (known.length) return 'already there'
    const started = timeText(now.getTime() - past)
    const { admin, dispatcher, dispatcherCompany, crews, towns, villages, passwordHash } = await loadOrganisations(tx)
    const fleet = await loadVehicles(tx, 1, crews, started)
    const rural = await loadVehicles(tx, 34, towns, started)
    const facilities = await loadFacilities(tx, crews, started)
    const grounds = await loadAreas(tx, crews, fleet)
    const rules = await loadRules(tx, fleet, crews, grounds)
    const history = pastViolations(fleet, rules, new Map(crews.map(({ id, name }) => [id, name])), now)
    const others = await otherViolations(tx, crews, facilities, now)
    const own = teams.filter((team) => team.company === dispatcherCompany.name).map((team) => idOf(crews, team.name))
    const handlers = [
      { ...admin, departments: null },
      { ...dispatcher, departments: [dispatcherCompany.id, ...own] },
    ]
    await storeHistory(tx, [...others, ...history], handlers)
    const photos = await loadPhotos(tx, store, 1, admin.username)
    const ruralPhotos = await loadPhotos(tx, store, 34, 'admin')
    const inspected = await loadInspections(tx, crews, photos, now)
    const said = await loadComplaints(tx, facilities, handlers, photos, now)
    await loadApprovals(tx, now)
    const cleaned = await loadCleaning(tx, { places: facilities, fleet, rural, towns, handlers, photos, ruralPhotos }, now)
    await loadPlans(tx, crews, facilities, now)
    const cans = await loadCans(tx, crews, started)
    const toilets = await loadHouseholdToilets(tx, villages, started)
    const workers = await loadWorkers(tx, crews, passwordHash, started)
    return `loaded ${fleet.length + rural.length} vehicles, ${facilities.length + toilets} facilities, ${cans} garbage cans, ${workers} workers, ${history.length + others.length} violations, ${inspected} inspections, ${said} public events, ${cleaned} cleaning reports`
  })
}
