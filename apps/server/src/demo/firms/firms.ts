import { fleetSize } from '@huanwei/city/fleet'
import { facilities as cityPlaces } from '@huanwei/city/places'
import { townships } from '@huanwei/city/teams'
import { FacilityType } from '@huanwei/contract/dictionaries/codes'
import type { Tx } from '../../db/connect.ts'
import { facilities } from '../../features/facilities/table.ts'
import type { FileStore } from '../../features/files/file-store.ts'
import { units } from '../../features/units/table.ts'
import { newCode } from '../../lib/code.ts'
import { initialsOf } from '../../lib/initials.ts'
import { timeText } from '../../lib/time.ts'
import { loadApprovals } from '../approvals.ts'
import { cleanedPlaces, peopleOf, storeCleaning } from '../cleaning/cleaning.ts'
import { type ComplaintPlace, loadComplaints } from '../complaints.ts'
import { loadInspections } from '../inspections.ts'
import { addDepartments, type Department, type Grant } from '../organisation.ts'
import { type DemoPhotos, loadPhotos } from '../photos.ts'
import { addProject } from '../projects.ts'
import { askReports, lastWeek } from '../reports.ts'
import { standInPaths } from '../stand-ins.ts'
import { type DepartmentOf, type LoadedVehicle, loadVehicles, namedLike, vehiclesFrom } from '../vehicles.ts'
import { addOutsideItems, hideUnused } from './menu.ts'
import { loadStaff } from './staff.ts'
import { loadTraffic } from './traffic.ts'

/** The root department of a tenant and its administrator. */
type RootOf = (tenantId: number) => { rootDeptId: number; adminId: number }
type World = { rootOf: RootOf; passwordHash: string; began: number; now: Date }

const firstOfFirms = fleetSize.city + fleetSize.townships
/** Vehicles of the firm that is tenant 2; the others are tenant 62's. */
const cleanersVehicles = 6

const events: Grant[] = ['/event/inspection/index', '/event/public/index', '/clean/report/index', '/asset/facility/index']

type Common = {
  tenantId: number
  dispatcher: string
  departments: readonly Department[]
  deptIdOf: DepartmentOf
  fleet: readonly LoadedVehicle[]
  pages: readonly Grant[]
  systems: ('operations' | 'toiletCare' | 'ruralCare')[]
  violationsPerDay: number
}

/** Adds what every organisation has: menu, staff, traffic, applications and a report. Returns who handles events, and the counts of {@link loadTraffic}. */
async function loadCommon(tx: Tx, { rootOf, passwordHash, began, now }: World, { departments, tenantId, ...firm }: Common) {
  const { adminId, rootDeptId } = rootOf(tenantId)
  const admin = { id: adminId, username: 'admin', name: 'admin' }
  await hideUnused(tx, tenantId)
  const { dispatcher: name, pages, systems } = firm
  const dispatcher = await loadStaff(tx, { tenantId, rootDeptId, departments, dispatcher: name, pages, systems, passwordHash })
  const handlers = [admin, dispatcher].map(({ id, username, name }) => ({ id, username, name, departments: null }))
  const { fleet, deptIdOf, violationsPerDay } = firm
  const started = timeText(began)
  const counts = await loadTraffic(tx, { tenantId, fleet, started, deptIdOf, departments, handlers, violationsPerDay }, now)
  await loadApprovals(tx, tenantId, { past: 20, recent: 8 }, now)
  await askReports(tx, [{ tenantId, account: admin, name: '上周车辆里程', kind: 'mileage', grouping: 'object' }], lastWeek(now))
  return { handlers, ...counts }
}

type Villages = {
  towns: readonly Department[]
  fleet: readonly LoadedVehicle[]
  toilets: readonly ComplaintPlace[]
  photos: DemoPhotos
}

/** Completes tenant 34: staff in its towns, the ways of its suction trucks, inspections and what villagers report. */
export async function loadCountry(tx: Tx, world: World, { towns, fleet, toilets, photos }: Villages) {
  const tenantId = 34
  const deptIdOf = namedLike(towns)
  const common = { tenantId, dispatcher: '赵丽华', departments: towns, deptIdOf, fleet, violationsPerDay: 8 }
  const counts = await loadCommon(tx, world, { ...common, pages: events, systems: ['operations', 'ruralCare'] })
  const ground = { tenantId, teams: townships, crews: towns, deptIdOf, count: 60, isRural: true }
  await loadInspections(tx, ground, photos, world.now)
  const some = toilets.filter((_, i) => i % 20 === 0)
  await loadComplaints(tx, tenantId, 60, some, counts.handlers, photos, world.now)
  const contract = { name: '农村户厕长效管护', code: 'NC-2026-01', manager: '唐永福', contractAmount: 3_260_000 }
  await addProject(
    tx,
    { tenantId, ...contract },
    towns.map(({ id }) => id),
  )
  return counts
}

/** Fills tenant 62, which rents out vehicles and watches where they are. */
export async function loadRental(tx: Tx, world: World) {
  const tenantId = 62
  const departments = await addTeams(tx, world.rootOf, tenantId, ['东城车队', '南城车队'])
  const deptIdOf: DepartmentOf = ({ centre: [, north] }) => departments[north < 0 ? 1 : 0]!.id
  const vehicles = vehiclesFrom(firstOfFirms + cleanersVehicles, fleetSize.firms - cleanersVehicles)
  const fleet = await loadVehicles(tx, tenantId, vehicles, deptIdOf, timeText(world.began))
  await tx.insert(units).values({ tenantId, ...standInPaths })
  const common = { tenantId, dispatcher: '孙建国', departments, deptIdOf, fleet, violationsPerDay: 6 }
  const counts = await loadCommon(tx, world, { ...common, pages: [], systems: ['operations'] })
  await addOutsideItems(tx, tenantId)
  return { vehicles: fleet.length, ...counts }
}

/** Fills tenant 2, a firm that cleans public toilets by contract. */
export async function loadCleaners(tx: Tx, world: World, store: FileStore) {
  const tenantId = 2
  const started = timeText(world.began)
  const departments = await addTeams(tx, world.rootOf, tenantId, ['一分队', '二分队'])
  const fleetOfFirm = vehiclesFrom(firstOfFirms, cleanersVehicles)
  const teams = [...new Set(fleetOfFirm.map(({ team }) => team))]
  const deptIdOf: DepartmentOf = (team) => departments[teams.indexOf(team) % departments.length]!.id
  const fleet = await loadVehicles(tx, tenantId, fleetOfFirm, deptIdOf, started)
  const common = { tenantId, dispatcher: '何志明', departments, deptIdOf, fleet, violationsPerDay: 5 }
  const counts = await loadCommon(tx, world, { ...common, pages: events, systems: ['operations', 'toiletCare'] })
  const places = await addToilets(tx, tenantId, departments, started)
  const photos = await loadPhotos(tx, store, tenantId, 'admin')
  await loadInspections(tx, { tenantId, teams, crews: departments, deptIdOf, count: 30 }, photos, world.now)
  await loadComplaints(tx, tenantId, 40, places, counts.handlers, photos, world.now)
  const people = await peopleOf(tx, tenantId)
  const boss = people.find(({ id }) => id === counts.handlers.at(-1)?.id)!
  const cleaning = { tenantId, count: 60, seed: 60, leftShare: 0.3, places: cleanedPlaces(places), people, bossOf: () => boss }
  const cleaned = await storeCleaning(tx, { ...cleaning, fleet, photos }, world.now)
  const contract = { name: '公厕保洁外包', code: 'QJ-2026-01', manager: '何志明', contractAmount: 1_180_000 }
  await addProject(
    tx,
    { tenantId, ...contract },
    departments.map(({ id }) => id),
  )
  return { vehicles: fleet.length, facilities: places.length, cleaned, ...counts }
}

const addTeams = (tx: Tx, rootOf: RootOf, tenantId: number, names: readonly string[]) =>
  addDepartments(tx, tenantId, new Map(names.map((name) => [name, rootOf(tenantId).rootDeptId])))

const toiletsOfFirm = 14

/** Public toilets that the firm cleans, by turns of its departments. */
function addToilets(tx: Tx, tenantId: number, departments: readonly Department[], createTime: string) {
  const own = cityPlaces().filter(({ type }) => type === '公共厕所')
  const rows = own.slice(0, toiletsOfFirm).map(({ name, lng, lat, district }, i) => ({
    tenantId,
    deptId: departments[i % departments.length]!.id,
    name,
    code: newCode(),
    initials: initialsOf(name),
    facilityType: FacilityType.publicToilet,
    address: `${district}${name.replace(/\d+号$/, '')}`,
    lng,
    lat,
    createTime,
  }))
  return tx.insert(facilities).values(rows).returning()
}
