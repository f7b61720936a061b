import { ObjectType } from '@huanwei/contract/objects'

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
  complaints: at('/event/public/index', whose),
  inspections: at('/event/inspection/index', whose),
  approvals: at('/event/approval/index', whose),
  cleaning: at('/clean/report/index', { view: 'list' }),
  facilities: at('/asset/facility/index'),
  work: at('/work/index'),
  roster: at('/attendance/index', { view: 'roster' }),
  attendanceDays: at('/attendance/index', { view: 'days' }),
}

/** One day as the first and the last of a list. */
export const onDay = (day: string) => ({ from: day, to: day })
