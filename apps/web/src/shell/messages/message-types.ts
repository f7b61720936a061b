import { MsgType } from '@huanwei/contract/messages/codes'
import { ObjectType } from '@huanwei/contract/objects'

/** Page of the violations of each kind of object. */
export const violationPlaces: Record<ObjectType, string> = {
  [ObjectType.person]: '/event/personnel/index',
  [ObjectType.vehicle]: '/event/illegal/index',
  [ObjectType.facility]: '/event/facility/index',
}

/** Page of the person's reminders. */
export const remindersPlace = '/event/reminder/index'

/** Page of the cleaning reports; who must act next is told by their number. */
export const cleaningPlace = '/clean/report/index'

export const intercomPlace = '/monitor/intercom/index'

/** The queues in the order of the event centre, each with the pages that show it: the first that a person holds is theirs. */
const queues = [
  {
    msgType: MsgType.violation,
    paths: [violationPlaces[ObjectType.vehicle], violationPlaces[ObjectType.person], violationPlaces[ObjectType.facility]],
  },
  { msgType: MsgType.inspection, paths: ['/event/inspection/index'] },
  { msgType: MsgType.approval, paths: ['/event/approval/index'] },
  { msgType: MsgType.public, paths: ['/event/public/index'] },
] as const

export type Queue = {
  msgType: (typeof queues)[number]['msgType']
  path: string
  /** True when the event centre has a tab for it. */
  isTab: boolean
}

/**
 * The queues of somebody whose menu shows the pages `held`. The event centre has a tab for each, one for public events only with the
 * flags of all four set (wg violations, xc inspections, sp approvals, gz public events). Pure. Source: spec 1, sections 2.6 and 6.
 */
export function queuesOf(held: readonly string[]): Queue[] {
  const mine = queues.flatMap(({ msgType, paths }) => {
    const path = paths.find((one) => held.includes(one))
    return path ? [{ msgType, path }] : []
  })
  const hasAll = mine.length === queues.length
  return mine.map((queue) => ({ ...queue, isTab: queue.msgType !== MsgType.public || hasAll }))
}
