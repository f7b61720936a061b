import { FillBand } from '@huanwei/contract/cans/codes'
import { fillBandOf } from '@huanwei/contract/cans/rules'
import { CubicleState } from '@huanwei/contract/facilities/codes'
import { isWrong } from '@huanwei/contract/live/rules'
import { Metric } from '@huanwei/contract/readings/codes'
import type { Tx } from '../../db/connect.ts'
import type { Latest } from '../../position/latest/latest.ts'
import type { LiveEntry } from '../../position/latest/object-store.ts'
import { findFigures } from '../parameters/queries.ts'

/** The live state of facilities. */
export type LiveFacilities = Pick<Latest, 'facilities'>
type Now = Pick<LiveEntry, 'live'>

/** The cubicles of a toilet with a sensor at the door, by its number. */
export const doorsOf = ({ live }: Now) =>
  Object.entries(live.readings ?? {}).flatMap(([key, { value }]) => {
    const [metric, channel] = key.split('.')
    return metric === Metric.occupied ? [{ channel: Number(channel), isFree: value === 0 }] : []
  })
/** Cubicles of a toilet that say whether they are free. */
export const cubiclesOf = (toilet: Now) => {
  const doors = doorsOf(toilet)
  return { all: doors.length, free: doors.filter(({ isFree }) => isFree).length }
}

/** Percent from which the organisation calls a can overfull. */
export async function findOverfullFrom(tx: Tx, tenantId: number) {
  const { can_overfull_percent: percent } = await findFigures(tx, tenantId, ['can_overfull_percent'])
  return percent
}

/** The band of a can's fill level. */
export const bandOf = ({ live }: Now, overfullFrom: number) => fillBandOf(live.readings?.fill?.value, overfullFrom)

/** True of a facility that has neither an alarm nor a warning and is no overfull can. */
export const isInOrder = (facility: Now, overfullFrom: number) =>
  !isWrong(facility.live.status) && bandOf(facility, overfullFrom) !== FillBand.overfull

/** What a list asks of the live state of its facilities. */
type Asked = { inOrder?: boolean | undefined; cubicles?: CubicleState | undefined; fill?: FillBand | undefined }

/** Ids of the organisation's facilities that are as a list asks; undefined where it asks for nothing that is known of the live state alone. */
export async function findIdsNow(tx: Tx, { facilities }: LiveFacilities, tenantId: number, { inOrder, cubicles, fill }: Asked) {
  if (inOrder === undefined && cubicles === undefined && fill === undefined) return undefined
  const overfullFrom = await findOverfullFrom(tx, tenantId)
  return facilities
    .of(tenantId)
    .values()
    .flatMap((facility) => {
      if (inOrder !== undefined && isInOrder(facility, overfullFrom) !== inOrder) return []
      if (fill !== undefined && bandOf(facility, overfullFrom) !== fill) return []
      const { all, free } = cubicles ? cubiclesOf(facility) : { all: 0, free: 0 }
      if (cubicles && (cubicles === CubicleState.free ? free : all) === 0) return []
      return [facility.id]
    })
}
