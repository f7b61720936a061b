import { at } from '@huanwei/city/geometry'
import { streetNetwork } from '@huanwei/city/streets'
import { type Team, teams } from '@huanwei/city/teams'
import { workOfType, workRoadsOf, workStopsOf } from '@huanwei/city/work-places'
import { badgeWearers, isRoadSweeper } from '@huanwei/city/workers'
import { collectionRoute } from '@huanwei/contract/cans/rules'
import { JobType } from '@huanwei/contract/work/codes'
import { firstInput } from '@huanwei/contract/work/rules'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/connect.ts'
import { areas } from '../../features/areas/table.ts'
import { facilities } from '../../features/facilities/table.ts'
import { shifts } from '../../features/shifts/table.ts'
import { workPlans } from '../../features/work/table.ts'
import { makeWorkTasks } from '../../features/work/tasks/make-tasks.ts'
import { timeText } from '../../lib/time.ts'
import { type Department, departmentIdOf } from '../organisation.ts'
import { daysWithTracks } from '../track-days.ts'
import type { LoadedVehicle } from '../vehicles.ts'

const tenantId = 1
/** m */
const roadWidth = 24

/** Plans of a team by the work of its vehicles. The fleet sends the implement of its vehicles at the first input. */
const kinds = [
  { work: 'sweeping', name: '道路清扫', jobType: JobType.clean, shiftNames: ['早班', '中班'], times: 2, goal: 85 },
  { work: 'watering', name: '洒水降尘', jobType: JobType.water, shiftNames: ['早班', '中班', '夜班'], times: 1, goal: 80 },
  { work: 'collecting', name: '垃圾收运', jobType: JobType.transfer, shiftNames: ['早班', '中班', '夜班'], times: 1, goal: 90 },
] as const

type Workforce = {
  crews: readonly Department[]
  fleet: readonly LoadedVehicle[]
  /** Ids of people by their staff numbers. */
  workers: ReadonlyMap<string, number>
}

/**
 * Adds the work roads of every crew as areas, and plans for its sweepers, sprinklers and trucks and for its people on foot, all made at `began`
 * (epoch ms), with the tasks of the days that have tracks. The regular job counts them.
 */
export async function loadWork(tx: Tx, { crews, fleet, workers }: Workforce, { began, now }: { began: number; now: Date }) {
  const known = await tx.select({ id: shifts.id, name: shifts.name }).from(shifts).where(eq(shifts.tenantId, tenantId))
  const shiftsOf = (names: readonly string[]) => known.filter(({ name }) => names.includes(name)).map(({ id }) => id)
  const sweepers = badgeWearers().filter((_, index) => isRoadSweeper(index))
  for (const team of teams) {
    const deptId = departmentIdOf(crews, team.name)
    const [areaIds, stopIds] = [await addRoads(tx, team, deptId), await findStops(tx, team)]
    const ofAll = { tenantId, deptId, calendar: false, enabled: true, createTime: timeText(began), updateTime: timeText(began) }
    for (const { work, name, shiftNames, ...kind } of kinds) {
      const own = fleet.filter(({ vehicle, ...one }) => one.deptId === deptId && workOfType[vehicle.type] === work)
      const isCollecting = work === 'collecting'
      await tx.insert(workPlans).values({
        ...ofAll,
        name: `${team.name}${name}`,
        ...kind,
        areaIds: isCollecting ? [] : areaIds,
        facilityIds: isCollecting ? stopIds : [],
        vehicleIds: own.map(({ id }) => id),
        shiftIds: shiftsOf(shiftNames),
        implementInput: isCollecting ? null : firstInput,
      })
    }
    await tx.insert(workPlans).values({
      ...ofAll,
      name: `${team.name}人工保洁`,
      jobType: JobType.clean,
      areaIds,
      facilityIds: [],
      vehicleIds: [],
      userIds: sweepers.flatMap(({ username, team: own }) => (own === team ? (workers.get(username) ?? []) : [])),
      shiftIds: shiftsOf(['早班', '中班', '夜班']),
      times: 1,
      goal: 50,
    })
  }
  await makeTasksOfDays(tx, now.getTime())
}

/** Makes the tasks of the days that have tracks, the latest first: in this order the regular job counts them. */
async function makeTasksOfDays(tx: Tx, now: number) {
  // Each call is for two days, and takes away what is still to come for those after them.
  for (const [ago, day] of daysWithTracks(now).entries()) if (ago % 2 === 0) await makeWorkTasks(tx, tenantId, ago ? day : now)
  await makeWorkTasks(tx, tenantId, now)
}

/** Returns the ids of the roads in the order of the team's. */
async function addRoads(tx: Tx, team: Team, deptId: number) {
  const { nodes } = streetNetwork()
  const rows = workRoadsOf(team).map((road) => ({
    tenantId,
    deptId,
    name: `${road.name}（${team.name}）`,
    shape: {
      kind: 'route' as const,
      width: roadWidth,
      line: road.nodes.map((node): [number, number] => [at(nodes, node).lng, at(nodes, node).lat]),
    },
  }))
  return (await tx.insert(areas).values(rows).returning({ id: areas.id })).map(({ id }) => id)
}

/** Returns the ids of the team's stops in the order of the shortest way. */
async function findStops(tx: Tx, team: Team) {
  const names = workStopsOf(team).map(({ name }) => name)
  const found = await tx
    .select({ id: facilities.id, lng: facilities.lng, lat: facilities.lat })
    .from(facilities)
    .where(and(eq(facilities.tenantId, tenantId), inArray(facilities.name, names)))
    .orderBy(facilities.id)
  return collectionRoute(found).map(({ place }) => place.id)
}
