import { ObjectType } from '@huanwei/contract/objects'
import { usePages } from './pages.ts'

export const listPages = {
  live: '/monitor/live/index',
  inspections: '/event/inspection/index',
  approvals: '/event/approval/index',
  complaints: '/event/public/index',
  cleaning: '/clean/report/index',
  attendance: '/attendance/index',
  facilities: '/asset/facility/index',
  cans: '/asset/bin/index',
  users: '/system/user/index',
} as const

/** Tab of the live page of each kind of object. */
export const liveTabs = {
  [ObjectType.vehicle]: 'vehicle',
  [ObjectType.person]: 'person',
  [ObjectType.facility]: 'facility',
} as const

/** Makes the address of a list with a filter; undefined where the person's menu does not lead to the page. */
export function useListLinks() {
  const has = usePages()
  return (page: string, filter: Record<string, string | number | undefined> = {}) => {
    if (!has(page)) return undefined
    const named = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    return named.length ? `${page}?${new URLSearchParams(named)}` : page
  }
}
