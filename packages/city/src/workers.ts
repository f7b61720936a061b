import { personName, phones } from './places.ts'
import { seeded } from './random.ts'
import { type Team, teams } from './teams.ts'

/** Jobs in a team, with the number of people in each. */
export const jobs = [
  { title: '保洁员', code: 'CLEANER', count: 36 },
  { title: '驾驶员', code: 'DRIVER', count: 14 },
  { title: '公厕管理员', code: 'TOILET', count: 4 },
  { title: '收运员', code: 'COLLECTOR', count: 4 },
] as const
type Job = (typeof jobs)[number]['title']

export type Worker = {
  job: Job
  team: Team
  /** Number within the team and job, from 0. */
  numberInTeam: number
  name: string
  gender: '0' | '1'
  phone: string
  /** Staff number. */
  username: string
}

/** The field workers, always the same: by job, then by team. */
export function workers(): Worker[] {
  const random = seeded(20230501)
  const perTeam = jobs.reduce((sum, { count }) => sum + count, 0)
  const numbers = phones(random, teams.length * perTeam)
  return jobs
    .flatMap(({ title: job, count }) =>
      teams.flatMap((team) => Array.from({ length: count }, (_, numberInTeam) => ({ job, team, numberInTeam }))),
    )
    .map((position, i) => ({
      ...position,
      name: personName(random),
      gender: random() < 0.55 ? '1' : '0',
      phone: numbers[i] ?? '',
      username: `yg${String(i + 1).padStart(4, '0')}`,
    }))
}

const badgesInTeam = 10
/** Cleaners with a badge (a terminal of their own): ten in each team. */
export const badgeWearers = () => workers().filter(({ job, numberInTeam }) => job === '保洁员' && numberInTeam < badgesInTeam)
/** Those of them, by their number, who sweep the roads of their team instead of streets of their own: the last four of each team, of whom a small fleet has some too. */
export const isRoadSweeper = (index: number) => index % badgesInTeam >= badgesInTeam - 4
/** Collectors with a phone and the app: one in each company. */
export const phoneCarriers = () =>
  workers().filter(
    ({ job, numberInTeam, team }) =>
      job === '收运员' && numberInTeam === 0 && teams.find(({ company }) => company === team.company) === team,
  )

/** Hours of the day, Asia/Shanghai, at which shifts begin, and the percentile of the wearers of badges up to which they work in each. */
const shifts = [
  { begins: 5, upTo: 45 },
  { begins: 13, upTo: 80 },
  { begins: 21, upTo: 100 },
] as const
/** Hour at which the shift of a wearer of a badge begins, by their number. */
export const shiftBeginOf = (index: number) => shifts.find(({ upTo }) => (index * 37) % 100 < upTo)?.begins ?? 0

const numberFrom = (first: number) => (index: number) => String(first + index)
/** Terminal numbers of the badges. */
export const badgeNo = numberFrom(13_700_000_001)
/** Device numbers of the sensors in toilets, garbage cans and transfer stations. */
export const toiletSensorNo = numberFrom(70_000_001)
export const canSensorNo = numberFrom(71_000_001)
export const stationSensorNo = numberFrom(72_000_001)
/** True for the terminal of a vehicle, whose numbers are those of the fleet. */
export const isInVehicle = (sensorNo: string) => sensorNo.startsWith('139')
export type SensorPlace = 'toilet' | 'can' | 'station'
/** Where a sensor stands. */
export const placeOfSensor = (sensorNo: string): SensorPlace =>
  sensorNo.startsWith('72') ? 'station' : sensorNo.startsWith('71') ? 'can' : 'toilet'
