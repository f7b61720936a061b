import { teams } from '@huanwei/city/teams'
import type { Tx } from '../db/connect.ts'
import type { FileStore } from '../features/files/file-store.ts'
import { timeText } from '../lib/time.ts'
import { loadApprovals } from './approvals.ts'
import { loadAttendance } from './attendance.ts'
import { loadBoxes, loadDocuments } from './boxes.ts'
import { loadCleaning } from './cleaning.ts'
import { loadComplaints } from './complaints.ts'
import { loadCans, loadFacilities, loadHouseholdToilets } from './facilities.ts'
import { pastViolations } from './history.ts'
import { loadInspections } from './inspections.ts'
import { departmentIdOf, loadOrganisations } from './organisation.ts'
import { otherViolations } from './other-violations.ts'
import { loadPhotos } from './photos.ts'
import { loadPlans } from './plans/plans.ts'
import { loadWork } from './plans/work.ts'
import { loadProjects } from './projects.ts'
import { loadReports } from './reports.ts'
import { loadOtherRules, loadRules } from './rules.ts'
import { storeHistory } from './store-history.ts'
import { loadBadgesAndSensors } from './terminals.ts'
import { pastTracks, storeTracks } from './tracks.ts'
import { loadAreas, loadVehicles } from './vehicles.ts'
import { loadTankWorkers, loadWorkers } from './workers.ts'

/** Creates the demo city with its events between `began` (epoch ms) and `now`; its photos go to `store`. Returns a summary text. */
export async function loadCity(tx: Tx, store: FileStore, { began, now }: { began: number; now: Date }): Promise<string> {
  const started = timeText(began)
  const { admin, dispatcher, dispatcherCompany, crews, towns, villages, passwordHash } = await loadOrganisations(tx)
  const fleet = await loadVehicles(tx, 1, crews, started)
  const rural = await loadVehicles(tx, 34, towns, started)
  const facilities = await loadFacilities(tx, crews, started)
  await loadBoxes(tx, facilities, started)
  await loadAreas(tx, crews, fleet)
  await loadProjects(tx, crews)
  const rules = await loadRules(tx, fleet)
  await loadOtherRules(tx, started)
  const history = pastViolations(fleet, rules, new Map(crews.map(({ id, name }) => [id, name])), now)
  const tracks = pastTracks(fleet, history, now.getTime())
  const others = await otherViolations(tx, crews, facilities, now)
  const own = teams.filter((team) => team.company === dispatcherCompany.name).map((team) => departmentIdOf(crews, team.name))
  const handlers = [
    { ...admin, departments: null },
    { ...dispatcher, departments: [dispatcherCompany.id, ...own] },
  ]
  await storeHistory(tx, [...others, ...history], handlers)
  const fixes = await storeTracks(tx, 1, tracks)
  const photos = await loadPhotos(tx, store, 1, admin.username)
  const ruralPhotos = await loadPhotos(tx, store, 34, 'admin')
  await loadDocuments(tx, fleet, facilities, photos, now)
  const inspected = await loadInspections(tx, crews, photos, now)
  const complaints = await loadComplaints(tx, facilities, handlers, photos, now)
  await loadApprovals(tx, now)
  const toilets = await loadHouseholdToilets(tx, villages, started)
  await loadTankWorkers(tx, towns, passwordHash, started)
  const cleaned = await loadCleaning(tx, { places: facilities, fleet, rural, towns, handlers, photos, ruralPhotos }, now)
  await loadPlans(tx, { crews, places: facilities, villages, toilets }, now)
  const cans = await loadCans(tx, crews, started)
  await loadWork(tx, crews, fleet, now)
  const workers = await loadWorkers(tx, crews, passwordHash, started)
  await loadReports(tx, admin, dispatcher, now)
  const terminals = await loadBadgesAndSensors(tx, { workers, places: facilities, cans }, started)
  const days = await loadAttendance(tx, now, dispatcher.id)
  return `loaded ${fleet.length + rural.length} vehicles, ${facilities.length + toilets.length} facilities, ${cans.length} garbage cans, ${workers.size} workers, ${terminals} badges and sensors, ${history.length + others.length} violations, ${fixes} positions, ${inspected} inspections, ${complaints} public events, ${cleaned} cleaning reports, ${days} days of attendance`
}
