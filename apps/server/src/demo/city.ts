import { fleetSize } from '@huanwei/city/fleet'
import { teams } from '@huanwei/city/teams'
import type { Tx } from '../db/connect.ts'
import type { FileStore } from '../features/files/file-store.ts'
import { timeText } from '../lib/time.ts'
import { loadApprovals } from './approvals.ts'
import { loadAttendance } from './attendance.ts'
import { loadBoxes } from './boxes.ts'
import { loadCleaning } from './cleaning/cleaning.ts'
import { loadCollections } from './collections.ts'
import { loadComplaints } from './complaints.ts'
import { loadDocuments } from './documents.ts'
import { dutiesByPlan } from './driving/duties.ts'
import {
  loadCans,
  loadEdgeToilets,
  loadFacilities,
  loadFacilityPhotos,
  loadHouseholdToilets,
  loadRestaurants,
} from './facilities.ts'
import { loadCleaners, loadCountry, loadRental } from './firms/firms.ts'
import { loadInspections } from './inspections.ts'
import { loadIntercom } from './intercom.ts'
import { departmentIdOf, loadOrganisations } from './organisation.ts'
import { loadPhotos } from './photos.ts'
import { loadPlans } from './plans/plans.ts'
import { loadWork } from './plans/work.ts'
import { loadProjects } from './projects.ts'
import { loadReports } from './reports.ts'
import { loadOtherRules, loadRules } from './rules.ts'
import { loadBadgesAndSensors, loadScales } from './terminals.ts'
import { pastTracks, storeTracks } from './tracks.ts'
import { loadAreas, loadVehicles, namedLike, vehiclesFrom } from './vehicles.ts'
import { pastViolations } from './violations/history.ts'
import { otherViolations } from './violations/other-violations.ts'
import { storeHistory } from './violations/store-history.ts'
import { loadTankWorkers, loadWorkers } from './workers.ts'

/** Creates the demo city with its events between `began` (epoch ms) and `now`; its photos go to `store`. Returns a summary text. */
export async function loadCity(tx: Tx, store: FileStore, { began, now }: { began: number; now: Date }): Promise<string> {
  const started = timeText(began)
  const { admin, dispatcher, inspector, dispatcherCompany, crews, towns, villages, passwordHash, rootOf } =
    await loadOrganisations(tx)
  const deptIdOf = namedLike(crews)
  const fleet = await loadVehicles(tx, 1, vehiclesFrom(0, fleetSize.city), deptIdOf, started)
  await loadIntercom(tx, { members: [dispatcher, inspector], company: dispatcherCompany })
  const trucks = vehiclesFrom(fleetSize.city, fleetSize.townships)
  const rural = await loadVehicles(tx, 34, trucks, namedLike(towns), started)
  const facilities = await loadFacilities(tx, crews, started)
  const edge = await loadEdgeToilets(tx, crews, started)
  const served = [...facilities, ...edge]
  await loadBoxes(tx, facilities, started)
  await loadAreas(tx, 1, deptIdOf, fleet, started)
  await loadProjects(tx, crews)
  const rules = await loadRules(tx, 1, fleet)
  await loadOtherRules(tx, started)
  const deptNames = new Map(crews.map(({ id, name }) => [id, name]))
  const history = pastViolations({ tenantId: 1, fleet, rules, deptNames, perDay: 380 }, now)
  const tracks = pastTracks(fleet, history, now.getTime(), dutiesByPlan(fleet))
  const others = await otherViolations(tx, crews, facilities, now)
  const own = teams.filter((team) => team.company === dispatcherCompany.name).map((team) => departmentIdOf(crews, team.name))
  const handlers = [
    { ...admin, departments: null },
    { ...dispatcher, departments: [dispatcherCompany.id, ...own] },
  ]
  await storeHistory(tx, [...others, ...history], handlers, now)
  const fixes = await storeTracks(tx, 1, tracks)
  const photos = await loadPhotos(tx, store, 1, admin.username)
  const ruralPhotos = await loadPhotos(tx, store, 34, 'admin')
  await loadFacilityPhotos(tx, photos)
  const inspected = await loadInspections(tx, { tenantId: 1, teams, crews, deptIdOf, count: 640 }, photos, now)
  const complaints = await loadComplaints(tx, 1, 460, served, handlers, photos, now)
  await loadApprovals(tx, 1, { past: 240, recent: 60 }, now)
  const toilets = await loadHouseholdToilets(tx, villages, started)
  await loadTankWorkers(tx, towns, passwordHash, started)
  const cans = await loadCans(tx, crews, started)
  const restaurants = await loadRestaurants(tx, crews, started)
  await loadScales(tx, fleet)
  await loadCollections(tx, { restaurants, fleet }, now)
  const cleaned = await loadCleaning(
    tx,
    { places: served, fleet, rural, villages, households: toilets, handlers, photos, ruralPhotos },
    now,
  )
  await loadPlans(tx, { crews, places: facilities, villages, toilets }, now)
  const workers = await loadWorkers(tx, crews, passwordHash, started)
  await loadWork(tx, { crews, fleet, workers }, { began, now })
  await loadDocuments(tx, { fleet, facilities, cans, people: workers }, photos, now)
  await loadReports(tx, { admin, dispatcher }, now)
  const terminals = await loadBadgesAndSensors(tx, { workers, places: facilities, cans }, started)
  const days = await loadAttendance(tx, now, dispatcher.id)
  const world = { rootOf, passwordHash, began, now }
  const country = await loadCountry(tx, world, { towns, fleet: rural, toilets, photos: ruralPhotos })
  const rental = await loadRental(tx, world)
  const cleaners = await loadCleaners(tx, world, store)
  const vehicles = fleet.length + rural.length + rental.vehicles + cleaners.vehicles
  const violations = history.length + others.length + country.violations + rental.violations + cleaners.violations
  const positions = fixes + country.fixes + rental.fixes + cleaners.fixes
  return `loaded ${vehicles} vehicles, ${served.length + restaurants.length + toilets.length + cleaners.facilities} facilities, ${cans.length} garbage cans, ${workers.size} workers, ${terminals} badges and sensors, ${violations} violations, ${positions} positions, ${inspected} inspections, ${complaints} public events, ${cleaned + cleaners.cleaned} cleaning reports, ${days} days of attendance`
}
