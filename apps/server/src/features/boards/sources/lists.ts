import { EmergencyState } from '@huanwei/contract/emergencies/codes'
import { ObjectType } from '@huanwei/contract/objects'
import type { BoardAsked } from '../source.ts'

/** Tabs of the live page. */
export const liveTabs = {
  [ObjectType.vehicle]: 'vehicle',
  [ObjectType.person]: 'person',
  [ObjectType.facility]: 'facility',
} as const

/** Filters as the page reads them from its address. */
type Filter = Record<string, string | number | undefined>

const at =
  (page: string, always: Filter = {}) =>
  (filter: Filter = {}) => {
    const named = Object.entries({ ...always, ...filter }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`]],
    )
    return named.length ? `${page}?${new URLSearchParams(named)}` : page
  }

/** A board counts all of a scope; who handles a queue would see what was pushed to them. */
const whose = { whose: 'all' }

/** Addresses of the lists behind figures. A board that is narrowed to a department adds it. */
export const listAt = {
  live: at('/monitor/live/index'),
  events: {
    [ObjectType.vehicle]: at('/event/illegal/index', whose),
    [ObjectType.person]: at('/event/personnel/index', whose),
    [ObjectType.facility]: at('/event/facility/index', whose),
  },
  /** Of all kinds of object, waiting or not. */
  allEvents: at('/event/illegal/index', { ...whose, kinds: 'all', status: 'all' }),
  complaints: at('/event/public/index', whose),
  inspections: at('/event/inspection/index', whose),
  approvals: at('/event/approval/index', whose),
  cleaning: at('/clean/report/index', { view: 'list' }),
  facilities: at('/asset/facility/index'),
  cans: at('/asset/bin/index'),
  terminals: at('/asset/terminal/index'),
  work: at('/work/index'),
  calls: at('/event/emergency/index', { kind: 'real', emergencyState: EmergencyState.waiting }),
  roster: at('/attendance/index', { view: 'roster' }),
  attendanceDays: at('/attendance/index', { view: 'days' }),
}

/** Makes addresses of the lists of departments; undefined for one with others below it, which its list would show too. */
export async function eachDepartment(
  { latest, viewer }: Pick<BoardAsked, 'latest' | 'viewer'>,
  listOf: (deptId: number) => string,
) {
  const above = new Set((await latest.departments(viewer.tenantId)).map(({ parentId }) => parentId))
  return (deptId: number) => (above.has(deptId) ? undefined : listOf(deptId))
}

/** The card of an object on the live page. */
export const cardOf = (objectType: ObjectType, id: number) =>
  listAt.live({ tab: liveTabs[objectType], selected: `${objectType}-${id}` })

/** One day as the first and the last of a list. */
export const onDay = (day: string) => ({ from: day, to: day })
