import type { ObjectType } from '@huanwei/contract/objects'
import type { Database } from '../../db/connect.ts'
import type { Span } from '../../http/span.ts'
import { dayText } from '../../lib/time.ts'
import { fewAtOnce } from './few-at-once.ts'
import { findBoundSpans, findHeard, findMileages } from './queries.ts'
import type { DayWork } from './table.ts'
import { type Day, trackDaysOf } from './track-days.ts'
import { workOf } from './track-parts.ts'

/** Number of objects whose days are read at once. */
const objectsAtOnce = 4

/** One day of an object: what its terminals came to while they were bound to it; m, seconds. */
export type WorkDay = DayWork & { objectId: number; fixes: number; metres: number }

/** The day of each of these moving objects that was heard on it. */
export async function workOfDay(
  db: Database,
  tenantId: number,
  { objectType, objectIds, day, now }: { objectType: ObjectType; objectIds: number[]; day: Span; now: number },
): Promise<WorkDay[]> {
  const name = dayText(day.from)
  const { bindings, known, heard } = await db.within({ tenantId }, async (tx) => {
    const bindings = await findBoundSpans(tx, tenantId, objectType, objectIds, day)
    const deviceIds = [...bindings.values()].flat().map(({ deviceId }) => deviceId)
    const days = await findMileages(tx, tenantId, deviceIds, name, name)
    const complete = days.filter(({ work }) => work !== null)
    const known = new Map(complete.map((row) => [row.deviceId, { ...row, silences: [], track: [] }]))
    const heard = await findHeard(
      tx,
      tenantId,
      deviceIds.filter((id) => !known.has(id)),
      day,
    )
    return { bindings, known, heard }
  })
  const knownOf = (deviceId: number) => known.get(deviceId)
  const isAsked = ({ deviceId }: { deviceId: number }) => known.has(deviceId) || heard.has(deviceId)
  const found = await fewAtOnce([...bindings], objectsAtOnce, async ([objectId, spans]) => {
    const asked = spans.filter(isAsked)
    const parts = asked.length ? await trackDaysOf(db, tenantId, asked, now, knownOf, ({ work }) => work !== null) : []
    return { objectId, ...sumOf(parts) }
  })
  return found.filter(({ fixes }) => fixes > 0)
}

function sumOf(parts: readonly Day[]) {
  const sum = { fixes: 0, metres: 0, driving: 0, standing: 0, idle: 0, trips: 0 }
  for (const { fixes, mileage, track, work } of parts) {
    const { driving, standing, idle, trips } = work ?? workOf(track)
    sum.fixes += fixes
    sum.metres += mileage
    sum.driving += driving
    sum.standing += standing
    sum.idle += idle
    sum.trips += trips
  }
  return sum
}
