import { ObjectType } from '@huanwei/contract/objects'
import type { Tx } from '../../../db/connect.ts'
import { findWorkTimes } from '../../work/tasks/work-times.ts'
import type { BoundSpan, Mover } from '../queries.ts'
import type { TrackFix } from '../track.ts'
import { bandsOf, type TrackBand } from './bands.ts'

type Parts = { track: readonly TrackFix[]; stops: readonly TrackFix[][]; trips: readonly TrackFix[][] }

/** What an object did all along a track: stops, driving, and the work that job plans asked of it. */
export async function readBands(
  tx: Tx,
  tenantId: number,
  mover: Mover,
  bindings: readonly BoundSpan[],
  { track, ...parts }: Parts,
): Promise<TrackBand[]> {
  const [first, last] = [track[0], track.at(-1)]
  if (!first || !last) return []
  const isPerson = mover.objectType === ObjectType.person
  const fixes = track.map(({ time, lng, lat, speed, status }) => ({
    time,
    lng,
    lat,
    speed,
    isOn: isPerson || (status & 1) === 1,
  }))
  const worked = await findWorkTimes(tx, tenantId, { ...mover, from: first.time, to: last.time }, bindings, fixes)
  return bandsOf(parts, worked, !isPerson)
}
