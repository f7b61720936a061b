import { personName, phones } from './places.ts'
import { seeded } from './random.ts'
import { type Team, teams } from './teams.ts'

/** Who works in a crew, and how many of each. */
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
  /** Their number in the crew and job, from 0. */
  place: number
  name: string
  gender: '0' | '1'
  phone: string
  /** The staff number. */
  username: string
}

/** The people who work outside, always the same: job after job, in each crew after crew. */
export function workers(): Worker[] {
  const random = seeded(20230501)
  const perCrew = jobs.reduce((all, { count }) => all + count, 0)
  const numbers = phones(random, teams.length * perCrew)
  return jobs
    .flatMap(({ title: job, count }) =>
      teams.flatMap((team) => Array.from({ length: count }, (_, place) => ({ job, team, place }))),
    )
    .map((one, i) => ({
      ...one,
      name: personName(random),
      gender: random() < 0.55 ? '1' : '0',
      phone: numbers[i] ?? '',
      username: `yg${String(i + 1).padStart(4, '0')}`,
    }))
}

/** Ten cleaners of each crew wear a badge, a terminal of their own. */
export const badgeWearers = () => workers().filter(({ job, place }) => job === '保洁员' && place < 10)
/** One collector of each company carries a phone with the app. */
export const phoneCarriers = () =>
  workers().filter(
    ({ job, place, team }) => job === '收运员' && place === 0 && teams.find(({ company }) => company === team.company) === team,
  )

const numberFrom = (first: number) => (index: number) => String(first + index)
/** Terminal numbers of the badges. */
export const badgeNo = numberFrom(13_700_000_001)
/** Device numbers of the sensors in toilets and in garbage cans. */
export const toiletSensorNo = numberFrom(70_000_001)
export const canSensorNo = numberFrom(71_000_001)
export const isInCan = (sensorNo: string) => sensorNo.startsWith('71')
